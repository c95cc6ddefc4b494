"""When the bot was there: kept whole or not at all, and asked for before anything that falls due is judged."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.common.time_spans import Span
from bot.tables.services.tables import Tables
from bot.tables.services.uptime import MISSED_AFTER_MS, NOTICED_AFTER_MS, Uptime
from data.engine.errors import StoreError
from data.store import Store
from data.tables.records import Append, NewWork
from data.tables.work import WorkKind, WorkState
from tests.e2e.faults import Trouble
from tests.support.tables import open_lobby
from tests.support.times import START_MS, Clock

LONG = NOTICED_AFTER_MS + 60_000
GUILD = 1000 << 22
"""Its shard is the first, if there are two."""


async def is_redrawn(store: Store, table: int) -> bool:
    """Check whether a table's board is to be drawn anew."""
    return any(
        work_item.state == WorkState.DUE for work_item in await store.work.of_table(table, WorkKind.CORRECT_TIMES)
    )


@pytest.mark.parametrize("commit", [1, 2])
@pytest.mark.parametrize("stage", ["before commit", "after commit"])
async def test_process_killed_while_it_returns_leaves_no_board_with_old_times(
    tmp_path: Path, commit: int, stage: str
) -> None:
    """Whichever commit was its last: either nobody knows that it was there, or all boards are owed."""
    trouble, clock = Trouble(), Clock()
    url = f"sqlite+aiosqlite:///{tmp_path / 'e.sqlite3'}"
    store = await Store.open(url, fault=trouble.fail_commit)
    live = await open_lobby(Tables(store))
    await store.tables.append(
        Append(live.id, live.record.seq, work=(NewWork(WorkKind.EXPIRE_CLOCK, "0:1", 1, {"seat": 0}, START_MS * 2),))
    )
    await store.clocks.begin_run(START_MS - LONG, 0)
    uptime = Uptime(store, clock)
    await uptime.start()
    trouble.plan(dict.fromkeys([commit], stage), {})
    await uptime.record_connected(0)
    await store.close()  # as if it had been killed

    store, clock.now = await Store.open(url), START_MS + 1000
    uptime = Uptime(store, clock)
    await uptime.start()
    await uptime.record_connected(0)
    assert await is_redrawn(store, live.id)
    await uptime.close()
    await store.close()


async def test_waiting_ends_when_a_shard_is_connected(tables: Tables) -> None:
    """Then they are told which have theirs, and when others come."""
    clock = Clock()
    uptime = Uptime(tables.store, clock)
    await uptime.start()
    numbers: list[int] = []
    uptime.on_work_due.connect(numbers.append)
    asking = asyncio.create_task(uptime.wait_for_shards())
    await asyncio.sleep(0.05)
    assert not asking.done()
    assert uptime.began is None
    await uptime.record_connected(0, 2)
    assert await asyncio.wait_for(asking, 5) == {0}
    assert uptime.began == START_MS
    assert numbers == []
    clock.now += 1000
    await uptime.record_connected(1, 2)
    assert numbers == [clock.now]
    assert await uptime.wait_for_shards() == {0, 1}
    assert uptime.began == START_MS
    await uptime.close()


async def test_uptime_that_was_not_saved_is_saved_on_the_next_read(tmp_path: Path) -> None:
    trouble = Trouble()
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'e.sqlite3'}", fault=trouble.fail_commit)
    uptime = Uptime(store, Clock())
    await uptime.start()
    trouble.plan({1: "before commit", 2: "before commit"}, {})
    await uptime.record_connected(0)
    with pytest.raises(StoreError):
        await uptime.wait_for_shards()
    assert uptime.began is None
    await uptime.wait_for_shards()
    assert uptime.began == START_MS
    await uptime.close()
    await store.close()


async def test_the_time_for_which_a_machine_slept_is_known_to_whoever_asks_first(tables: Tables) -> None:
    """Also where the connection was lost meanwhile: then they wait until it is back."""
    clock = Clock()
    uptime = Uptime(tables.store, clock)
    await uptime.start()
    await uptime.record_connected(0)
    assert uptime.gaps(GUILD) == []
    clock.now += 10 * MISSED_AFTER_MS
    await uptime.wait_for_shards()
    assert uptime.gaps(GUILD) == [Span(START_MS, clock.now)]
    woke = clock.now
    clock.now += 10 * MISSED_AFTER_MS
    uptime.record_lost(0)
    asking = asyncio.create_task(uptime.wait_for_shards())
    await asyncio.sleep(0.05)
    assert not asking.done()
    assert uptime.gaps(GUILD) == [Span(START_MS, woke), Span(woke, None)]
    await uptime.record_connected(0)
    await asyncio.wait_for(asking, 5)
    assert uptime.gaps(GUILD) == [Span(START_MS, woke), Span(woke, clock.now)]
    await uptime.close()


async def test_clock_change_during_a_query_is_no_sleep(tables: Tables) -> None:
    clock = Clock()
    uptime = Uptime(tables.store, clock)
    await uptime.start()
    await uptime.record_connected(0)
    clock.now += 10 * MISSED_AFTER_MS
    await asyncio.gather(uptime.record_forward_jump(), uptime.wait_for_shards())
    assert uptime.gaps(GUILD) == []
    await uptime.close()


