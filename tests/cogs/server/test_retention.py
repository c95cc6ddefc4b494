"""What is over is deleted after a time where a server wants that: asked once, and nothing that counts changes."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from bot.common.time_spans import DAY_MS
from bot.pads import commands
from bot.standings.standings_worker import digest, recount
from bot.tables.model.table_state import TableState
from bot.tables.services.integrity_check import check_all
from bot.tables.workers import retention
from data.engine.errors import StoreError
from data.privacy import retention as parts
from data.standings.records import Origin
from data.tables.work import WorkKind, WorkState
from tests.cogs.pads.sheets import number_of, open_pad
from tests.support.house import House
from tests.support.messages import Json, components, text
from tests.support.panels import guild, panel
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    HOST,
    MODERATOR,
    SEATED,
    board,
    is_private,
    person,
    play_on,
    set_up_table,
    start_room,
)
from tests.support.wire_tables import response_text as told


async def advance_clock(house: House, days: float) -> None:
    """Let so many days pass for the tables and for whoever deletes them."""
    now = house.services.tables.clock() + int(days * DAY_MS)
    house.services.tables.clock = lambda: now


async def set_retention(house: House, days: int) -> None:
    """Let a server keep what is over for so many days; its day to change its mind has passed."""
    now = house.services.tables.clock()
    await house.services.guild_settings.change(guild(house), retention_days=days, retention_since_ms=now - 2 * DAY_MS)


async def wait_until_recorded(house: House, live: TableState) -> None:
    """Wait until the results of a table are stored."""

    async def is_recorded() -> bool:
        return not [
            row for row in await house.store.work.of_table(live.id, WorkKind.RECORD) if row.state == WorkState.DUE
        ]

    await house.until(is_recorded)


def count_rows(house: House) -> dict[str, int]:
    """Return how many rows the database has, by table."""
    database = sqlite3.connect(Path(house.settings.database_url.removeprefix("sqlite+aiosqlite:///")))
    names = ("tables", "seats", "events", "hands", "work", "pads", "pad_players", "pad_changes", "acts", "hand_results")
    result = {name: database.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names}
    database.close()
    return result


def _find_chosen_period(message: Json) -> str:
    """Return for how long finished tables are kept, as it is chosen on the page of settings."""
    result = next(
        component
        for component in components(message)
        if component.get("custom_id") == "eh:set_server_setting:retention_days"
    )
    return next(option["label"] for option in result["options"] if option.get("default"))


async def test_who_manages_a_server_is_asked_once_before_less_is_kept() -> None:
    """With what goes and what stays, and when; nothing is settled before that. More is kept without a question."""
    async with start_room() as house:
        message = await panel(house, group="storage")
        assert _find_chosen_period(message) == "Forever"
        answer = await house.click(MODERATOR, message, "eh:set_server_setting:retention_days", ["90"])
        assert "Delete finished tables and pads after 90 days?" in told(answer)
        assert "Results stay: standings, ratings, records and seasons." in told(answer)
        assert "Nothing is of that age today." in told(answer)
        assert (await house.services.guild_settings.of(guild(house))).retention_days is None
        back = await house.press(MODERATOR, answer.get("message") or {}, "Change nothing")
        assert _find_chosen_period(back.get("message") or {}) == "Forever"
        answer = await house.click(MODERATOR, back.get("message") or {}, "eh:set_server_setting:retention_days", ["90"])
        settled = await house.press(MODERATOR, answer.get("message") or {}, "Delete after 90 days")
        assert _find_chosen_period(settled.get("message") or {}) == "For 90 days"
        year = await house.click(
            MODERATOR, settled.get("message") or {}, "eh:set_server_setting:retention_days", ["365"]
        )
        assert _find_chosen_period(year.get("message") or {}) == "For a year"
        ever = await house.click(MODERATOR, year.get("message") or {}, "eh:set_server_setting:retention_days", ["0"])
        assert _find_chosen_period(ever.get("message") or {}) == "Forever"
        assert "are kept:** forever" in text(await panel(house, BYSTANDER))
        assert (await house.services.guild_settings.of(guild(house))).retention_days is None


async def test_nobody_else_settles_it_whatever_they_forge() -> None:
    async with start_room() as house:
        message = await panel(house, BYSTANDER)
        for values in ((), ("30",)):
            answer = await house.forge(
                BYSTANDER,
                message,
                "eh:set_server_setting:retention_days" if values else "eh:set_server_setting:retention_confirmed:30",
                *values,
            )
            assert "Only managers of this server" in told(answer)
        odd = await house.forge(MODERATOR, await panel(house), "eh:set_server_setting:retention_confirmed:7")
        assert "There is no such setting" in told(odd)
        assert (await house.services.guild_settings.of(guild(house))).retention_days is None


async def test_finished_tables_go_in_time_and_standings_stay_to_the_last_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that goes on stays, as does a younger one; buttons of what is gone say what became of it."""
    monkeypatch.setattr(parts, "EVENTS_PER_BATCH", 7)
    monkeypatch.setattr(parts, "HANDS_PER_BATCH", 1)
    async with start_room() as house:
        old = await play_on(house, await set_up_table(house, hands=2), 2)
        lively = await set_up_table(house, hands=2)
        await wait_until_recorded(house, old)
        await recount(house.store, lambda _: None)
        results = await house.store.results.hands_of(Origin("table", old.id)), await digest(house.store)
        message = board(house, old)
        await set_retention(house, 30)
        assert await house.services.retention.sweep() == (0, 0, 0)
        await advance_clock(house, 29)
        assert await house.services.retention.sweep() == (0, 0, 0)
        await advance_clock(house, 2)
        assert await house.services.retention.sweep() == (1, 0, 0)
        assert await house.store.tables.get(old.id) is None
        assert await house.store.tables.log(old.id) == []
        assert await house.store.tables.hands(old.id) == []
        assert await house.store.work.of_table(old.id) == []
        assert (await house.store.tables.get(lively.id)) is not None
        for answer in (
            await house.forge(HOST, message, f"eh:show_log:{old.id}"),
            await house.command(HOST, "table replay", CHANNEL, table=old.id),
        ):
            assert is_private(answer)
            assert "That table is deleted: this server keeps finished tables for 30 days." in told(answer)
        unknown = await house.command(HOST, "table log", CHANNEL, table=old.id + 1000)
        assert told(unknown) == "There is no such table."
        await recount(house.store, lambda _: None)
        assert (await house.store.results.hands_of(Origin("table", old.id)), await digest(house.store)) == results
        faults: list[str] = []
        assert (await check_all(house.store, faults.append)).faults == 0, faults
        more = (await house.press(HOST, board(house, lively), "More")).get("message") or {}
        verified = await house.press(HOST, more, "Check the shuffles")
        assert "The shuffles of" in told(verified)


