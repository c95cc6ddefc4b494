"""Clocks in the store: when the bot ran, and the tables whose times are to be drawn anew."""

from __future__ import annotations

from data.store import Store
from data.tables.clocks import APART
from data.tables.records import NewWork, Work
from data.tables.work import WorkKind, WorkState
from tests.data.makers import GUILD, draft, kept, move, seat, step
from tests.support.databases import Place

NOW = 1_800_000_000_000


async def opened(place: Place) -> Store:
    """A store whose time is NOW."""
    return await Store.open(place.database(), clock=lambda: NOW)


async def ticking(store: Store, guild: int = GUILD, *more: NewWork) -> int:
    """A table with two clocks."""
    clocks = [NewWork(WorkKind.EXPIRE_CLOCK, f"{number}:1", 1, {"seat": number}, NOW + 5000) for number in range(2)]
    return (await store.create_table(draft(guild=guild), [move()], [*clocks, *more], [seat(0)])).id


async def times(store: Store, *tables: int) -> list[Work]:
    """The work that draws these tables' times anew."""
    return [work for table in tables for work in await store.work(table, WorkKind.CORRECT_TIMES)]


async def test_each_table_with_a_clock_that_runs_is_drawn_anew_once_and_one_after_the_other(place: Place) -> None:
    store = await opened(place)
    first, elsewhere, second = await ticking(store), await ticking(store, GUILD + 1), await ticking(store)
    still = await store.create_table(draft(), [move()], [NewWork(WorkKind.PING, "0:1", 1, {"seat": 0}, NOW)], [seat(0)])
    await store.clocks.redraw(WorkKind.EXPIRE_CLOCK, GUILD)
    found = await times(store, first, elsewhere, second, still.id)
    assert [(work.table, work.guild, work.key, work.seq, work.payload, work.due, work.state) for work in found] == [
        (first, GUILD, "", 0, {}, NOW + APART, WorkState.DUE),
        (second, GUILD, "", 0, {}, NOW + 2 * APART, WorkState.DUE),
    ]
    await store.mark(found[0].id, WorkState.DONE, seq=0)
    await store.retry(found[1].id, NOW + 60_000)
    assert await store.clocks.begin_run(NOW, 0, WorkKind.EXPIRE_CLOCK) == 1
    again = await times(store, first, elsewhere, second, still.id)
    assert [(work.table, work.due, work.tries, work.state) for work in again] == [
        (table, NOW + place * APART, 0, WorkState.DUE) for place, table in enumerate((first, elsewhere, second), 1)
    ]
    await store.close()


async def test_a_run_lasts_until_it_was_last_noted_and_is_forgotten_after_a_time(place: Place) -> None:
    store = await opened(place)
    first = await store.clocks.begin_run(NOW, 0)
    await store.clocks.beat(first, NOW + 100)
    await store.clocks.beat(first, NOW + 50)
    assert await store.clocks.runs(0) == [(NOW, NOW + 100)]
    second = await store.clocks.begin_run(NOW + 500, NOW + 101)
    assert await store.clocks.runs(0) == [(NOW + 500, NOW + 500)]
    third = await store.clocks.set_back(NOW - 500, NOW + 500)
    assert second != third
    assert await store.clocks.runs(NOW) == [(NOW + 500, NOW + 500)]
    assert await store.clocks.runs(0) == [(NOW + 500, NOW + 500), (NOW - 500, NOW - 500)]
    await store.close()


async def test_work_of_a_table_is_made_due_earlier_and_never_later(place: Place) -> None:
    store = await opened(place)
    pings = [NewWork(WorkKind.PING, f"{number}:1", 1, {"seat": number}, NOW + 9000 * number) for number in range(3)]
    table, other = await ticking(store, GUILD, *pings), await ticking(store, GUILD, *pings)
    await store.append(step(table, (await kept(store, table)).seq, drop=((WorkKind.EXPIRE_CLOCK, "1:1"),)))
    before = {work.id: work.due for work in await store.work(other)}
    await store.clocks.bring_forward(table, WorkKind.PING, "2:1", NOW + 3000)
    await store.clocks.bring_forward(table, WorkKind.PING, "2:1", NOW + 4000)
    await store.clocks.bring_forward(table, WorkKind.PING, "0:1", NOW + 4000)
    pinged = await store.work(table, WorkKind.PING)
    assert [work.due for work in pinged] == [NOW, NOW + 9000, NOW + 3000]
    gone = [(work.id, work.due) for work in await store.work(table) if work.state == WorkState.CANCELLED]
    await store.clocks.recheck(table, (WorkKind.EXPIRE_CLOCK, WorkKind.REMIND))
    due = {work.key: work.due for work in await store.work(table, WorkKind.EXPIRE_CLOCK)}
    assert due["0:1"] == NOW
    assert [(work.id, work.due) for work in await store.work(table) if work.state == WorkState.CANCELLED] == gone
    assert [work.due for work in await store.work(table, WorkKind.PING)] == [work.due for work in pinged]
    assert {work.id: work.due for work in await store.work(other)} == before
    await store.close()
