"""Two bots that share a database, each with some of Discord's shards."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from types import SimpleNamespace
from typing import Any
from unittest import mock

import pytest

from bot.app import health
from bot.common.errors import Declined
from bot.processes import identify, leases
from data.processes.leases import COUNT_LEASE, IDENTIFY_LEASE, LEADER_LEASE
from data.tables.events import EventKind
from data.tables.records import NewEvent
from data.tables.work import WorkKind, WorkState
from sandbox.server import limits
from tests.data.makers import read_table
from tests.support.clocks import user_of
from tests.support.house import House, Seated
from tests.support.messages import buttons, text
from tests.support.moves import find_move_buttons
from tests.support.processes import Cluster, SharedHouse, start_cluster
from tests.support.rest_proxy import run_proxy


async def open_joined_table(both: Cluster, house: House, shard: int, **options: Any) -> Seated:
    """Open a table of Ada's and Bela's in the server on that shard."""
    return await house.open("Ada", ("Bela",), channel=both.channel(shard), hands=1, **options)


async def test_each_bot_plays_in_its_servers_and_both_see_all_tables() -> None:
    async with start_cluster(ping_delay=0.3, ping_quiet=0) as both:
        tables = [await open_joined_table(both, both.first, 0), await open_joined_table(both, both.second, 3)]
        for house, table in zip((both.first, both.second), tables, strict=True):
            who = await house.find_awaited(table)
            assert who is not None
            await house.until(lambda here=house, table=table: len(read_pings(here, table)) == 1)
            await house.play_out(table)
            await house.fresh(table)
            assert len(house.boards(table)) == 1
        for here, table in zip((both.first, both.second), tables, strict=True):
            await here.wait_until_settled()
            assert len(here.boards(table)) == 1
        for shard in (0, 3):
            await both.first.until(partial(counts_a_game, both, shard))


async def counts_a_game(both: Cluster, shard: int) -> bool:
    """Check whether the first bot has one game of Ada's in the server on that shard."""
    answer = await both.first.command("Ada", "stats", channel=both.channel(shard))
    return "1 game" in text(answer.get("message") or {})


def read_pings(house: House, table: Seated) -> list[str]:
    """Return the messages at a table's place that say whose turn it is."""
    messages = house.sandbox.people.messages("Ada", table.place)
    return [
        message["content"]
        for message in messages
        if "it is your turn" in message["content"] and not message["flags"] & 64
    ]


async def test_tables_of_all_servers_are_listed_in_each_with_the_name_of_their_server() -> None:
    async with start_cluster() as both:
        tables = [await open_joined_table(both, both.first, 1), await open_joined_table(both, both.second, 2)]
        for shard in range(4):
            answer = await both.first.command("Ada", "table mine", channel=both.channel(shard))
            message_text = text(answer.get("message") or {})
            for table, place in zip(tables, (1, 2), strict=True):
                assert f"table {table.number}" in message_text, message_text
                name = both.sandbox.world.guilds[str(both.guild(place))].name
                assert shard == place or name in message_text, message_text


async def test_a_table_that_another_bot_has_moved_on_is_read_before_it_is_acted_on() -> None:
    """The other bot's notification may come later than the next press: here it never comes."""
    async with start_cluster() as both:
        table = await open_joined_table(both, both.first, 0)
        who = await both.first.find_awaited(table)
        assert who is not None
        hand = await both.first.hand(who, table)
        await both.second.bot.services.tables.find(table.number)
        await both.second.bot.services.changes.close()
        before = (await both.second.live(table)).record.seq
        await both.first.click(who, hand, min(find_move_buttons(hand).values()))
        after = (await both.first.live(table)).record.seq
        assert (await both.second.live(table)).record.seq == before < after

        log: list[int] = []

        def add_event(step: Any) -> None:
            log.append(step.record.seq)
            step.add(NewEvent(EventKind.KEEP))

        tables = both.second.bot.services.tables
        await tables.change(table.number, None, add_event)
        assert log == [before, after]
        assert (await read_table(both.first.store, table.number)).seq == after + 1


async def test_a_refusal_by_what_another_bot_has_changed_does_not_count() -> None:
    async with start_cluster() as both:
        table = await open_joined_table(both, both.first, 0)
        who = await both.first.find_awaited(table)
        assert who is not None
        hand = await both.first.hand(who, table)
        await both.second.bot.services.tables.find(table.number)
        await both.second.bot.services.changes.close()
        await both.first.click(who, hand, min(find_move_buttons(hand).values()))
        after = (await both.first.live(table)).record.seq

        def add_event(step: Any) -> None:
            if step.record.seq < after:
                raise Declined("Not yet.")
            step.add(NewEvent(EventKind.KEEP))

        await both.second.bot.services.tables.change(table.number, None, add_event)
        assert (await read_table(both.first.store, table.number)).seq == after + 1