HOUR = 3600_000


async def read_due_times(store: Store, table: int) -> dict[str, int]:
    """Return when what a table owes falls due (ms), by kind."""
    return {
        work_item.kind: work_item.due
        for work_item in await store.work.of_table(table)
        if work_item.state == WorkState.DUE and work_item.key == "owed"
    }


async def open_owing_lobby(store: Store) -> int:
    """Open a lobby at which much is owed around noon; return its number."""
    live = await open_lobby(Tables(store))
    due: dict[WorkKind, int] = {
        WorkKind.REFRESH: START_MS - 5000,
        WorkKind.COMPUTER: START_MS + 20_000,
        WorkKind.EXPIRE_CLOCK: START_MS + 20_000,
        WorkKind.PING: START_MS + HOUR,
        WorkKind.EXPIRE: START_MS + 60_000,
    }
    work = [NewWork(kind, "owed", 1, {}, at) for kind, at in due.items()]
    await store.tables.append(Append(live.id, live.record.seq, work=tuple(work)))
    (ping,) = await store.work.of_table(live.id, WorkKind.PING)
    await store.work.retry(ping.id, START_MS + HOUR)
    return live.id


def check(counts: dict[str, int], now: int) -> None:
    assert counts["refresh"] == now  # it was due
    assert abs(counts["computer"] - now - 20_000) < 5000  # it waits for as long as it would have
    assert abs(counts["ping"] - now - HOUR) < 5000  # so does what failed
    assert counts["expire_clock"] == START_MS + 20_000  # people were told when
    assert counts["expire"] == START_MS + 60_000


@pytest.mark.parametrize("back", [2 * 60_000, 3 * HOUR, 5 * 24 * HOUR])
async def test_where_the_clock_is_set_back_work_is_done_and_deadlines_stay(tables: Tables, back: int) -> None:
    clock, store = Clock(), tables.store
    clock.now = START_MS - 10 * 24 * HOUR
    uptime = Uptime(store, clock)
    await uptime.start()
    await uptime.record_connected(0)
    clock.now = START_MS
    await uptime.record_forward_jump()
    table = await open_owing_lobby(store)
    clock.now -= back
    numbers: list[int] = []
    uptime.on_work_due.connect(numbers.append)
    await asyncio.gather(uptime.wait_for_shards(), uptime.wait_for_shards())
    assert numbers == [clock.now]
    check(await read_due_times(store, table), clock.now)
    assert uptime.gaps(GUILD) == []
    later = await read_due_times(store, table)
    clock.now += 1000
    await uptime.wait_for_shards()
    assert await read_due_times(store, table) == later
    clock.now = START_MS + 1000  # it is corrected: the bot was there all the time
    await uptime.wait_for_shards()
    assert uptime.gaps(GUILD) in ([], [Span(START_MS, START_MS + 1000)])  # it was there at START_MS, as far as is noted
    await uptime.close()


async def test_a_clock_that_was_set_back_while_the_bot_was_stopped_is_noticed_once(tables: Tables) -> None:
    clock, store = Clock(), tables.store
    uptime = Uptime(store, clock)
    await uptime.start()
    await uptime.record_connected(0)
    await uptime.close()
    table = await open_owing_lobby(store)
    clock.now -= 3 * HOUR
    uptime = Uptime(store, clock)
    await uptime.start()
    await uptime.record_connected(0)
    await uptime.wait_for_shards()
    check(await read_due_times(store, table), clock.now)
    assert uptime.gaps(GUILD) == []
    await uptime.close()

    lobby = await open_lobby(Tables(store))
    await store.tables.append(
        Append(lobby.id, lobby.record.seq, work=(NewWork(WorkKind.ANNOUNCE, "owed", 1, {}, clock.now + HOUR),))
    )
    clock.now += 60_000
    uptime = Uptime(store, clock)
    await uptime.start()
    await uptime.record_connected(0)
    await uptime.wait_for_shards()
    assert (await read_due_times(store, lobby.id))["announce"] == START_MS - 2 * HOUR
    await uptime.close()


async def test_a_bot_that_was_away_after_its_clock_was_set_back_was_away(tables: Tables) -> None:
    """Times that the clock had shown before count as those in which it was there; later ones do not."""
    clock, store = Clock(), tables.store
    for began, ended in ((START_MS, START_MS + HOUR), (START_MS - HOUR, START_MS - HOUR)):
        clock.now = began
        uptime = Uptime(store, clock)
        await uptime.start()
        await uptime.record_connected(0)
        clock.now = ended
        await uptime.record_forward_jump()
        await uptime.close()
    clock.now = START_MS + 2 * HOUR
    uptime = Uptime(store, clock)
    await uptime.start()
    await uptime.record_connected(0)
    assert uptime.gaps(GUILD) == [Span(START_MS - HOUR, START_MS), Span(START_MS + HOUR, START_MS + 2 * HOUR)]
    await uptime.close()
