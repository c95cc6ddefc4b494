"""Clocks in the store: when the bot ran, and the tables whose times are to be drawn anew."""

from __future__ import annotations

from data.engine.shards import Shards
from data.store import Store
from data.tables.clocks import REDRAW_SPACING_MS, Run
from data.tables.records import NewWork, Work
from data.tables.work import WorkKind, WorkState
from tests.data.makers import GUILD, make_draft, make_move, make_seat, make_step, read_table
from tests.support.databases import Place

NOW = 1_800_000_000_000


async def open_store(place: Place) -> Store:
    """Return a store whose time is NOW."""
    return await Store.open(place.database(), clock=lambda: NOW)


async def open_ticking_table(store: Store, guild: int = GUILD, *more: NewWork) -> int:
    """Open a table with two clocks; return its number."""
    clocks = [NewWork(WorkKind.EXPIRE_CLOCK, f"{number}:1", 1, {"seat": number}, NOW + 5000) for number in range(2)]
    return (await store.tables.create(make_draft(guild=guild), [make_move()], [*clocks, *more], [make_seat(0)])).id


async def read_time_corrections(store: Store, *tables: int) -> list[Work]:
    """Return the work that draws these tables' times anew."""
    return [work for table in tables for work in await store.work.of_table(table, WorkKind.CORRECT_TIMES)]


async def test_each_table_with_a_running_clock_is_redrawn_once_in_turn(place: Place) -> None:
    store = await open_store(place)
    first, elsewhere, second = (
        await open_ticking_table(store),
        await open_ticking_table(store, GUILD + 1),
        await open_ticking_table(store),
    )
    still = await store.tables.create(
        make_draft(), [make_move()], [NewWork(WorkKind.PING, "0:1", 1, {"seat": 0}, NOW)], [make_seat(0)]
    )
    await store.clocks.redraw(WorkKind.EXPIRE_CLOCK, GUILD)
    work_items = await read_time_corrections(store, first, elsewhere, second, still.id)
    assert [
        (work.table, work.guild, work.key, work.seq, work.payload, work.due, work.state) for work in work_items
    ] == [
        (first, GUILD, "", 0, {}, NOW + REDRAW_SPACING_MS, WorkState.DUE),
        (second, GUILD, "", 0, {}, NOW + 2 * REDRAW_SPACING_MS, WorkState.DUE),
    ]
    await store.work.mark(work_items[0].id, WorkState.DONE, seq=0)
    await store.work.retry(work_items[1].id, NOW + 60_000)
    assert await store.clocks.begin_run(NOW, 0, WorkKind.EXPIRE_CLOCK) == 1
    again = await read_time_corrections(store, first, elsewhere, second, still.id)
    assert [(work.table, work.due, work.tries, work.state) for work in again] == [
        (table, NOW + place * REDRAW_SPACING_MS, 0, WorkState.DUE)
        for place, table in enumerate((first, elsewhere, second), 1)
    ]
    await store.close()


async def test_a_run_lasts_until_it_was_last_noted_and_is_forgotten_after_a_time(place: Place) -> None:
    store = await open_store(place)
    first = await store.clocks.begin_run(NOW, 0)
    await store.clocks.beat((first,), NOW + 100)
    await store.clocks.beat((first,), NOW + 50)
    assert await store.clocks.runs(0) == [Run(first, 0, 1, NOW, NOW + 100)]
    second = await store.clocks.begin_run(NOW + 500, NOW + 101, shard=3, shard_count=4)
    assert await store.clocks.runs(0) == [Run(second, 3, 4, NOW + 500, NOW + 500)]
    third, fourth = await store.clocks.turn_clock_back(NOW - 500, NOW + 500, ((3, 4), (2, 4)))
    before = Run(second, 3, 4, NOW + 500, NOW + 500)
    assert await store.clocks.runs(NOW) == [before]
    back = Run(third, 3, 4, NOW - 500, NOW - 500), Run(fourth, 2, 4, NOW - 500, NOW - 500)
    assert await store.clocks.runs(0) == [before, *back]
    await store.clocks.beat((second, fourth), NOW + 900)
    assert [run.last for run in await store.clocks.runs(0)] == [NOW + 900, NOW - 500, NOW + 900]
    await store.close()


async def test_a_shard_that_is_back_has_its_own_tables_drawn_anew(place: Place) -> None:
    store = await open_store(place)
    tables = [await open_ticking_table(store, guild << 22) for guild in (6, 7, 8)]
    await store.clocks.begin_run(NOW, 0, WorkKind.EXPIRE_CLOCK, shard=1, shard_count=2)
    assert [work.table for work in await read_time_corrections(store, *tables)] == tables[1:2]
    await store.close()


async def test_where_the_clock_is_set_back_work_of_given_shards_is_due(place: Place) -> None:
    store = await open_store(place)
    tables = [await open_ticking_table(store, guild << 22) for guild in (6, 7)]
    await store.clocks.turn_clock_back(NOW - 500, NOW + 5000, ((1, 2),), Shards(2, frozenset({1})))
    due = [{work.due for work in await store.work.of_table(table, WorkKind.EXPIRE_CLOCK)} for table in tables]
    assert due == [{NOW + 5000}, {NOW - 500}]
    await store.close()


async def test_work_of_a_table_is_made_due_earlier_and_never_later(place: Place) -> None:
    store = await open_store(place)
    pings = [NewWork(WorkKind.PING, f"{number}:1", 1, {"seat": number}, NOW + 9000 * number) for number in range(3)]
    table, other = await open_ticking_table(store, GUILD, *pings), await open_ticking_table(store, GUILD, *pings)
    await store.tables.append(
        make_step(table, (await read_table(store, table)).seq, drop=((WorkKind.EXPIRE_CLOCK, "1:1"),))
    )
    before = {work.id: work.due for work in await store.work.of_table(other)}
    await store.clocks.bring_forward(table, WorkKind.PING, "2:1", NOW + 3000)
    await store.clocks.bring_forward(table, WorkKind.PING, "2:1", NOW + 4000)
    await store.clocks.bring_forward(table, WorkKind.PING, "0:1", NOW + 4000)
    pinged = await store.work.of_table(table, WorkKind.PING)
    assert [work.due for work in pinged] == [NOW, NOW + 9000, NOW + 3000]
    gone = [(work.id, work.due) for work in await store.work.of_table(table) if work.state == WorkState.CANCELLED]
    await store.clocks.recheck(table, (WorkKind.EXPIRE_CLOCK, WorkKind.REMIND))
    due = {work.key: work.due for work in await store.work.of_table(table, WorkKind.EXPIRE_CLOCK)}
    assert due["0:1"] == NOW
    assert [
        (work.id, work.due) for work in await store.work.of_table(table) if work.state == WorkState.CANCELLED
    ] == gone
    assert [work.due for work in await store.work.of_table(table, WorkKind.PING)] == [work.due for work in pinged]
    assert {work.id: work.due for work in await store.work.of_table(other)} == before
    await store.close()