async def test_change_by_one_bot_is_reloaded_by_the_other() -> None:
    async with start_cluster() as both:
        first, second = both.first.bot.services, both.second.bot.services
        table = await open_joined_table(both, both.first, 0)
        user = user_of(both.first, "Ada")
        person: Any = SimpleNamespace(id=user, display_name="Ada")
        await second.tables.find(table.number)
        assert not (await second.people.of(user)).plays_only_card
        who = await both.first.find_awaited(table)
        assert who is not None
        await both.first.act(table, who)
        seq = (await both.first.live(table)).record.seq

        async def has_seq() -> bool:
            return (await both.second.live(table)).record.seq == seq

        await both.first.until(has_seq)
        await first.people.change(person, plays_only_card=True)
        await both.first.until(lambda: second.people.plays_only_card(user))
        assert (await second.people.of(user)).plays_only_card
        await first.guild_settings.change(both.guild(0), max_tables=3)

        async def is_settled() -> bool:
            return (await second.guild_settings.of(both.guild(0))).max_tables == 3

        await both.first.until(is_settled)


async def test_erasure_in_one_server_reaches_all_bots() -> None:
    async with start_cluster() as both:
        table = await open_joined_table(both, both.first, 0)
        user = user_of(both.first, "Ada")
        second = both.second.bot.services.tables
        assert (await second.find(table.number)).knows(user)
        await both.second.meant("Ada", "privacy delete", "Delete my data", channel=both.channel(3))

        async def is_forgotten(house: SharedHouse) -> bool:
            return not (await house.live(table)).knows(user)

        for house in (both.first, both.second):
            await house.until(lambda here=house: is_forgotten(here))
        assert str(user) not in str(both.first.board(table, "Bela"))


async def test_the_start_of_one_bot_leaves_the_tables_of_the_other_awake() -> None:
    """The servers of other shards are not there for it, and yet not gone."""
    async with start_cluster() as both:
        table = await open_joined_table(both, both.first, 0)
        await both.second.restart()
        await both.second.wait_until_settled()
        assert await both.first.store.guild_settings.departed() == set()
        assert await both.first.store.work.parked() == set()
        assert not await both.second.bot.services.guilds.has_left(both.guild(0))
        assert not both.second.bot.services.guild_settings.absent
        who = await both.first.find_awaited(table)
        assert who is not None
        await both.first.act(table, who)


async def test_only_the_restarted_bot_does_its_own_work() -> None:
    async with start_cluster() as both:
        table = await open_joined_table(both, both.first, 1)
        who = await both.first.find_awaited(table)
        assert who is not None
        hand = await both.first.hand(who, table)
        await both.first.click(who, hand, min(find_move_buttons(hand).values()))
        await both.first.stop()
        message_text = text(both.second.board(table))
        await asyncio.sleep(0.3)
        assert text(both.second.board(table)) == message_text
        await both.first.start()
        await both.first.fresh(table)
        assert len(both.first.boards(table)) == 1


async def test_one_bot_leads_and_the_other_does_so_once_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "RENEW_SECONDS", 0.1)
    async with start_cluster() as both:
        services = [house.bot.services for house in (both.first, both.second)]
        assert [service.leases.is_leader for service in services] == [True, False]
        held = await both.first.store.leases.holders()
        named = {name: owner for name, owner in held.items() if not name.startswith((IDENTIFY_LEASE, COUNT_LEASE))}
        assert sorted(named) == [LEADER_LEASE, "shard 0", "shard 1", "shard 2", "shard 3"]
        assert len(set(named.values())) == 2
        healths = [
            (await health.check_components(house.bot, house.bot.services))["leases"]
            for house in (both.first, both.second)
        ]
        assert [component_health.detail for component_health in healths] == [
            "the work of 2 of 2 shards, and what one process does for all",
            "the work of 2 of 2 shards",
        ]
        assert all(component_health.ok for component_health in healths)
        await both.first.stop()
        await both.second.until(lambda: services[1].leases.is_leader)
        await both.first.start()
        assert not both.first.bot.services.leases.is_leader


