"""What falls due gives way to people: whoever waits for an answer is not to wait for a thousand tables as well."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Final

POLITE: Final = 0.25
"""The seconds for which one thing gives way, at most."""

Busy = Callable[[], bool]
"""Whether there is something to give way to."""


def nobody() -> bool:
    """Nobody waits."""
    return False


async def give_way(busy: Busy) -> None:
    """Wait while it is `busy`, for POLITE seconds at most."""
    until = monotonic() + POLITE
    while busy() and monotonic() < until:  # noqa: ASYNC110  # an answer under way sets no event
        await asyncio.sleep(0.005)
