"""Waiting for what happens in the bot, which knows no tests and sets no event of theirs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from inspect import isawaitable
from typing import Any

from tests.virtual.loop import VirtualLoop

PATIENCE = 30.0
"""Seconds that a test waits for what happens at once, on a machine that may stand still."""
PAUSE, VIRTUAL_PAUSE = 0.005, 0.05
"""Seconds between two looks. In virtual time a look costs more than a wait does, which costs nothing."""


def pause_seconds() -> float:
    """Return the seconds between two looks on the loop that runs."""
    return VIRTUAL_PAUSE if isinstance(asyncio.get_running_loop(), VirtualLoop) else PAUSE


async def until(check: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Wait until `check()`, awaited if it can be, is true, and give its value. Raises TimeoutError."""
    pause = pause_seconds()
    async with asyncio.timeout(seconds):
        while True:
            result = check()
            if isawaitable(result):
                result = await result
            if result:
                return result
            await asyncio.sleep(pause)
