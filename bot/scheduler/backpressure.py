"""Back-pressure: background work yields to interactions, so that people do not wait for a thousand tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Final

MAX_YIELD_SECONDS: Final = 0.25
"""The longest time for which one item yields."""

Busy = Callable[[], bool]
"""Whether interactions wait for a response."""


async def yield_to_interactions(busy: Busy) -> None:
    """Wait while `busy`, for MAX_YIELD_SECONDS at most."""
    until = monotonic() + MAX_YIELD_SECONDS
    while busy() and monotonic() < until:  # noqa: ASYNC110  # an answer under way sets no event
        await asyncio.sleep(0.005)
