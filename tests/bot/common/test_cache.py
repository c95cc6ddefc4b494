"""Values in memory: what is dropped or put while it is being read is never put back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from bot.common.cache import Cache


class SlowSource:
    """A value that is read slowly: each read waits for `gate`, and gives the value of its beginning."""

    def __init__(self, value: str) -> None:
        self.value = value
        self.reads = 0
        self.gate = asyncio.Event()

    async def load(self, _: int) -> str:
        self.reads += 1
        value = self.value
        await self.gate.wait()
        return value


async def test_what_was_read_once_is_in_memory() -> None:
    cache, source = Cache[int, str](2), SlowSource("a")
    source.gate.set()
    assert [await cache.read(1, source.load) for _ in range(3)] == ["a"] * 3
    assert source.reads == 1


def drop(cache: Cache[int, str]) -> None:
    cache.drop(1)


def clear(cache: Cache[int, str]) -> None:
    cache.clear()


@pytest.mark.parametrize("act", [drop, clear])
async def test_what_is_dropped_while_it_is_read_is_read_again(act: Callable[[Cache[int, str]], None]) -> None:
    cache, source = Cache[int, str](2), SlowSource("before")
    reading = [asyncio.create_task(cache.read(1, source.load)) for _ in range(2)]
    await asyncio.sleep(0)
    source.value = "after"
    act(cache)
    source.gate.set()
    assert await asyncio.gather(*reading) == ["after", "after"]
    assert cache.get(1) == "after"
    assert not cache._reads


async def test_value_stored_during_a_read_stays() -> None:
    cache, source = Cache[int, str](1), SlowSource("before")
    reading = asyncio.create_task(cache.read(1, source.load))
    await asyncio.sleep(0)
    cache.put(1, "put")
    cache.put(2, "other")  # there is room for one: what was put has gone, and what was read is older than it
    source.value = "put"
    source.gate.set()
    assert await reading == "put"
    assert source.reads == 2


async def test_the_value_used_longest_ago_goes() -> None:
    cache = Cache[int, str](2)

    async def load(key: int) -> str:
        return str(key)

    for key in (1, 2, 1, 3):
        await cache.read(key, load)
    assert [key in cache for key in (1, 2, 3)] == [True, False, True]
    assert len(cache) == 2
    assert cache.get(1) == "1"  # which is a use, too
    cache.put(4, "4")
    assert [key in cache for key in (1, 3, 4)] == [True, False, True]


async def test_concurrent_readers_share_a_read() -> None:
    cache, source = Cache[int, str](2), SlowSource("a")
    readers = [asyncio.create_task(cache.read(1, source.load)) for _ in range(3)]
    await asyncio.sleep(0)
    source.gate.set()
    assert await asyncio.gather(*readers) == ["a"] * 3
    assert source.reads == 1


async def test_a_read_that_fails_fails_for_all_who_share_it() -> None:
    cache, gate, reads = Cache[int, str](2), asyncio.Event(), list[int]()

    async def fail(key: int) -> str:
        reads.append(key)
        await gate.wait()
        raise LookupError

    readers = [asyncio.create_task(cache.read(1, fail)) for _ in range(3)]
    await asyncio.sleep(0)
    gate.set()
    outcomes = await asyncio.gather(*readers, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [LookupError] * 3
    assert reads == [1]
    assert not cache._reads


@pytest.mark.parametrize("cancelled", [0, 1])
async def test_stopping_one_reader_stops_no_other(cancelled: int) -> None:
    """The first one reads, the second waits for it."""
    cache, source = Cache[int, str](2), SlowSource("a")
    readers = [asyncio.create_task(cache.read(1, source.load)) for _ in range(2)]
    await asyncio.sleep(0)
    readers.pop(cancelled).cancel()
    await asyncio.sleep(0)
    source.gate.set()
    assert await readers[0] == "a"
    assert source.reads == 2 - cancelled
    assert not cache._reads


async def test_a_read_that_fails_or_is_stopped_leaves_nothing() -> None:
    cache, source = Cache[int, str](2), SlowSource("a")

    async def fail(_: int) -> str:
        raise LookupError

    with pytest.raises(LookupError):
        await cache.read(1, fail)
    reading = asyncio.create_task(cache.read(1, source.load))
    await asyncio.sleep(0)
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    assert 1 not in cache
    assert not cache._reads
