"""Double taps: a press just after the own move moves nothing, as its user has not seen the result."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from bot.common.locks import KeyedLocks


class DoubleTaps:
    """Recent movers by table; with 0 `seconds` no press is held back."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._until: dict[tuple[int, int], float] = {}
        """The time (loop time) until which presses of a table and user are held back."""
        self._locks: KeyedLocks[tuple[int, int]] = KeyedLocks()

    @asynccontextmanager
    async def guard(self, table_id: int, user: int) -> AsyncGenerator[bool]:
        """Hold up other presses of this person at the table, while entered. Yields whether they have just moved."""
        async with self._locks.of((table_id, user)):
            yield self._until.get((table_id, user), 0) > asyncio.get_running_loop().time()

    def record_move(self, table_id: int, user: int, answered: float) -> None:
        """Record a move whose answer was sent at `answered` (loop time)."""
        self._until[table_id, user] = answered + self.seconds
        now = asyncio.get_running_loop().time()
        for mover in [mover for mover, until in self._until.items() if until <= now]:
            del self._until[mover]
