"""Tables that are not in memory: how many reads they cost, and who waits for whom."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence

import pytest

from bot.errors import UnknownTable
from bot.tables import ends, lobby
from bot.tables.reader import TOGETHER
from bot.tables.tables import Tables
from data.errors import StoreError
from data.records import EventRecord, Kept
from tests.bot.tables.conftest import ADA, BELA, VOREN, opened
from tests.numbers import IDS
from tests.waiting import until

MANY = 25


async def cold(tables: Tables, number: int) -> list[int]:
    """So many tables that nobody has in memory."""
    found = [(await lobby.open_table(tables, VOREN, {}, (1, 2), ADA, next(IDS))).id for _ in range(number)]
    for table in found:
        tables.forget(table)
    return found


def watch(tables: Tables, monkeypatch: pytest.MonkeyPatch, hold: asyncio.Event | None = None) -> list[int]:
    """How many tables each read was for, from now on; none is answered before `hold`."""
    kept, read = tables.store.kept, list[int]()

    async def watched(numbers: Sequence[int]) -> list[Kept]:
        read.append(len(numbers))
        if hold:
            await hold.wait()
        return await kept(numbers)

    monkeypatch.setattr(tables.store, "kept", watched)
    return read


async def test_tables_asked_for_meanwhile_are_read_together(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers, read = await cold(tables, MANY), watch(tables, monkeypatch)
    found = await asyncio.gather(*map(tables.find, numbers))
    assert [live.id for live in found] == numbers
    assert read == [TOGETHER, TOGETHER, MANY - 2 * TOGETHER]
    assert [await tables.find(number) for number in numbers] == found
    assert sum(read) == MANY


async def test_one_that_comes_while_others_are_read_is_read_next(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on = asyncio.Event()
    numbers, read = await cold(tables, 3), watch(tables, monkeypatch, goes_on)
    first = asyncio.create_task(tables.find(numbers[0]))
    await until(lambda: read)
    others = [asyncio.create_task(tables.find(number)) for number in (*numbers[1:], numbers[1])]
    await asyncio.sleep(0)
    goes_on.set()
    found = [await first, *[await other for other in others]]
    assert [live.id for live in found] == [*numbers, numbers[1]]
    assert found[1] is found[3]
    assert read == [1, 2]


async def test_those_that_there_are_not_are_told_so_beside_others_that_there_are(tables: Tables) -> None:
    (number,) = await cold(tables, 1)
    there, nowhere = await asyncio.gather(tables.find(number), tables.find(999), return_exceptions=True)
    assert not isinstance(there, BaseException)
    assert there.id == number
    assert isinstance(nowhere, UnknownTable)
    assert [live.id for live in await tables.find_all([999, number])] == [number]


async def test_whoever_waits_for_a_read_that_fails_is_told_and_the_next_read_is_another(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers, kept, tries = await cold(tables, MANY), tables.store.kept, list[int]()

    async def once(asked: Sequence[int]) -> list[Kept]:
        tries.append(len(asked))
        if len(tries) == 1:
            raise StoreError("the disk is busy")
        return await kept(asked)

    monkeypatch.setattr(tables.store, "kept", once)
    found = await asyncio.gather(*map(tables.find, numbers), return_exceptions=True)
    assert [isinstance(one, StoreError) for one in found] == [place < TOGETHER for place in range(MANY)]
    assert [live.id for live in await asyncio.gather(*map(tables.find, numbers))] == numbers


async def test_one_who_is_stopped_stops_nobody_else(tables: Tables) -> None:
    (number,) = await cold(tables, 1)
    stopped, waits = (asyncio.create_task(tables.find(number)) for _ in range(2))
    await asyncio.sleep(0)
    stopped.cancel()
    assert (await waits).id == number
    with pytest.raises(asyncio.CancelledError):
        await stopped


async def test_a_long_log_holds_up_no_other_table(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is read in pages, and others that were asked for with it are there before it."""
    monkeypatch.setattr("data.store.PAGE", 20)
    long = await opened(tables)
    for _ in range(15):
        await lobby.join(tables, long.id, BELA, next(IDS))
        long, _ = await ends.leave(tables, long.id, BELA, next(IDS))
    (short,) = await cold(tables, 1)
    tables.forget(long.id)
    goes_on, pages = asyncio.Event(), tables.store.pages

    async def slow(table: int, after: int = 0) -> AsyncGenerator[list[EventRecord]]:
        await goes_on.wait()
        async for page in pages(table, after):
            yield page

    monkeypatch.setattr(tables.store, "pages", slow)
    waits = asyncio.create_task(tables.find(long.id))
    assert (await tables.find(short)).id == short
    assert not waits.done()
    goes_on.set()
    assert (await waits).record.seq == long.record.seq
