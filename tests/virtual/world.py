"""A loop with its time, network and disk."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from random import Random

from aiohttp import web_app

from tests.virtual.clock import virtual_time
from tests.virtual.loop import VirtualLoop
from tests.virtual.network import Network
from tests.virtual.sqlite import Disk, inline

LATENCY = (0.001, 0.001)
"""Seconds that bytes are under way at least and at most, where no test says otherwise.

Always as long, so that what is sent first arrives first on all connections: people in tests act within no time, and
would else submit a form before the bot has heard that it is shown. tests/month has latencies as they are.
"""
BEGIN = datetime(2026, 12, 7, 12, tzinfo=UTC)
"""When it is, where no test says otherwise: a Monday at noon."""


def virtual_loop() -> VirtualLoop:
    """The loop that runs, which is virtual."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    return loop


@contextmanager
def virtual_world(
    loop: VirtualLoop, seed: str, *, begin: datetime = BEGIN, latency: tuple[float, float] = LATENCY
) -> Generator[Disk]:
    """While entered, the loop has its time, its network and its disk, which is given. The seed decides all chance."""
    loop.network = Network(loop, Random(f"{seed} network"), *latency)
    disk = Disk(Random(f"{seed} disk"))
    try:
        with virtual_time(loop, begin, Random(f"{seed} chance")), inline(disk):
            yield disk
    finally:
        web_app._cached_build_middleware.cache_clear()  # it would keep the last thousand servers