async def test_a_server_has_a_day_to_change_its_mind() -> None:
    """However old what is over may be."""
    async with start_room() as house:
        old = await play_on(house, await set_up_table(house, hands=1))
        await wait_until_recorded(house, old)
        await advance_clock(house, 400)
        now = house.services.tables.clock()
        await house.services.guild_settings.change(guild(house), retention_days=30, retention_since_ms=now)
        assert await house.services.retention.sweep() == (0, 0, 0)
        await advance_clock(house, 1.01)
        assert await house.services.retention.sweep() == (1, 0, 0)


async def test_a_process_killed_in_between_leaves_no_half_of_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody finds it from the first moment on, the check passes it over, and the next pass takes the rest away."""
    monkeypatch.setattr(parts, "EVENTS_PER_BATCH", 5)
    async with start_room() as house:
        old = await play_on(house, await set_up_table(house, hands=1))
        await wait_until_recorded(house, old)
        await set_retention(house, 30)
        await advance_clock(house, 31)
        store, runs = house.store.retention, 0
        begin = store._begin

        def begin_or_cancel() -> AbstractAsyncContextManager[Any]:
            nonlocal runs
            runs += 1
            if runs > 2:
                raise asyncio.CancelledError
            return begin()

        with monkeypatch.context() as patch:
            patch.setattr(store, "_begin", begin_or_cancel)
            with pytest.raises(asyncio.CancelledError):
                await house.services.retention.sweep()
        assert len(await house.store.tables.log(old.id)) > 0
        answer = await house.command(HOST, "table log", CHANNEL, table=old.id)
        assert "That table is deleted" in told(answer)
        assert (await check_all(house.store, lambda _: None)).faults == 0
        await house.restart()
        await house.services.retention.sweep()
        assert await house.store.tables.get(old.id) is None
        assert count_rows(house)["events"] == 0


async def test_results_that_are_owed_still_keep_their_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """What counts is made from it first."""
    async with start_room() as house:

        async def raise_connection_error(_: Any) -> None:
            raise ConnectionError

        monkeypatch.setattr(house.services.scheduler._kinds[WorkKind.RECORD], "handler", raise_connection_error)
        old = await play_on(house, await set_up_table(house, hands=1))
        await set_retention(house, 30)
        await advance_clock(house, 31)
        assert await house.services.retention.sweep() == (0, 0, 0)
        assert await house.store.tables.get(old.id) is not None


async def test_closed_pads_and_old_acts_go_and_why_somebody_is_kept_out_stays() -> None:
    """An open pad stays, and so do the results of one that goes."""
    async with start_room() as house:
        pads = house.services.pads
        number_closed, number_open = [number_of(await open_pad(house, HOST, "five_crowns")) for _ in range(2)]
        keeper = commands.PadActor(person(house, HOST), None, moderator=True)
        await pads.change(number_closed, commands.finish(keeper, over=True))
        await house.wait_until_settled(WorkKind.RECORD_PAD)
        moderator = (person(house, MODERATOR).id, MODERATOR)
        await house.store.moderation.ban(guild(house), (person(house, SEATED).id, SEATED), moderator, "Shouted.")
        await house.store.moderation.ban(guild(house), (person(house, BYSTANDER).id, BYSTANDER), moderator, "Swore.")
        await house.store.moderation.allow(guild(house), person(house, BYSTANDER).id, moderator)

        async def is_kept() -> bool:
            record = await house.store.pads.pad(number_closed)
            return record is not None and record.status == "finished"

        await house.until(is_kept)
        await set_retention(house, 30)
        await advance_clock(house, 31)
        assert await house.services.retention.sweep() == (0, 1, 2)
        assert await house.store.pads.pad(number_closed) is None
        assert await house.store.pads.pad(number_open) is not None
        (act_record,) = await house.store.moderation.acts(guild(house), None, 10)
        assert (act_record.act, act_record.words) == ("ban", "Shouted.")
        answer = await house.command(HOST, "pad show", CHANNEL, pad=number_closed)
        assert "That pad is deleted: this server keeps closed pads for 30 days." in told(answer)


async def test_the_pass_comes_by_itself_and_goes_on_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A while after the start, then once a day."""
    monkeypatch.setattr(retention, "FIRST_SWEEP_SECONDS", 0.01)
    monkeypatch.setattr(retention, "SWEEP_INTERVAL_SECONDS", 0.01)
    async with start_room() as house:
        old = await play_on(house, await set_up_table(house, hands=1))
        await wait_until_recorded(house, old)
        tables, failed = house.store.retention.tables, 0

        async def fail_once(*arguments: Any) -> Any:
            nonlocal failed
            failed += 1
            if failed == 1:
                raise StoreError("busy")
            return await tables(*arguments)

        monkeypatch.setattr(house.store.retention, "tables", fail_once)
        await set_retention(house, 30)
        await advance_clock(house, 31)

        async def is_gone() -> bool:
            return await house.store.tables.get(old.id) is None

        await house.until(is_gone)
        assert failed > 1
