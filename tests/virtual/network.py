"""A network in memory: what one side writes reaches the other a while later, in order, as long as both live.

Bot and sandbox speak HTTP and websockets over it with the code that they always use (aiohttp's client and server,
discord.py's gateway with its compression). Not exercised: sockets, TCP, TLS and name resolution.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context, copy_context
from itertools import count
from random import Random
from typing import Any

from tests.virtual.loop import PROCESS, VirtualLoop

Factory = Callable[[], asyncio.Protocol]
HOST = "127.0.0.1"
FIRST_PORT = 20_000
"""The port of the first server that takes any free one."""


class Address:
    """A server's address. It stands where aiohttp has a connected socket, and a server its listening one."""

    def __init__(self, port: int) -> None:
        self.port = port

    def getsockname(self) -> tuple[str, int]:
        """The address as a socket gives it."""
        return (HOST, self.port)

    def close(self) -> None:
        """There is nothing to close."""


class Transport(asyncio.Transport):
    """One end of a connection."""

    def __init__(self, network: Network, protocol: asyncio.Protocol, context: Context) -> None:
        super().__init__({"peername": (HOST, 1), "sockname": (HOST, 2)})
        self._network = network
        self._loop = network.loop
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
        self._loop.call_later(self._network.latency(), call, context=self.peer._context)

    def _arrive(self) -> None:
        data, self._out = b"".join(self._out), []
        if data and self.peer is not None and not self.peer._closing:
            self.peer.protocol.data_received(data)

    def _end_peer(self) -> None:
        self._arrive()
        if self.peer is not None:  # a step later, as with sockets: what came last is read before the end is
            self._loop.call_soon(self.peer._hang_up, context=self.peer._context)

    def drop(self) -> None:
        """The process at the other end is dead: this end hears that it is closed."""
        self._loop.call_later(self._network.latency(), self._hang_up, context=self._context)

    def _hang_up(self) -> None:
        if not self._closing:
            self._closing = True
            self._lost()

    def _lost(self) -> None:
        if not self._ended:
            self._ended = True
            self.protocol.connection_lost(None)


class Listener(asyncio.AbstractServer):
    """A server that listens at a port."""

    def __init__(self, network: Network, port: int, factory: Factory) -> None:
        self._network = network
        self.factory = factory
        self.context = copy_context()
        self.address = Address(port)
        self.sockets = [self.address]

    def close(self) -> None:
        """Accept no more connections."""
        self._network.listeners.pop(self.address.port, None)

    async def wait_closed(self) -> None:
        """It is."""


class Network:
    """All connections of a loop.

    Bytes take between `near` and `far` seconds, by chance from `rng`. While `down`, no connection is made.
    """

    def __init__(self, loop: VirtualLoop, rng: Random, near: float, far: float) -> None:
        self.loop = loop
        self._rng = rng
        self._near, self._far = near, far
        self.listeners: dict[int, Listener] = {}
        self.down = False
        self._ports = count(FIRST_PORT)

    def latency(self) -> float:
        """Seconds that the next bytes take."""
        return self._rng.uniform(self._near, self._far)

    async def listen(self, factory: Factory, port: int) -> Listener:
        """A server at a port; 0 takes a free one. Raises OSError if the port is taken."""
        port = port or next(self._ports)
        if port in self.listeners:
            message = f"port {port} is taken"
            raise OSError(message)
        self.listeners[port] = Listener(self, port, factory)
        return self.listeners[port]

    async def connect(self, factory: Factory, port: int) -> tuple[Transport, asyncio.Protocol]:
        """A connection to the server at a port. Raises ConnectionRefusedError where none listens."""
        await asyncio.sleep(self.latency())
        listener = self.listeners.get(port)
        if listener is None or self.down:
            message = f"nobody listens at port {port}"
            raise ConnectionRefusedError(message)
        here = Transport(self, factory(), copy_context())
        transport = Transport(self, listener.context.copy().run(listener.factory), listener.context.copy())
        here.peer, transport.peer = transport, here
        process = PROCESS.get()
        if process is not None:
            process.ends.append(transport.drop)
        self.loop.call_soon(transport.protocol.connection_made, transport, context=transport._context)
        here.protocol.connection_made(here)
        return here, here.protocol
