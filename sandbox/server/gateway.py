"""The gateway: websocket sessions of the bot's shards, with compression, heartbeats and resuming."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import json
import logging
import time
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol

import aiohttp
from aiohttp import web

from sandbox.server import limits
from sandbox.server.guilds import guild_object
from sandbox.server.records import Guild, Json, as_object, dumps
from sandbox.server.world import World

log = logging.getLogger(__name__)

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE_STATE, RESUME, RECONNECT, MEMBERS, INVALID, HELLO, ACK = (
    0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11,
)  # fmt: skip
GUILDS_INTENT: Final = 1 << 0
KNOWN_INTENTS: Final = (1 << 26) - 1
ACK_AFTER: Final = 0.5
"""Seconds until a heartbeat is acknowledged. discord.py's thread notes that it sent one only after it did. An answer
that crosses no network can come before that; then it is measured from the heartbeat before, and discord.py warns:
"Can't keep up, shard ID 0 websocket is 41.3s behind."
"""
_QUIET: Final = frozenset((PRESENCE, VOICE_STATE, MEMBERS))


class Compressor(Protocol):
    """Makes the bytes of one gateway message out of its text."""

    def pack(self, text: str) -> bytes:
        """Return the compressed message, whole and flushed."""
        ...


class Zlib:
    """zlib-stream: one stream a connection, flushed after each message."""

    def __init__(self) -> None:
        self._stream = zlib.compressobj(1)

    def pack(self, text: str) -> bytes:
        """Return the compressed message."""
        return self._stream.compress(text.encode()) + self._stream.flush(zlib.Z_SYNC_FLUSH)


class Zstd:
    """zstd-stream: Python's own since 3.14, or the package `zstandard`, whichever the bot has too."""

    def __init__(self) -> None:
        try:
            module: Any = importlib.import_module("compression.zstd")
            self._stream: Any = module.ZstdCompressor()
            self._flush: Any = module.ZstdCompressor.FLUSH_BLOCK
        except ImportError:
            module = importlib.import_module("zstandard")
            self._stream = module.ZstdCompressor().compressobj()
            self._flush = module.COMPRESSOBJ_FLUSH_BLOCK

    def pack(self, text: str) -> bytes:
        """Return the compressed message."""
        head: bytes = self._stream.compress(text.encode())
        tail: bytes = self._stream.flush(self._flush)
        return head + tail


class Connection:
    """One websocket. Output goes through a queue, which keeps its order and never waits for a slow reader."""

    def __init__(self, socket: web.WebSocketResponse, compress: str | None, abort: Callable[[], None]) -> None:
        self.socket = socket
        self.abort = abort
        self._compressor: Compressor | None = None
        if compress == "zlib-stream":
            self._compressor = Zlib()
        elif compress == "zstd-stream":
            self._compressor = Zstd()
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue()
        self._writer = asyncio.get_running_loop().create_task(self._write(), name="sandbox gateway writer")
        self.sends: deque[float] = deque()

    def send(self, text: str) -> None:
        """Queue a message."""
        self._waiting.put_nowait(text)

    def op(self, op: int, data: Any = None) -> None:
        """Queue a message that is no event."""
        self.send(dumps({"t": None, "s": None, "op": op, "d": data}))

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError, aiohttp.ClientError):
            while (text := await self._waiting.get()) is not None:
                if self._compressor is None:
                    await self.socket.send_str(text)
                else:
                    await self.socket.send_bytes(self._compressor.pack(text))

    async def close(self, code: int, reason: str = "") -> None:
        """Send what is queued and close with one of the gateway's codes."""
        self._waiting.put_nowait(None)
        await asyncio.wait({self._writer}, timeout=1)  # it may have ended already, with its client
        if not self.socket.closed:
            await self.socket.close(code=code, message=reason.encode())

    def end(self) -> None:
        """Stop writing at once."""
        self._writer.cancel()


@dataclass(slots=True, eq=False)
class Session:
    """The state of one identified shard; it outlives its connection for a while."""

    id: str
    shard: tuple[int, int]
    intents: int
    seq: int = 0
    recent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=limits.RESUME_EVENTS))
    connection: Connection | None = None
    gone: float = 0.0

    def dispatch(self, event: str, data: str) -> None:
        """Send one event, and keep it for a resume."""
        self.seq += 1
        text = f'{{"t":"{event}","s":{self.seq},"op":0,"d":{data}}}'
        self.recent.append((self.seq, text))
        if self.connection is not None:
            self.connection.send(text)

    def missed(self, seq: int) -> list[str] | None:
        """Return the events after `seq`, or None if they are not all there."""
        if seq > self.seq:
            return None
        texts = [text for number, text in self.recent if number > seq]
        return texts if len(texts) == self.seq - seq else None


