"""Work that a cancelled task lets come to its end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")


async def finish(work: Awaitable[T]) -> T:
    """Return the outcome of `work`, even if this task is cancelled meanwhile: its next wait is cancelled instead."""
    me, ending = asyncio.current_task(), asyncio.ensure_future(work)
    assert me is not None
    cancelled = 0
    while not ending.done():
        try:
            await asyncio.shield(ending)
        except asyncio.CancelledError:
            if ending.cancelled():
                raise
            me.uncancel()
            cancelled += 1
        except BaseException:  # noqa: BLE001  # it is the outcome, and is raised below
            break
    for _ in range(cancelled):
        me.cancel()
    return ending.result()
