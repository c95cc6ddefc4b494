"""The time and the chance of everything that runs on a virtual loop: here names are put in the place of others.

Each module that asks for the time is told the loop's. What nobody is to guess follows from the seed.
"""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from random import Random
from types import ModuleType
from typing import Any, Final

import aiohappyeyeballs
import discord
import discord.backoff
import discord.gateway
import pytest

from tests.virtual.loop import BEGIN, LOCAL, VirtualLoop
from tests.virtual.network import Address

TOLD: Final = ("bot.", "cogs.", "data.", "aiohttp.")
"""Where modules have functions of `time` by their names. By these aiohttp knows how old a resting connection is."""


class KeepAlive:
    """What discord.py has in a thread: the heartbeats of a gateway connection, by timers of the loop."""

    def __init__(self, *, ws: Any, interval: float, shard_id: int | None) -> None:
        self.ws = ws
        self.interval = interval
        self.shard_id = shard_id
        self.latency = float("inf")
        self._timer: Any = None
        self._beats: set[Any] = set()
        self._sent = self._received = self._last_ack = ws.loop.time()

    def start(self) -> None:
        """Begin."""
        self._timer = self.ws.loop.call_later(self.interval, self._beat)

    def stop(self) -> None:
        """End."""
        if self._timer is not None:
            self._timer.cancel()

    def _beat(self) -> None:
        silent = self.ws.loop.time() - self._received > self.interval + self.ws._max_heartbeat_timeout
        doing = self.ws.close(4000) if silent else self.ws.send_heartbeat(self.beat())
        task = self.ws.loop.create_task(doing)
        self._beats.add(task)
        task.add_done_callback(self._sent_or_not)
        if not silent:
            self.start()

    def _sent_or_not(self, task: Any) -> None:
        self._beats.discard(task)
        if task.cancelled() or task.exception() is not None:  # the connection is closing: somebody else sees to that
            self.stop()

    def beat(self) -> dict[str, Any]:
        """A heartbeat's payload."""
        self._sent = self.ws.loop.time()
        return self.get_payload()

    def get_payload(self) -> dict[str, Any]:
        """The same, at the beginning."""
        return {"op": self.ws.HEARTBEAT, "d": self.ws.sequence}

    def tick(self) -> None:
        """Something came."""
        self._received = self.ws.loop.time()

    def ack(self) -> None:
        """A heartbeat was acknowledged."""
        self._last_ack = self.ws.loop.time()
        self.latency = self._last_ack - self._sent


class Chance(ModuleType):
    """`random` for a module that would make a generator which nobody can foretell."""

    def __init__(self, rng: Random) -> None:
        super().__init__("random")
        self._rng = rng

    def Random(self) -> Random:  # noqa: N802  # its name
        """A generator that comes from the seed, and cannot be seeded anew."""
        result: Any = Random(self._rng.random())
        result.seed = lambda *_: None
        return result


async def connected(*, addr_infos: Any, **_how: Any) -> Address:
    """In place of a connected socket, aiohttp gets the address; the loop connects.

    Raises PermissionError for another machine.
    """
    host, port = addr_infos[0][4][:2]
    if host not in LOCAL:
        message = f"a test tried to connect to {host}; tests speak to this machine only"
        raise PermissionError(message)
    return Address(port)


@contextmanager
def virtual_time(loop: VirtualLoop, begin: datetime, rng: Random) -> Generator[None]:
    """While entered, time and aiohttp's connections are the loop's, from `begin` on, and chance comes from `rng`."""
    began = begin.timestamp() - BEGIN

    def wall() -> float:
        return began + loop.time()

    names = {
        "time": wall,
        "time_ns": lambda: int(wall() * 1e9),
        "monotonic": loop.time,
        "perf_counter": loop.time,
    }
    real = {name: getattr(time, name) for name in names}
    with pytest.MonkeyPatch.context() as patch:
        for name, instead in names.items():
            patch.setattr(time, name, instead)
        for module in [entry for key, entry in sys.modules.items() if key.startswith(TOLD)]:
            for name, function in real.items():  # those that have imported the function by its name
                if vars(module).get(name) is function:
                    patch.setattr(module, name, names[name])
        patch.setattr(discord.utils, "utcnow", lambda: datetime.fromtimestamp(wall(), UTC))
        patch.setattr(discord.gateway, "KeepAliveHandler", KeepAlive)
        patch.setattr(discord.backoff, "random", Chance(rng))
        patch.setattr(secrets, "token_hex", lambda size=32: rng.randbytes(size).hex())
        patch.setattr(aiohappyeyeballs, "start_connection", connected)
        yield
