"""Processes that share PostgreSQL: leases, notifications, and work by shard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import psycopg
import pytest

from data.deals.records import DealPlan, deal_of_day
from data.engine.errors import StoreError, StoreTooNew
from data.engine.process import new_process
from data.engine.shards import Shards
from data.people.records import GuildSettings, Preferences
from data.processes.notifications import Change, ChangeKind
from data.standings.records import HandPart, HandResult, Origin
from data.store import Store
from data.tables.records import LESSONS_GUILD_ID, NewWork
from data.tables.work import Subject, SubjectKind, WorkKind
from tests.data.makers import GUILD, HOST, create_table, make_draft, make_move, make_seat, make_step, read_table
from tests.support.databases import PostgresPlace, new_place
from tests.support.waiting import until

COUNT = 4


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[PostgresPlace]:
    """Yield a database on PostgreSQL."""
    with new_place("postgresql", tmp_path) as place:
        assert isinstance(place, PostgresPlace)
        yield place


@asynccontextmanager
async def open_store(place: PostgresPlace) -> AsyncGenerator[tuple[Store, str]]:
    """Yield a store of one more process, and its name."""
    process = new_process(COUNT)
    store = await Store.open(place.database(), process=process)
    try:
        yield store, process.name
    finally:
        await store.close()


@asynccontextmanager
async def listen_for_changes(store: Store) -> AsyncGenerator[list[Change | None]]:
    """Yield what a store hears from now on."""
    changes = list[Change | None]()

    async def listen() -> None:
        async with aclosing(store.changes()) as heard:
            async for change in heard:
                changes.append(change)

    listening = asyncio.create_task(listen())
    await until(lambda: changes == [None])
    try:
        yield changes
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


async def test_a_lease_is_one_owners_until_it_runs_out_or_is_released(place: PostgresPlace) -> None:
    async with open_store(place) as (first, me), open_store(place) as (second, other):
        assert await first.leases.renew(["shard 0", "leader"], me, 60_000) == {"shard 0", "leader"}
        assert await second.leases.renew(["shard 0", "shard 1"], other, 200) == {"shard 1"}
        assert await first.leases.renew(["shard 0", "shard 1"], me, 60_000) == {"shard 0"}
        await asyncio.sleep(0.3)
        assert await first.leases.holders() == {"shard 0": me, "leader": me}
        assert await first.leases.renew(["shard 0", "shard 1"], me, 60_000) == {"shard 0", "shard 1"}
        await first.leases.release(me)
        assert await second.leases.renew(["shard 0", "leader"], other, 60_000) == {"shard 0", "leader"}


async def test_of_many_who_take_a_lease_at_once_one_has_it(place: PostgresPlace) -> None:
    async with open_store(place) as (first, _), open_store(place) as (second, _):
        taken = await asyncio.gather(
            *(store.leases.take("identify 0", str(number), 60_000) for number in range(10) for store in (first, second))
        )
        assert sum(taken) == 1
        assert not await first.leases.take("identify 0", "0", 60_000)


async def test_the_others_hear_of_each_change_once_it_is_committed(place: PostgresPlace) -> None:
    async with (
        open_store(place) as (first, me),
        open_store(place) as (second, _),
        listen_for_changes(first) as own,
        listen_for_changes(second) as changes,
    ):
        table = await create_table(first)
        await first.tables.append(make_step(table.id, table.seq))
        await first.tables.record_board(table.id, 1, 5, 6)
        await first.guild_settings.save(GuildSettings(GUILD, {"max_tables": 3}))
        await first.preferences.save((HOST, "Ada"), Preferences(reminders=False))
        await first.privacy.erase(HOST)
        messages = [Change(ChangeKind.TABLE, table.id, GUILD, me)] * 3
        of_people = [Change(ChangeKind.PERSON, HOST, 0, me), Change(ChangeKind.ERASURE, HOST, 0, me)]
        await until(lambda: changes[1:] == [*messages, Change(ChangeKind.GUILD, GUILD, 0, me), *of_people])
        assert own == [None], "nobody hears of their own"


async def test_the_others_hear_of_work_that_may_be_theirs(place: PostgresPlace) -> None:
    async with open_store(place) as (first, me), open_store(place) as (second, _):
        clock = NewWork(WorkKind.EXPIRE_CLOCK, "0:1", 1, {"seat": 0}, 2**50)
        table = (await first.tables.create(make_draft(), [make_move()], [clock], [make_seat(0)])).id
        async with listen_for_changes(second) as changes:
            of_table, of_work = Change(ChangeKind.TABLE, table, 0, me), Change(ChangeKind.WORK, GUILD, 0, me)
            await first.clocks.bring_forward(table, WorkKind.EXPIRE_CLOCK, "0:1", 2**49)
            await first.clocks.bring_forward(table, WorkKind.EXPIRE_CLOCK, "0:1", 2**49)  # nothing is earlier
            await first.clocks.recheck(table, [WorkKind.EXPIRE_CLOCK])
            await first.clocks.redraw(WorkKind.EXPIRE_CLOCK, GUILD)
            await first.work.wake(Subject(SubjectKind.TABLE, table))
            await first.deals.open(deal_of_day(7, "voren", DealPlan({}, 4, 0, 1), b"secret"))
            of_any = Change(ChangeKind.WORK, LESSONS_GUILD_ID, 0, me)
            await until(lambda: changes[1:] == [of_table, of_table, of_work, of_table._replace(guild=GUILD), of_any])


async def test_single_process_notifies_no_other(place: PostgresPlace) -> None:
    alone = await Store.open(place.database())
    async with open_store(place) as (store, _), listen_for_changes(store) as changes:
        table = await create_table(alone)
        await alone.tables.append(make_step(table.id, table.seq))
        async with open_store(place) as (other, _):
            await other.tables.append(make_step(table.id, table.seq + 1))
        await until(lambda: len(changes) == 2)
    await alone.close()


async def test_a_change_that_is_refused_is_not_told(place: PostgresPlace) -> None:
    async with open_store(place) as (first, _), open_store(place) as (second, _), listen_for_changes(second) as changes:
        table = await create_table(first)
        await until(lambda: len(changes) == 2)
        refused = [first.tables.append(make_step(table.id, table.seq, make_move(interaction=9))) for _ in range(3)]
        outcomes = await asyncio.gather(*refused, return_exceptions=True)
        assert sum(isinstance(outcome, int) for outcome in outcomes) == 1
        await until(lambda: len(changes) == 3)
        await asyncio.sleep(0.2)
        assert len(changes) == 3


async def test_lost_connection_reports_possibly_missed_changes(place: PostgresPlace) -> None:
    async with open_store(place) as (first, _), open_store(place) as (second, _), listen_for_changes(second) as changes:
        with psycopg.connect(place.url.replace("+psycopg", ""), autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE '%notifications'"
            )
        await until(lambda: changes == [None, None])
        table = await create_table(first)
        await until(lambda: len(changes) == 3)
        assert changes[-1] is not None
        assert changes[-1].number == table.id


async def test_work_is_found_by_the_shards_of_its_guild(place: PostgresPlace) -> None:
    async with open_store(place) as (store, _):
        table = await create_table(store)
        work = NewWork(WorkKind.REFRESH, seq=1, due=5)
        await store.tables.append(make_step(table.id, table.seq, work=(work,)))
        own = (GUILD >> 22) % COUNT
        others = frozenset(range(COUNT)) - {own}
        for shards, number in ((Shards(COUNT, frozenset({own})), 1), (Shards(COUNT, others), 0), (None, 1)):
            assert len(await store.work.due(10, 10, shards=shards)) == number
            assert await store.work.next_due(0, shards=shards) == (5 if number else None)


async def test_only_the_process_with_the_shards_lease_may_begin_to_post(place: PostgresPlace) -> None:
    async with open_store(place) as (first, me), open_store(place) as (second, other):
        table = await create_table(first)
        await first.tables.append(make_step(table.id, table.seq, work=(NewWork(WorkKind.PING, "0:1", seq=1, due=5),)))
        (work,) = await first.work.due(10, 10)
        lease = f"shard {(GUILD >> 22) % COUNT}"
        assert not await first.work.begin(work.id, 7)
        assert await first.leases.renew([lease], me, 60_000)
        assert not await second.work.begin(work.id, 7)
        assert await first.work.begin(work.id, 7)
        await first.leases.release(me)
        assert await second.leases.renew([lease], other, 60_000)
        assert await second.work.begin(work.id, 7)
        assert not await first.work.begin(work.id, 7)


async def test_a_move_of_another_process_is_seen_by_the_rev_of_its_row(place: PostgresPlace) -> None:
    async with open_store(place) as (first, _), open_store(place) as (second, _):
        table = await create_table(first)
        await second.tables.append(make_step(table.id, table.seq))
        assert await first.tables.rev_of(table.id) == table.rev + 1 == (await read_table(first, table.id)).rev
        assert await first.tables.rev_of(99) is None


async def test_results_that_were_read_before_an_erasure_do_not_bring_the_person_back(place: PostgresPlace) -> None:
    async with open_store(place) as (first, _), open_store(place) as (second, _):
        table = await create_table(first)
        origin = Origin("table", table.id)
        parts = (HandPart(0, "person", HOST, 3, {}), HandPart(1, "computer", None, -3, {}))
        hands = [HandResult(origin, number, GUILD, "voren", 5, "counts", False, parts) for number in (0, 1)]
        assert await second.results.add(origin, hands[:1])
        await first.privacy.erase(HOST)
        with pytest.raises(StoreError, match="erased"):
            await second.results.add(origin, hands)
    assert place.peek("SELECT count(*) FROM people WHERE user_id = ?", HOST) == [(0,)]


async def test_lost_lock_bars_writes_to_tables_updated_meanwhile(place: PostgresPlace) -> None:
    database = place.database()
    with database.held(shared=True):
        store = await Store.open(database, process=new_process(COUNT))
        writers = "FROM pg_stat_activity WHERE application_name = 'eldest-hand: writer'"
        end = f"SELECT pg_terminate_backend(pid, 5000) {writers}"
        table = await create_table(store)
        place.change(end)
        await store.tables.append(make_step(table.id, table.seq))  # it has the lock again
        place.change(end)
        place.change("UPDATE alembic_version SET version_num = '9999'")
        with pytest.raises(StoreTooNew, match="9999"):
            await store.tables.append(make_step(table.id, table.seq + 1))
        await store.close()
