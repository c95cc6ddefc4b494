"""What is owed to messages of rows: a change that comes while one is looked at is not lost."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

from bot.transport.messages.tracked_message import MessageUpdater
from tests.support.waiting import until


class Slow(MessageUpdater):
    """Rows whose state is read a while before it is known what was read, as on a busy machine."""

    what: ClassVar[str] = "row"
    every: ClassVar[float] = 0.0

    def __init__(self) -> None:
        nothing: Any = None
        super().__init__(nothing, nothing)
        self.last = 0
        self.shown = 0
        self.looks = 0
        self.saw: int | None = None
        """What the look that is under way has read."""

    def change(self) -> None:
        self.last += 1
        self._schedule(7)

    async def start(self) -> None:
        """Nothing was left."""

    async def _edit(self, number: int) -> bool:
        self.looks += 1
        self.saw = last = self.last
        await asyncio.sleep(0.02)
        self.saw = None
        if last == self.shown:
            return False
        self.shown = last
        return True


async def test_a_change_that_comes_while_it_is_looked_whether_there_is_one_is_shown() -> None:
    rows = Slow()
    rows.change()
    for nth in range(1, 6):
        await until(lambda n=nth: rows.saw == rows.shown == n, 5)  # all is shown, and a look is about to find that
        rows.change()
    await until(lambda: rows.shown == 6, 5)
    await until(lambda: not rows._tasks, 5)
    looks = rows.looks
    await asyncio.sleep(0.1)
    assert rows.looks == looks  # and when all is shown nobody looks any more


class Faulty(Slow):
    """A row of which the first look fails, by a fault of ours."""

    async def _edit(self, number: int) -> bool:
        if self.looks == 0:
            self.looks = 1
            await until(lambda: self.last == 2)
            raise RuntimeError
        return await super()._edit(number)


async def test_a_change_that_comes_while_a_look_fails_is_shown() -> None:
    """After a fault nobody looks again before the next change: that one has come already."""
    rows = Faulty()
    rows.change()
    await until(lambda: rows.looks == 1)
    rows.change()
    await until(lambda: rows.shown == 2, 5)
