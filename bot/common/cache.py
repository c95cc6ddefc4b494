"""A cache of values read from the store; the most recently used stay."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Cache(Generic[Key, Value]):
    """At most `max_size` values. A value that is put or dropped during its read is not overwritten by that read."""

    def __init__(self, max_size: int) -> None:
        self.max_size = max_size
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._reads: dict[Key, asyncio.Future[None]] = {}
        """The reads under way by key, but for those that began before the last put or drop."""

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, key: Key) -> bool:
        return key in self._values

    def get(self, key: Key) -> Value | None:
        """Return the value in memory; None where there is none."""
        if key in self._values:
            self._values.move_to_end(key)
        return self._values.get(key)

    async def read(self, key: Key, load: Callable[[Key], Awaitable[Value]]) -> Value:
        """Return the value, from memory or as `load` reads it, once for all who ask meanwhile.

        Raises what `load` raises.
        """
        while key not in self._values:
            reading = self._reads.get(key)
            if reading is None:
                await self._load(key, load)
                continue
            await asyncio.wait([reading])
            if not reading.cancelled() and (error := reading.exception()) is not None:
                raise error
        self._values.move_to_end(key)
        value = self._values[key]
        while len(self._values) > self.max_size:
            self._values.popitem(last=False)
        return value

    async def _load(self, key: Key, load: Callable[[Key], Awaitable[Value]]) -> None:
        """Load a value, unless it is put or dropped meanwhile."""
        reading = self._reads[key] = asyncio.get_running_loop().create_future()
        try:
            value = await load(key)
            if self._reads.get(key) is reading:
                self._values[key] = value
        except Exception as error:
            reading.set_exception(error)
            reading.exception()  # it is raised here, whether or not anybody else waits
            raise
        finally:
            reading.cancel()  # if it is not done: those who wait look again
            if self._reads.get(key) is reading:
                del self._reads[key]

    def put(self, key: Key, value: Value) -> None:
        """Set the value."""
        self._reads.pop(key, None)
        self._values[key] = value
        self._values.move_to_end(key)
        while len(self._values) > self.max_size:
            self._values.popitem(last=False)

    def drop(self, key: Key) -> None:
        """Drop the value: the next read loads it."""
        self._reads.pop(key, None)
        self._values.pop(key, None)

    def clear(self) -> None:
        """Drop all values."""
        self._reads.clear()
        self._values.clear()
