"""Waiting for what happens in the bot, which knows no tests and sets no event of theirs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from inspect import isawaitable
from typing import Any

PATIENCE = 30.0
"""Seconds that a test waits for what happens at once, on a machine that may stand still."""


async def until(check: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Wait until `check()`, awaited if it can be, is true, and give its value. Raises TimeoutError."""
    async with asyncio.timeout(seconds):
        while True:
            found = check()
            if isawaitable(found):
                found = await found
            if found:
                return found
            await asyncio.sleep(0.005)
