"""Tables that are not in memory: how many reads they cost, and who waits for whom."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path

import pytest

from bot.common.errors import UnknownTable
from bot.tables.commands import leave_and_end, lobby
from bot.tables.services.loader import MAX_TABLES_READ_TOGETHER
from bot.tables.services.tables import Tables
from data.engine.errors import StoreError
from data.tables.records import EventRecord, StoredTable
from tests.support.people import ADA, BELA, make_actor
from tests.support.random_tables import play_hands, read_log_state, start_table
from tests.support.tables import VOREN, open_lobby
from tests.support.waiting import until

MANY = 25


async def open_cold_tables(tables: Tables, number: int) -> list[int]:
    """Open so many tables that are not in memory; return their numbers."""
    ids = [(await lobby.open_table(tables, VOREN, {}, (1, 2), make_actor(ADA))).id for _ in range(number)]
    for table in ids:
        tables.evict(table)
    return ids


def watch_reads(tables: Tables, monkeypatch: pytest.MonkeyPatch, hold: asyncio.Event | None = None) -> list[int]:
    """Return how many tables each read is for, from now on; none is answered before `hold`."""
    stored, reads = tables.store.tables.stored, list[int]()

    async def note_read(numbers: Sequence[int]) -> list[StoredTable]:
        reads.append(len(numbers))
        if hold:
            await hold.wait()
        return await stored(numbers)

    monkeypatch.setattr(tables.store.tables, "stored", note_read)
    return reads


async def test_tables_asked_for_meanwhile_are_read_together(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers, reads = await open_cold_tables(tables, MANY), watch_reads(tables, monkeypatch)
    lives = await asyncio.gather(*map(tables.find, numbers))
    assert [live.id for live in lives] == numbers
    assert reads == [MAX_TABLES_READ_TOGETHER, MAX_TABLES_READ_TOGETHER, MANY - 2 * MAX_TABLES_READ_TOGETHER]
    assert [await tables.find(number) for number in numbers] == lives
    assert sum(reads) == MANY


async def test_one_that_comes_while_others_are_read_is_read_next(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    released = asyncio.Event()
    numbers, reads = await open_cold_tables(tables, 3), watch_reads(tables, monkeypatch, released)
    first = asyncio.create_task(tables.find(numbers[0]))
    await until(lambda: reads)
    loads = [asyncio.create_task(tables.find(number)) for number in (*numbers[1:], numbers[1])]
    await asyncio.sleep(0)
    released.set()
    lives = [await first, *[await load for load in loads]]
    assert [live.id for live in lives] == [*numbers, numbers[1]]
    assert lives[1] is lives[3]
    assert reads == [1, 2]


async def test_those_that_there_are_not_are_told_so_beside_others_that_there_are(tables: Tables) -> None:
    (number,) = await open_cold_tables(tables, 1)
    loaded_table, error = await asyncio.gather(tables.find(number), tables.find(999), return_exceptions=True)
    assert not isinstance(loaded_table, BaseException)
    assert loaded_table.id == number
    assert isinstance(error, UnknownTable)
    assert [live.id for live in await tables.find_all([999, number])] == [number]


@pytest.mark.parametrize("failures", [1, 1 + MAX_TABLES_READ_TOGETHER], ids=["together", "by itself, too"])
async def test_where_a_read_fails_each_table_is_read_by_itself(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, failures: int
) -> None:
    """Whoever waits for one that cannot be read then is told, and asks anew."""
    numbers, stored, tries = await open_cold_tables(tables, MANY), tables.store.tables.stored, list[int]()

    async def fail_at_first(requested: Sequence[int]) -> list[StoredTable]:
        tries.append(len(requested))
        if len(tries) <= failures:
            raise StoreError("the disk is busy")
        return await stored(requested)

    monkeypatch.setattr(tables.store.tables, "stored", fail_at_first)
    lives = await asyncio.gather(*map(tables.find, numbers), return_exceptions=True)
    unread = 0 if failures == 1 else MAX_TABLES_READ_TOGETHER
    assert [isinstance(live, StoreError) for live in lives] == [place < unread for place in range(MANY)]
    assert tries[: MAX_TABLES_READ_TOGETHER + 2] == [
        MAX_TABLES_READ_TOGETHER,
        *[1] * MAX_TABLES_READ_TOGETHER,
        MAX_TABLES_READ_TOGETHER,
    ]
    assert [live.id for live in await asyncio.gather(*map(tables.find, numbers))] == numbers


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE hands SET start = '{' WHERE table_id = ?",
        "UPDATE hands SET points = 'x y' WHERE table_id = ?",
        "UPDATE events SET public = '{' WHERE table_id = ? AND seq = 3",
        "UPDATE tables SET settings = '{' WHERE id = ?",
    ],
)
async def test_one_that_is_damaged_takes_no_other_with_it(tables: Tables, tmp_path: Path, damage: str) -> None:
    damaged = await play_hands(tables, await start_table(tables, hands=9), 1)
    whole = await play_hands(tables, await start_table(tables, hands=9), 2)
    with sqlite3.connect(tmp_path / "e.sqlite3") as database:
        database.execute(damage, (damaged.id,))
    database.close()
    for live in (damaged, whole):
        tables.evict(live.id)
    _, result = await asyncio.gather(*(tables.find(table.id) for table in (damaged, whole)), return_exceptions=True)
    assert not isinstance(result, BaseException)
    assert result.state is not None
    assert whole.state is not None
    assert result.state.view(None) == whole.state.view(None)


async def test_two_with_hands_are_read_together_as_by_themselves(tables: Tables) -> None:
    lives = [await play_hands(tables, await start_table(tables, hands=9), hands) for hands in (1, 3)]
    before = [read_log_state(live) for live in lives]
    for live in lives:
        tables.evict(live.id)
    results = await asyncio.gather(*(tables.find(live.id) for live in lives))
    assert [read_log_state(live) for live in results] == before


async def test_erasure_during_loading_leaves_no_data_in_memory(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    live = await open_lobby(tables, BELA)
    tables.evict(live.id)
    stored, released, read_done = tables.store.tables.stored, asyncio.Event(), asyncio.Event()

    async def read_slowly(numbers: Sequence[int]) -> list[StoredTable]:
        stored_tables = await stored(numbers)
        read_done.set()
        await released.wait()
        return stored_tables

    monkeypatch.setattr(tables.store.tables, "stored", read_slowly)
    reading = asyncio.create_task(tables.find(live.id))
    await read_done.wait()
    await tables.store.privacy.erase(BELA.id)
    evicting = asyncio.create_task(tables.evict_person(BELA.id))
    await asyncio.sleep(0.02)
    released.set()
    assert BELA.id in [seat.user for seat in (await reading).record.seats]
    await evicting
    assert BELA.id not in [seat.user for seat in (await tables.find(live.id)).record.seats]


async def test_cancelled_load_does_not_stop_others(tables: Tables) -> None:
    (number,) = await open_cold_tables(tables, 1)
    cancelled, waiting = (asyncio.create_task(tables.find(number)) for _ in range(2))
    await asyncio.sleep(0)
    cancelled.cancel()
    assert (await waiting).id == number
    with pytest.raises(asyncio.CancelledError):
        await cancelled


async def test_a_long_log_holds_up_no_other_table(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is read in pages, and others that were asked for with it are there before it."""
    monkeypatch.setattr("data.tables.repository.PAGE_EVENTS", 20)
    long = await open_lobby(tables)
    for _ in range(15):
        await lobby.join(tables, long.id, make_actor(BELA))
        long, _ = await leave_and_end.leave(tables, long.id, make_actor(BELA))
    (short,) = await open_cold_tables(tables, 1)
    tables.evict(long.id)
    released, pages = asyncio.Event(), tables.store.tables.pages

    async def read_slowly(table: int, after: int = 0) -> AsyncGenerator[list[EventRecord]]:
        await released.wait()
        async for page in pages(table, after):
            yield page

    monkeypatch.setattr(tables.store.tables, "pages", read_slowly)
    loading = asyncio.create_task(tables.find(long.id))
    assert (await tables.find(short)).id == short
    assert not loading.done()
    released.set()
    assert (await loading).record.seq == long.record.seq
