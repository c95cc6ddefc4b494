"""/health and /metrics of a bot that is played with: what they say, what they never say, and who may ask."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.app import health
from bot.common import metrics
from bot.common.version import VERSION
from data.engine.errors import StoreFull
from data.stats import Owed
from data.tables.work import WorkKind, WorkState
from tests.data.makers import run_on_writer
from tests.support.house import House, start_house
from tests.support.waiting import until


@asynccontextmanager
async def serve_health(house: House) -> AsyncGenerator[str]:
    """Yield the address of what is served."""
    port = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(health.serve(house.bot, house.services, 0, port.set_result))
    try:
        await asyncio.wait({port, serving}, return_when=asyncio.FIRST_COMPLETED)
        yield f"http://127.0.0.1:{port.result()}"
    finally:
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)


async def read_health(address: str) -> tuple[int, dict[str, Any]]:
    """Return the status and answer of /health."""
    async with aiohttp.ClientSession() as session, session.get(f"{address}/health") as answer:
        return answer.status, await answer.json()


async def scrape(address: str) -> dict[tuple[str, str], float]:
    """Return what /metrics counts, by name and the values of its labels."""
    async with aiohttp.ClientSession() as session, session.get(f"{address}/metrics") as answer:
        assert answer.status == 200
        text = await answer.text()
    families = text_string_to_metric_families(text)
    return {
        (sample.name, " ".join(sample.labels.values())): sample.value
        for family in families
        for sample in family.samples
    }


async def test_a_bot_is_well_or_says_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_house() as house, serve_health(house) as address:
        await until(house.bot.is_ready)
        status, message = await read_health(address)
        assert (status, message["ready"]) == (200, True), message
        assert message["version"] == VERSION
        assert set(message) == {"version", "ready", "gateway", "heartbeat", "database", "scheduler", "search"}

        async def full() -> None:
            raise StoreFull

        with monkeypatch.context() as patch:
            patch.setattr(house.store.stats, "probe", full)
            status, message = await read_health(address)
            assert (status, message["ready"], message["database"]["detail"]) == (503, False, StoreFull.hint)
        with monkeypatch.context() as patch:
            patch.setattr(health, "WRITE_TIMEOUT_SECONDS", 0.01)
            patch.setattr(house.store.stats, "probe", asyncio.Event().wait)
            assert not (await read_health(address))[1]["database"]["ok"]
        with monkeypatch.context() as patch:
            patch.setattr(health, "HEARTBEAT_TIMEOUT_SECONDS", 0.0)
            assert not (await read_health(address))[1]["heartbeat"]["ok"]
        with monkeypatch.context() as patch:
            patch.setattr(health, "SCHEDULER_TIMEOUT_SECONDS", 0.0)
            assert not (await read_health(address))[1]["scheduler"]["ok"]
        await house.services.scheduler.close()
        status, message = await read_health(address)
        assert (status, message["scheduler"]) == (503, {"ok": False, "detail": "it does not run"})
        await house.bot.close()
        assert (await read_health(address))[1]["gateway"]["detail"] == "closed: the bot is stopping"


async def test_a_write_of_health_is_a_write() -> None:
    async with start_house() as house:
        version = "PRAGMA data_version"  # changes with each commit of another connection
        before = await run_on_writer(house.store, version)
        assert await run_on_writer(house.store, version) == before
        await house.store.stats.probe()
        assert await run_on_writer(house.store, version) != before


async def test_game_counts_name_no_person() -> None:
    async with start_house() as house, serve_health(house) as address:
        before = await scrape(address)
        table = await house.open("Ada", ("Bela",), hands=1)
        await house.play_a_hand(table)
        await house.fresh(table)
        board = house.board(table)
        await house.forge("Ada", board, "eh:invented:1:2")
        now = await scrape(address)
        grown = {key: value - before.get(key, 0) for key, value in now.items()}
        assert grown["eldest_interactions_total", "done /voren new"] == 1
        assert grown["eldest_interactions_total", "done join_table"] == 1
        assert grown["eldest_interactions_total", "done make_move"] >= 2
        assert grown["eldest_interactions_total", "done unknown"] == 1
        assert grown["eldest_first_answer_seconds_count", ""] >= 4
        assert grown["eldest_commits_total", "kept"] >= 4
        assert grown["eldest_commit_seconds_count", ""] >= 4
        assert grown["eldest_work_total", "refresh done"] + grown.get(("eldest_work_total", "refresh sent"), 0) >= 1
        assert grown["eldest_requests_total", "2xx"] >= 4
        assert now["eldest_live_tables", ""] >= 1
        assert any(name == "eldest_work_late_seconds_count" for name, _ in now)
        labels = " ".join(label for _, label in now)
        for word in ("Ada", "Bela", str(house.sandbox.people.user("Ada")["id"]), str(table.number) * 3):
            assert word not in labels


async def test_the_age_of_due_work_is_told_by_the_bots_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_house() as house, serve_health(house) as address:
        await house.turn(24 * 3600)

        async def overdue() -> list[Owed]:
            return [Owed(WorkKind.PING, WorkState.DUE, 1, house.services.clock() - 5000)]

        monkeypatch.setattr(house.store.stats, "overdue", overdue)
        assert 5 <= (await scrape(address))["eldest_work_oldest_seconds", "ping"] < 60


async def test_refusals_and_lost_connections_are_counted() -> None:
    async with start_house() as house, serve_health(house) as address:
        await until(house.bot.is_ready)
        before = await scrape(address)
        house.tolerate = lambda request: request.status == 429
        house.sandbox.faults.add("status", status=429, seconds=0.01, method="GET", times=1)
        assert house.bot.application_id is not None
        await house.bot.http.get_global_commands(house.bot.application_id)
        await house.sandbox.gateway.drop("reconnect")
        await until(lambda: house.sandbox.gateway.online)

        async def counted() -> bool:
            now = await scrape(address)
            more = {key: value - before.get(key, 0) for key, value in now.items()}
            lost = more.get(("eldest_gateway_total", "lost"), 0)
            return lost >= 1 and more.get(("eldest_requests_total", "429"), 0) >= 1

        await until(counted)


async def test_busy_port_does_not_stop_the_bot(caplog: pytest.LogCaptureFixture) -> None:
    async with start_house() as house, serve_health(house) as address:
        await health.serve(house.bot, house.services, int(address.rpartition(":")[2]))
        assert "The bot plays on without" in caplog.text
        await house.open("Ada", ("Bela",))


async def test_only_this_machine_is_answered(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "bot")
    async with start_house() as house, serve_health(house) as address:
        assert address.startswith("http://127.0.0.1:")
        assert f"/health and /metrics are at {address}" in caplog.text
        async with aiohttp.ClientSession() as session, session.post(f"{address}/health") as answer:
            assert answer.status == 405


async def test_a_loop_that_is_held_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """It wakes the watcher an hour later than it was asked to; the watcher's second sleep ends the test."""
    value, held, slept = metrics.REGISTRY.get_sample_value, 3600.0, list[float]()
    times = iter((0.0, metrics.LAG_INTERVAL_SECONDS + held, 0.0))
    before = value("eldest_loop_lag_seconds_sum") or 0

    async def sleep(seconds: float) -> None:
        if slept:
            raise asyncio.CancelledError
        slept.append(seconds)

    loop = SimpleNamespace(time=lambda: next(times))
    monkeypatch.setattr(metrics, "asyncio", SimpleNamespace(get_running_loop=lambda: loop, sleep=sleep))
    with pytest.raises(asyncio.CancelledError):
        await metrics.watch_loop()
    assert slept == [metrics.LAG_INTERVAL_SECONDS]
    assert value("eldest_loop_lag_seconds_sum") == pytest.approx(before + held)
