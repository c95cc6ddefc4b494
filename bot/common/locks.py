"""Locks by key, each kept only as long as somebody holds it or waits for it; and tries, where processes compete."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from typing import Final, Generic, TypeVar
from weakref import WeakValueDictionary

CHANGE_TRIES: Final = (False, False, True)
"""The tries of a change, and whether each is the last: another process may change the same row meanwhile."""

Key = TypeVar("Key", bound=Hashable)


class KeyedLocks(Generic[Key]):
    """One lock for each key."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[Key, asyncio.Lock] = WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._locks)

    def of(self, key: Key) -> asyncio.Lock:
        """Return the lock of a key: the same for all who have it at the same time."""
        return self._locks.setdefault(key, asyncio.Lock())
