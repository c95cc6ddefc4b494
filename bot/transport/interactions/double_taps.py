"""Double taps: whoever has moved a moment ago has not seen what came of it, so their next press moves nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from bot.common.locks import Locks


class DoubleTaps:
    """Who has moved where within so many `seconds`; none is held back where that is 0."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._until: dict[tuple[int, int], float] = {}
        """Until when (the loop's time) a person (table, user) is held back: of those who moved a moment ago."""
        self._locks: Locks[tuple[int, int]] = Locks()

    @asynccontextmanager
    async def turn(self, table: int, user: int) -> AsyncGenerator[bool]:
        """While entered, no other press of this person moves there. Gives whether they have moved a moment ago.

        A second tap that comes before the answer to the first waits for it.
        """
        async with self._locks.of((table, user)):
            yield self._until.get((table, user), 0) > asyncio.get_running_loop().time()

    def moved(self, table: int, user: int, answered: float) -> None:
        """A person has moved; `answered` is when (the loop's time) the answer to it had left."""
        self._until[table, user] = answered + self.seconds
        now = asyncio.get_running_loop().time()
        for one in [one for one, until in self._until.items() if until <= now]:
            del self._until[one]
