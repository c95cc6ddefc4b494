"""A cache of values read from the store; the most recently used stay."""

from __future__ import annotations

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
        self._readers: dict[Key, set[object]] = {}
        """The reads under way by key, but for those that began before the last put or drop."""

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, key: Key) -> bool:
        return key in self._values

    def get(self, key: Key) -> Value | None:
        """The value in memory; None where there is none."""
        return self._values.get(key)

    async def read(self, key: Key, load: Callable[[Key], Awaitable[Value]]) -> Value:
        """The value, from memory or as `load` reads it. Raises what `load` raises."""
        while key not in self._values:
            reader = object()
            self._readers.setdefault(key, set()).add(reader)
            try:
                found = await load(key)
            finally:
                current = self._readers.get(key, set())
                is_current = reader in current
                current.discard(reader)
                if not current:
                    self._readers.pop(key, None)
            if is_current:
                self._values.setdefault(key, found)  # somebody else may have read it meanwhile
                break
        self._values.move_to_end(key)
        found = self._values[key]
        while len(self._values) > self.max_size:
            self._values.popitem(last=False)
        return found

    def put(self, key: Key, value: Value) -> None:
        """Set the value."""
        self._readers.pop(key, None)
        self._values[key] = value
        self._values.move_to_end(key)
        while len(self._values) > self.max_size:
            self._values.popitem(last=False)

    def drop(self, key: Key) -> None:
        """Drop the value: the next read loads it."""
        self._readers.pop(key, None)
        self._values.pop(key, None)

    def clear(self) -> None:
        """Drop all values."""
        self._readers.clear()
        self._values.clear()
