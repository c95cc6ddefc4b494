"""When the bot was there: kept whole or not at all, and asked for before anything that falls due is judged."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.common.time_spans import Span
from bot.tables.model.clock_work import CLOCK
from bot.tables.services.tables import Tables
from bot.tables.services.uptime import MISSED, NOTICED, Uptime
from data.errors import StoreError
from data.records import TIMES, Append, NewWork
from data.store import Store
from tests.e2e.crash.faults import Trouble
from tests.support.tables import opened

LONG = NOTICED + 60_000
NOON = 1_800_000_000_000


class Wall:
    """What time it is (ms)."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> int:
        return self.now


async def redrawn(store: Store, table: int) -> bool:
    """Whether a table's board is to be drawn anew."""
    return any(one.state == "due" for one in await store.work(table, TIMES))


@pytest.mark.parametrize("commit", [1, 2])
@pytest.mark.parametrize("stage", ["before commit", "after commit"])
async def test_a_process_that_is_killed_as_it_comes_back_leaves_no_board_with_times_of_before(
    tmp_path: Path, commit: int, stage: str
) -> None:
    """Whichever commit was its last: either nobody knows that it was there, or all boards are owed."""
    trouble, wall = Trouble(), Wall()
    url = f"sqlite+aiosqlite:///{tmp_path / 'e.sqlite3'}"
    store = await Store.open(url, fault=trouble.committing)
    live = await opened(Tables(store))
    await store.append(Append(live.id, live.record.seq, work=(NewWork(CLOCK, "0:1", 1, {"seat": 0}, NOON * 2),)))
    await store.clocks.begin_run(NOON - LONG, 0)
    uptime = Uptime(store, wall)
    await uptime.start()
    trouble.plan(dict.fromkeys([commit], stage), {})
    await uptime.connected(0)
    await store.close()  # as if it had been killed

    store, wall.now = await Store.open(url), NOON + 1000
    uptime = Uptime(store, wall)
    await uptime.start()
    await uptime.connected(0)
    assert await redrawn(store, live.id)
    await uptime.close()
    await store.close()


async def test_who_asks_waits_until_all_shards_have_their_connection(tables: Tables) -> None:
    wall = Wall()
    uptime = Uptime(tables.store, wall)
    await uptime.start()
    asking = asyncio.create_task(uptime.there())
    await uptime.connected(0, 2)
    uptime.lost(0)
    await uptime.connected(1, 2)
    await asyncio.sleep(0.05)
    assert not asking.done()
    assert uptime.began is None
    await uptime.connected(0, 2)
    await asyncio.wait_for(asking, 5)
    assert uptime.began == NOON
    await uptime.close()


async def test_that_the_bot_is_there_is_tried_again_by_whoever_asks_where_it_could_not_be_kept(tmp_path: Path) -> None:
    trouble = Trouble()
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'e.sqlite3'}", fault=trouble.committing)
    uptime = Uptime(store, Wall())
    await uptime.start()
    trouble.plan({1: "before commit", 2: "before commit"}, {})
    await uptime.connected(0)
    with pytest.raises(StoreError):
        await uptime.there()
    assert uptime.began is None
    await uptime.there()
    assert uptime.began == NOON
    await uptime.close()
    await store.close()


async def test_the_time_for_which_a_machine_slept_is_known_to_whoever_asks_first(tables: Tables) -> None:
    """Also where the connection was lost meanwhile: then they wait until it is back."""
    wall = Wall()
    uptime = Uptime(tables.store, wall)
    await uptime.start()
    await uptime.connected(0)
    assert uptime.gaps() == []
    wall.now += 10 * MISSED
    await uptime.there()
    assert uptime.gaps() == [Span(NOON, wall.now)]
    woke = wall.now
    wall.now += 10 * MISSED
    uptime.lost(0)
    asking = asyncio.create_task(uptime.there())
    await asyncio.sleep(0.05)
    assert not asking.done()
    assert uptime.gaps() == [Span(NOON, woke), Span(woke, None)]
    await uptime.connected(0)
    await asyncio.wait_for(asking, 5)
    assert uptime.gaps() == [Span(NOON, woke), Span(woke, wall.now)]
    await uptime.close()


async def test_a_clock_that_is_turned_while_somebody_asks_was_no_sleep(tables: Tables) -> None:
    wall = Wall()
    uptime = Uptime(tables.store, wall)
    await uptime.start()
    await uptime.connected(0)
    wall.now += 10 * MISSED
    await asyncio.gather(uptime.turned(), uptime.there())
    assert uptime.gaps() == []
    await uptime.close()
