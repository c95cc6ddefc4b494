"""A network in memory: what one side writes reaches the other a while later, in order, as long as both live.

Bot and stand-in speak HTTP and websockets over it with the code that they always use (aiohttp's client and server,
discord.py's gateway with its compression). What is not exercised: sockets, TCP, TLS, and name resolution.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context, copy_context
from random import Random
from typing import Any

from tests.month.loop import PROCESS, VirtualLoop

Factory = Callable[[], asyncio.Protocol]
NEAR, FAR = 0.015, 0.09
"""Seconds that something is under way from one side to the other, at least and at most."""


class Transport(asyncio.Transport):
    """One end of a connection."""

    def __init__(self, loop: VirtualLoop, rng: Random, protocol: asyncio.Protocol, context: Context) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self._loop = loop
        self._rng = rng
        self.protocol = protocol
        self._context = context
        self.peer: Transport | None = None
        self._out: list[bytes] = []
        self._closing = False
        self._ended = False

    # -- what protocols call -----------------------------------------------------------------------------------------

    def write(self, data: Any) -> None:
        """Send something."""
        if self._closing or not data:
            return
        if not self._out:
            self._later(self._arrive)
        self._out.append(bytes(data))

    def writelines(self, list_of_data: Any) -> None:
        """Send several things."""
        for data in list_of_data:
            self.write(data)

    def can_write_eof(self) -> bool:
        """No half of a connection is closed alone."""
        return False

    def is_closing(self) -> bool:
        """Whether this end is closed or closing."""
        return self._closing

    def close(self) -> None:
        """Close, once what was written has arrived."""
        if not self._closing:
            self._closing = True
            self._loop.call_soon(self._lost, context=self._context)
            self._later(self._end_peer)

    def abort(self) -> None:
        """Close at once; what was written and has not arrived is lost."""
        self._out.clear()
        self.close()

    def pause_reading(self) -> None:
        """Nobody reads so slowly that it matters."""

    def resume_reading(self) -> None:
        """See `pause_reading`."""

    def is_reading(self) -> bool:
        """Whether it is reading."""
        return not self._closing

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """There are none."""

    def get_write_buffer_size(self) -> int:
        """What is under way."""
        return sum(map(len, self._out))

    def set_protocol(self, protocol: Any) -> None:
        """Let another protocol have what arrives."""
        self.protocol = protocol

    def get_protocol(self) -> Any:
        """Whose this end is."""
        return self.protocol

    # -- what happens on the way -------------------------------------------------------------------------------------

    def _later(self, call: Callable[[], None]) -> None:
        assert self.peer is not None
        # In the other's context: what has left a process arrives though that is killed meanwhile.
        self._loop.call_later(self._rng.uniform(NEAR, FAR), call, context=self.peer._context)

    def _arrive(self) -> None:
        data, self._out = b"".join(self._out), []
        if data and self.peer is not None and not self.peer._ended:
            self.peer.protocol.data_received(data)

    def _end_peer(self) -> None:
        self._arrive()
        if self.peer is not None:
            self.peer._hang_up()

    def drop(self) -> None:
        """The process at the other end is dead: this end hears that it is closed."""
        self._loop.call_later(self._rng.uniform(NEAR, FAR), self._hang_up, context=self._context)

    def _hang_up(self) -> None:
        if not self._closing:
            self._closing = True
            self._lost()

    def _lost(self) -> None:
        if not self._ended:
            self._ended = True
            self.protocol.connection_lost(None)


class Listener(asyncio.AbstractServer):
    """A server that is reached at its path."""

    def __init__(self, network: Network, factory: Factory) -> None:
        self.network = network
        self.factory = factory
        self.context = copy_context()
        self.sockets = [self]

    def getsockname(self) -> tuple[str, int]:
        """The address that it says it has."""
        return ("127.0.0.1", 80)

    def close(self) -> None:
        """Take no more connections."""
        self.network.listener = None

    async def wait_closed(self) -> None:
        """It is."""


class Network:
    """All connections; `install` makes a loop use it, `down` cuts it off."""

    def __init__(self, loop: VirtualLoop, rng: Random) -> None:
        self._loop = loop
        self._rng = rng
        self.listener: Listener | None = None
        self.down = False
        self.connections = 0
        opens: Any = loop
        opens.create_server, opens.create_unix_connection = self._listen, self._connect

    async def _listen(self, factory: Factory, *_where: Any, **_how: Any) -> Listener:
        assert self.listener is None
        self.listener = Listener(self, factory)
        return self.listener

    async def _connect(self, factory: Factory, _path: str) -> tuple[Transport, asyncio.Protocol]:
        await asyncio.sleep(self._rng.uniform(NEAR, FAR))
        listener = self.listener
        if listener is None or self.down:
            raise ConnectionRefusedError("nobody listens")
        self.connections += 1
        here = Transport(self._loop, self._rng, factory(), copy_context())
        there = Transport(self._loop, self._rng, listener.context.copy().run(listener.factory), listener.context.copy())
        here.peer, there.peer = there, here
        process = PROCESS.get()
        if process is not None:
            process.ends.append(there.drop)
        self._loop.call_soon(there.protocol.connection_made, there, context=there._context)
        here.protocol.connection_made(here)
        return here, here.protocol
