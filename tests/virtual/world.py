"""A loop with its time, network and disk."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from random import Random

from tests.virtual.clock import virtual_time
from tests.virtual.loop import VirtualLoop
from tests.virtual.network import Network
from tests.virtual.sqlite import Disk, inline

NEAR, FAR = 0.0005, 0.002
"""Seconds that bytes are under way at least and at most, where no test says otherwise."""


@contextmanager
def virtual_world(loop: VirtualLoop, seed: str, latency: tuple[float, float] = (NEAR, FAR)) -> Generator[Disk]:
    """While entered, the loop has its time, its network and its disk, which is given. The seed decides all chance."""
    loop.network = Network(loop, Random(f"{seed} network"), *latency)
    disk = Disk(Random(f"{seed} disk"))
    with virtual_time(loop, Random(f"{seed} chance")), inline(disk):
        yield disk