async def test_a_second_bot_with_the_same_shards_is_a_reserve_and_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "RENEW_SECONDS", 0.1)
    async with start_cluster(("0-3", "0-3")) as both:
        first = both.first.bot.services.leases
        table = await open_joined_table(both, both.first, 2)
        await both.first.fresh(table)
        starting = asyncio.create_task(both.second.start())
        await both.first.until(lambda: hasattr(both.second, "bot"))
        await asyncio.sleep(0.5)  # five renewals
        second = both.second.bot.services
        assert second.leases.is_reserve
        assert not both.second.bot.shards
        assert await health.check_components(both.second.bot, second) == {
            "database": (True, mock.ANY),
            "leases": (True, "in reserve: another process has leases of these shards"),
        }
        who = await both.first.find_awaited(table)
        assert who is not None
        await both.first.act(table, who)
        await both.first.fresh(table)
        assert not first.is_reserve

        await both.first.stop()
        await starting
        assert not second.leases.is_reserve
        who = await both.second.find_awaited(table)
        assert who is not None
        await both.second.act(table, who)
        await both.second.fresh(table)
        assert len(both.second.boards(table)) == 1
        await both.second.stop()
        await both.first.start()


async def test_a_bot_whose_shards_another_has_taken_over_stops(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Its machine had stopped it for an hour, say."""
    monkeypatch.setattr(leases, "RENEW_SECONDS", 0.1)
    async with start_cluster(("0-3", "0-3")) as both:
        store = both.first.store
        assert store.process is not None
        lost = asyncio.create_task(both.first.bot.services.leases.wait_lost())
        await asyncio.sleep(0.3)
        assert not lost.done()
        while not await store.leases.renew(["shard 2"], "another", 60_000):  # it renews its leases meanwhile
            await store.leases.release(store.process.name)
        await asyncio.wait_for(lost, 5)
        assert "another process has taken the leases: shard 2" in caplog.text


async def test_a_bot_whose_lease_another_has_posts_nothing() -> None:
    """Its machine had stopped it for a while, say: what it goes on with is the other's by now."""
    async with start_cluster() as both:
        store = both.first.store
        assert store.process is not None
        table = await both.first.open("Ada", ("Bela",), channel=both.channel(0), start=False)
        await both.first.wait_until_settled()
        (work,) = [
            work_item
            for work_item in await store.work.of_table(table.number, WorkKind.EXPIRE)
            if work_item.state == WorkState.DUE
        ]
        await both.first.bot.services.leases.close()
        await store.leases.renew(["shard 0"], "another", 60_000)
        assert not await store.work.begin(work.id, 1)
        await store.leases.release("another")
        await store.leases.renew(["shard 0"], store.process.name, 60_000)
        assert await store.work.begin(work.id, 1)


async def test_shards_identify_one_at_a_time_in_each_of_discords_buckets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "IDENTIFY_SECONDS", 0.3)
    monkeypatch.setattr(identify, "BUCKET_MS", 900)
    async with start_cluster() as both:
        gateway = both.sandbox.gateway
        await asyncio.gather(both.first.stop(), both.second.stop())
        gateway.max_concurrency, gateway.enforces_concurrency = 1, True
        gateway.identifies.clear()
        began = time.monotonic()
        await asyncio.gather(both.first.start(), both.second.start())
        assert [entry.accepted for entry in gateway.identifies] == [True] * 4
        assert time.monotonic() - began > 3 * 0.3


async def test_a_lesson_is_played_wherever_it_is_opened() -> None:
    async with start_cluster() as both:
        for shard in (0, 3):
            answer = await both.first.command("Cleo", "learn", channel=both.channel(shard), game="voren")
            message = answer.get("message") or {}
            assert answer["state"] == "message", answer
            for _ in range(2):
                label = next(iter(find_move_buttons(message)), None)
                if label is None:
                    answer = await both.first.press("Cleo", message, next(iter(buttons(message))))
                    message = answer.get("message") or {}
                    continue
                answer = await both.first.click("Cleo", message, find_move_buttons(message)[label])
                message = answer.get("message") or {}
                assert "lesson" in text(message), message


async def test_all_requests_of_both_bots_go_through_a_proxy() -> None:
    """What a proxy counts for all is not divided among the bots."""
    async with run_proxy() as (address, target, passed), start_cluster(api_base=address, before_start=target) as both:
        assert [here.settings.request_share for here in (both.first, both.second)] == [1.0, 1.0]
        table = await open_joined_table(both, both.second, 3)
        who = await both.second.find_awaited(table)
        assert who is not None
        await both.second.act(table, who)
        await both.second.fresh(table)
        assert {route.partition("/")[0] for route in passed} >= {"channels", "interactions", "gateway"}
        assert len(passed) == both.first.asked
