"""The stand-in as one thing to start and to stop."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Self

from aiohttp import web

from sandbox.page.api import Page
from sandbox.server import callbacks, channels, commands, emojis, limits, membership, messages, permissions
from sandbox.server.cdn import Cdn
from sandbox.server.errors import Json, Refused
from sandbox.server.faults import Faults
from sandbox.server.gateway import Gateway
from sandbox.server.hosts import only_ours
from sandbox.server.interactions import Interactions
from sandbox.server.people import People
from sandbox.server.ratelimit import RateLimits
from sandbox.server.recorder import Recorder
from sandbox.server.records import Clock
from sandbox.server.rest import Answer, Call, Rest, Route
from sandbox.server.world import World

SWEEP_SECONDS = 20.0


class Sandbox:
    """A local stand-in for Discord: `await Sandbox.start(path)`, then point the bot at `api_base` with `token`.

    `people` acts as users, `recorder` watches the wire, `faults` and `gateway.drop` misbehave, `advance` moves time.
    """

    def __init__(
        self, path: Path | None, clock: Clock, seed: int | None, servers: int = 1, *, rate_limits: bool
    ) -> None:
        self.clock = clock
        self.world = World(path, clock, seed, servers)
        self.faults = Faults(seed)
        self.recorder = Recorder()
        self.rates = RateLimits(enforced=rate_limits)
        self.gateway = Gateway(self.world)
        self.world.gateway = self.gateway
        self.interactions = Interactions(self.world, self.faults)
        self.people = People(self.world, self.gateway, self.interactions, self.recorder)
        self._page = Page(self.world, self.people, self.faults, self.recorder, self.act)
        self._rest = Rest(self.world, self.faults, self.rates, self.recorder, self.interactions.answered)
        self._runner: web.AppRunner | None = None
        self._sweeper: asyncio.Task[None] | None = None
        self.turned: Callable[[], None] = lambda: None
        """Called when the clock was turned forward."""

    @classmethod
    async def start(
        cls,
        path: Path | None,
        host: str = "127.0.0.1",
        port: int = 0,
        *,
        clock: Clock | None = None,
        seed: int | None = None,
        rate_limits: bool = False,
        servers: int = 1,
    ) -> Self:
        """Start to listen.

        `path` is the file in which all survives (None: nothing does); port 0 takes a free one. A `seed` makes
        ids and tokens the same in every run, if the clock is too. `rate_limits` enforces Discord's observed limits.
        There are at least as many `servers`, and more if the file has more.
        Raises `OSError` if the port is taken or the file cannot be written, `ValueError` if it is none of ours.
        """
        sandbox = cls(path, clock or Clock(), seed, servers, rate_limits=rate_limits)
        await sandbox._listen(host, port)
        return sandbox

    async def _listen(self, host: str, port: int) -> None:
        app = web.Application(client_max_size=limits.REQUEST_BYTES, middlewares=[only_ours])
        routes = [
            *messages.ROUTES,
            *callbacks.ROUTES,
            *channels.ROUTES,
            *commands.ROUTES,
            *emojis.ROUTES,
            Route("GET", "/gateway", self._gateway, authorised=False),
            Route("GET", "/gateway/bot", self._gateway_bot),
        ]
        self._rest.install(app, routes)
        app.router.add_get("/gateway", self.gateway.connect)
        self._page.install(app)
        Cdn(self.world).install(app)
        self._runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, host, port)
        try:
            await site.start()
        except OSError:
            await self._runner.cleanup()
            await self.world.store.close()
            raise
        actual = self._runner.addresses[0][1]
        self.world.base = f"http://{host}:{actual}"
        self.world.store.start()
        self._sweeper = asyncio.get_running_loop().create_task(self._sweep(), name="sandbox sweeper")

    async def close(self) -> None:
        """Stop, and write what is not yet written."""
        if self._sweeper is not None:
            self._sweeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._sweeper
        self.interactions.close()
        await self.gateway.close()
        await self._page.close()
        if self._runner is not None:
            await self._runner.cleanup()
        await self.world.store.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.world.sweep()

    # --- addresses ------------------------------------------------------------------------------------------------

    @property
    def base(self) -> str:
        """The address of the page."""
        return self.world.base

    @property
    def api_base(self) -> str:
        """The value of discord.py's `Route.BASE`."""
        return f"{self.world.base}/api/v10"

    @property
    def gateway_url(self) -> str:
        """The address of the gateway."""
        return self.gateway.url

    @property
    def token(self) -> str:
        """The bot's token."""
        return self.world.token

    @property
    def bot_online(self) -> bool:
        """Whether the bot has a live gateway session."""
        return self.gateway.online

    async def _gateway(self, _: Call) -> Answer:
        return Answer(200, {"url": self.gateway.url})

    async def _gateway_bot(self, _: Call) -> Answer:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 14400000}
        limit["max_concurrency"] = self.gateway.max_concurrency
        return Answer(200, {"url": self.gateway.url, "shards": self.gateway.shards, "session_start_limit": limit})

    # --- misbehaviour ---------------------------------------------------------------------------------------------

    def advance(self, seconds: float) -> None:
        """Move the stand-in's clock on: tokens die, threads are archived, messages grow old."""
        self.clock.advance(seconds)
        self.world.keep_meta()
        self.world.tell("CLOCK", {"now": self.clock.now_ms()})
        self.world.sweep()
        self.turned()

    def set_bot_permissions(self, channel: str, server: int = 0, /, **changes: bool | None) -> None:
        """Allow or deny the bot permissions in a channel, by discord.py's names: `send_messages=False`.

        None gives a permission back to what the bot's role says. The bot is told (CHANNEL_UPDATE).
        """
        place = self.world.channels[self.people.channel(channel, server)["id"]]
        if place.is_thread:
            raise Refused("A thread has the permissions of its channel.")
        bot_id = self.world.bot["id"]
        rest = [entry for entry in place.data["permission_overwrites"] if entry["id"] != bot_id]
        overwrite = next((entry for entry in place.data["permission_overwrites"] if entry["id"] == bot_id), None)
        allow, deny = (int(overwrite["allow"]), int(overwrite["deny"])) if overwrite else (0, 0)
        for name, value in changes.items():
            bit = permissions.named(name)
            allow = allow | bit if value else allow & ~bit
            deny = deny | bit if value is False else deny & ~bit
        if allow or deny:
            rest.append({"id": bot_id, "type": 1, "allow": str(allow), "deny": str(deny)})
        place.data["permission_overwrites"] = rest
        self.world.channel_updated(place)

    async def act(self, body: Json) -> Json:
        """Answer a POST to /sandbox/faults (`sandbox.server.faults`) with the faults in force. Raises `Refused`."""
        fields = dict(body)
        kind = str(fields.pop("kind", ""))
        if kind == "clear":
            self.faults.clear()
            self.rates.enforced = False
        elif kind == "gateway":
            how, resumable = str(fields.get("how", "close")), bool(fields.get("resumable", True))
            await self.gateway.drop(how, resumable=resumable, shard=fields.get("shard"))
        elif kind == "advance":
            self.advance(float(fields["seconds"]))
        elif kind == "rate_limits":
            self.rates.enforced = bool(fields["enforced"])
        elif kind == "old_edits":
            self.world.old_edits = fields["allowed"]
        elif kind in membership.ACTS:
            membership.ACTS[kind](self.world, self.people, fields)
        elif kind == "permissions":
            self.set_bot_permissions(str(fields.pop("channel_id")), int(fields.pop("server", 0)), **fields)
        else:
            self.faults.add(kind, **fields)
        return {"faults": self.faults.list()}
