"""Background tasks: how they are started, held, logged when they fail, and cancelled."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from bot.common.errors import redact

log = logging.getLogger(__name__)


async def cancel_and_wait(*tasks: asyncio.Task[Any] | None) -> None:
    """Cancel the tasks that are not None, and wait until all have ended."""
    running = [task for task in tasks if task is not None]
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)


class BackgroundTasks:
    """Tasks that nobody awaits, held here because the event loop holds none. An error is logged as `failure`."""

    def __init__(self, failure: str = "a background task failed") -> None:
        self._failure = failure
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a coroutine in the background."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._end)
        return task

    def cancel(self) -> None:
        """Cancel all tasks."""
        for task in self._tasks:
            task.cancel()

    async def close(self) -> None:
        """Cancel all tasks, and wait until they have ended."""
        await cancel_and_wait(*self._tasks)

    def _end(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:  # else asyncio would print it, with the card that it may name
            log.error("%s", self._failure, exc_info=redact(error))
