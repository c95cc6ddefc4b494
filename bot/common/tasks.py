"""Tasks that run beside everything else: how they are kept, and how they are ended."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


async def stop(*tasks: asyncio.Task[Any] | None) -> None:
    """Cancel these tasks, those that there are, and wait until all have ended, with whatever."""
    there = [task for task in tasks if task is not None]
    for task in there:
        task.cancel()
    await asyncio.gather(*there, return_exceptions=True)


class BackgroundTasks:
    """Tasks that nobody waits for. They are kept here, since the event loop holds none of its tasks."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine beside everything else."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def cancel(self) -> None:
        """Cancel all that still run."""
        for task in self._tasks:
            task.cancel()
