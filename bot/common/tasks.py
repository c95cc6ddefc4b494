"""Tasks that run beside everything else: how they are ended."""

from __future__ import annotations

import asyncio
from typing import Any


async def stop(*tasks: asyncio.Task[Any] | None) -> None:
    """Cancel these tasks, those that there are, and wait until all have ended, with whatever."""
    there = [task for task in tasks if task is not None]
    for task in there:
        task.cancel()
    await asyncio.gather(*there, return_exceptions=True)