class Identify(NamedTuple):
    """An IDENTIFY that was in order."""

    time: float
    """When it came, on the clock `time.monotonic`."""
    shard: int
    accepted: bool
    """False if another of its bucket came too shortly before."""


class Gateway:
    """All sessions of the bot."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.sessions: dict[str, Session] = {}
        self._connections: set[Connection] = set()
        self.closing = False
        self.shards = 1
        """The number of shards `/gateway/bot` recommends."""
        self.max_concurrency = 1
        """How many shards may identify within five seconds, as `/gateway/bot` tells."""
        self.enforces_concurrency = False
        """Whether an IDENTIFY that comes too early is refused."""
        self.identifies: list[Identify] = []
        """Each IDENTIFY that was in order, oldest first."""

    @property
    def online(self) -> bool:
        """Whether the bot has a live session."""
        return bool(self.online_shards)

    @property
    def online_shards(self) -> set[int]:
        """The ids of the shards that have a live session."""
        return {session.shard[0] for session in self.sessions.values() if session.connection is not None}

    def dispatch(self, event: str, data: str, guild: Guild | None, intent: int = 0) -> None:
        """Send an event to its shard's sessions (those that have the intent, if it needs one).

        The shard is the server's, or shard 0 for what is outside all servers.
        """
        for session in self.sessions.values():
            if intent and not session.intents & intent:
                continue
            number, count = session.shard
            if number == (0 if guild is None else guild.shard(count)):
                session.dispatch(event, data)

    # --- misbehaviour ---------------------------------------------------------------------------------------------

    async def drop(self, how: str = "close", *, resumable: bool = True, shard: int | None = None) -> int:
        """Drop all connections, or one shard's; returns their number. Not resumable: sessions are deleted.

        `how`: "close" (code 4000), "reconnect" (opcode 7), "abort" (no word), "invalid" (opcode 9).
        """
        sessions = [entry for entry in self.sessions.values() if shard in (None, entry.shard[0])]
        dropped = list(self._connections)
        if shard is not None:
            dropped = [session.connection for session in sessions if session.connection is not None]
        if not resumable or how == "invalid":
            for session in sessions:
                del self.sessions[session.id]
        for connection in dropped:
            if how == "reconnect":
                connection.op(RECONNECT)
            elif how == "invalid":
                connection.op(INVALID, data=False)
            elif how == "abort":
                connection.abort()
            else:
                await connection.close(4000, "The sandbox dropped the connection")
        return len(dropped)

    async def close(self) -> None:
        """Close all connections for good."""
        self.closing = True
        for connection in list(self._connections):
            await connection.close(1001, "The sandbox is closing")

    # --- one connection -------------------------------------------------------------------------------------------

    async def connect(self, request: web.Request) -> web.StreamResponse:
        """Serve the websocket `/gateway`."""
        socket = web.WebSocketResponse(max_msg_size=64 * 1024, autoping=True)
        await socket.prepare(request)
        compress = request.query.get("compress")
        if request.query.get("v", "10") not in ("9", "10") or request.query.get("encoding", "json") != "json":
            await socket.close(code=4012, message=b"Invalid API version")
            return socket
        assert request.transport is not None
        try:
            connection = Connection(socket, compress, request.transport.abort)
        except ImportError:
            await socket.close(code=4012, message=b"zstd-stream is not available here")
            return socket
        self._connections.add(connection)
        session: Session | None = None
        connection.op(HELLO, {"heartbeat_interval": limits.HEARTBEAT_MS, "_trace": ["sandbox"]})
        try:
            while True:
                message = await socket.receive(timeout=limits.HEARTBEAT_MS / 1000 * 1.5)
                if message.type is not aiohttp.WSMsgType.TEXT:
                    if message.type is aiohttp.WSMsgType.BINARY:
                        await connection.close(4002, "Error while decoding payload.")
                    break
                problem, session = self._receive(message.data, connection, session)
                if problem is not None:
                    await connection.close(*problem)
                    break
        except TimeoutError:
            await connection.close(4009, "Session timed out.")
        finally:
            self._connections.discard(connection)
            connection.end()
            if session is not None and session.connection is connection:
                session.connection = None
                session.gone = self._world.clock.now()
                self._tell()
        return socket

    def _tell(self) -> None:
        self._world.tell("BOT", {"online": self.online})

    def _receive(
        self, text: str, connection: Connection, session: Session | None
    ) -> tuple[tuple[int, str] | None, Session | None]:
        now = self._world.clock.now()
        connection.sends.append(now)
        while connection.sends[0] < now - limits.GATEWAY_WINDOW:
            connection.sends.popleft()
        if len(connection.sends) > limits.GATEWAY_SENDS:
            return (4008, "You are being rate limited."), session
        if len(text) > limits.GATEWAY_PAYLOAD:
            return (4002, "Error while decoding payload."), session
        try:
            message: Json = json.loads(text)
            op, data = message["op"], message.get("d")
        except (ValueError, TypeError, KeyError):
            return (4002, "Error while decoding payload."), session
        if op == HEARTBEAT:
            asyncio.get_running_loop().call_later(ACK_AFTER, connection.op, ACK)
            return None, session
        if op == IDENTIFY:
            return self._identify(data, connection, session)
        if op == RESUME:
            return self._resume(data, connection, session)
        if op in _QUIET:
            return (None if session is not None else (4003, "Not authenticated.")), session
        return (4001, "Unknown opcode."), session

    def _identify(
        self, data: Any, connection: Connection, session: Session | None
    ) -> tuple[tuple[int, str] | None, Session | None]:
        if session is not None:
            return (4005, "Already authenticated."), session
        if not isinstance(data, dict):
            return (4002, "Error while decoding payload."), None
        body: Json = as_object(data)
        if body.get("token") != self._world.token:
            return (4004, "Authentication failed."), None
        intents = body.get("intents")
        if not isinstance(intents, int) or intents < 0 or intents > KNOWN_INTENTS:
            return (4013, "Invalid intent(s)."), None
        if intents & limits.PRIVILEGED_INTENTS:
            return (4014, "Disallowed intent(s)."), None
        shard = body.get("shard") or [0, 1]
        if len(shard) != 2 or not 0 <= shard[0] < shard[1]:
            return (4010, "Invalid shard."), None
        if not self._admit(shard[0]):
            connection.op(INVALID, data=False)
            return None, None
        self._forget()
        session = Session(self._world.ids.secret(16), (shard[0], shard[1]), intents, connection=connection)
        self.sessions[session.id] = session
        bot_id = self._world.bot["id"]
        guilds = [
            each_guild
            for each_guild in self._world.guilds.values()
            if each_guild.shard(shard[1]) == shard[0] and each_guild.has(bot_id)
        ]
        ready: Json = {
            "v": 10,
            "user": {**self._world.bot, "verified": True, "mfa_enabled": True, "email": None, "locale": "en-GB"},
            "guilds": [{"id": guild.id, "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": list(shard),
            "application": {"id": self._world.bot["id"], "flags": 0},
            "_trace": ["sandbox"],
        }
        session.dispatch("READY", dumps(ready))
        if intents & GUILDS_INTENT:
            for guild in guilds:
                payload = guild_object(self._world, guild, full=True)
                session.dispatch("GUILD_CREATE", dumps({**payload, "unavailable": False}))
        self._tell()
        return None, session

    def _admit(self, shard: int) -> bool:
        """Whether a shard may identify now: at least five seconds after the last one of its bucket that could."""
        now, bucket = time.monotonic(), shard % self.max_concurrency
        accepted = not self.enforces_concurrency or not any(
            identify.accepted
            and identify.shard % self.max_concurrency == bucket
            and now - identify.time < limits.IDENTIFY_SECONDS
            for identify in self.identifies
        )
        self.identifies.append(Identify(now, shard, accepted))
        return accepted

    def _resume(
        self, data: Any, connection: Connection, session: Session | None
    ) -> tuple[tuple[int, str] | None, Session | None]:
        if session is not None:
            return (4005, "Already authenticated."), session
        if not isinstance(data, dict):
            return (4002, "Error while decoding payload."), None
        body: Json = as_object(data)
        if body.get("token") != self._world.token:
            return (4004, "Authentication failed."), None
        self._forget()
        session = self.sessions.get(str(body.get("session_id")))
        seq = body.get("seq")
        missed = session.missed(seq) if session is not None and isinstance(seq, int) else None
        if session is None or missed is None:
            connection.op(INVALID, data=False)
            return None, None
        if session.connection is not None:
            session.connection.end()
        session.connection = connection
        for text in missed:
            connection.send(text)
        session.dispatch("RESUMED", '{"_trace":["sandbox"]}')
        self._tell()
        return None, session

    def _forget(self) -> None:
        horizon = self._world.clock.now() - limits.RESUME_SECONDS
        for key, session in list(self.sessions.items()):
            if session.connection is None and session.gone < horizon:
                del self.sessions[key]

    @property
    def url(self) -> str:
        """The address of the websocket."""
        return self._world.base.replace("http://", "ws://") + "/gateway"
