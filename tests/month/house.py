"""The stand-in for Discord and the bot, in one process and in virtual time; the bot can be killed and started again."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Literal

import aiohttp
import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.app.client import EldestHand
from bot.common.settings import Settings
from bot.scheduler import scheduler
from bot.tables.services import uptime
from data.engine.errors import StoreError
from data.store import Store
from sandbox import Recorded, Sandbox
from sandbox.server import app, limits, world
from sandbox.server.records import Clock
from tests.e2e.faults import make_disk_error
from tests.support.databases import fresh
from tests.virtual.loop import Killed, Process, VirtualLoop
from tests.virtual.network import Network
from tests.virtual.sqlite import Disk
from tests.virtual.world import virtual_world

log = logging.getLogger(__name__)
BEGIN = datetime(2026, 3, 2, tzinfo=UTC)
"""A Monday; on the 29th the clocks go forward in Europe."""
LATENCY = (0.015, 0.09)
"""Seconds that bytes are under way between bot and Discord, at least and at most."""
HEARTBEAT_MS = 600_000
"""Milliseconds between two heartbeats: every 41 s, as at Discord, a month has 60,000 of them."""
MAX_SLEEP_SECONDS = 3600.0
"""Seconds after which the scheduler looks for work that it was not told of."""
UPTIME_SECONDS = 600
"""Seconds between two of the bot's notes that it runs: every 30 s, a month has 86,000 of them."""
SWEEP_SECONDS = 600.0
"""Seconds between two of the sandbox's looks for threads to archive."""
EPHEMERALS_KEPT = 6
"""Private messages of a person that the sandbox keeps: as many as somebody has before their eyes."""
AGAIN = (10.0, 900.0)
"""Seconds until another bot is started when one is gone, at least and at most."""
Stage = Literal["before commit", "after commit"]


@dataclass
class House:
    """All that runs. What is chosen by chance comes from `seed`."""

    loop: VirtualLoop
    folder: Path
    seed: int
    settings: Settings
    network: Network
    disk: Disk
    sandbox: Sandbox = field(init=False)
    process: Process | None = None
    """The bot's, while it runs."""
    bot: EldestHand | None = None
    store: Store | None = None
    deaths: Counter[str] = field(default_factory=Counter[str])
    """The kills, by what they struck."""
    down: list[tuple[float, float]] = field(default_factory=list[tuple[float, float]])
    """From when until when no bot ran, in seconds since 1970."""
    troubled: list[tuple[float, float]] = field(default_factory=list[tuple[float, float]])
    """From when until when there were troubles."""
    born: float = 0.0
    """When the bot that runs was started."""
    fell: list[str] = field(default_factory=list[str])
    """What bots that nobody killed ended with."""
    commit_fault: Callable[[Stage], None] | None = None
    transcript: Any = field(default_factory=hashlib.sha256)
    requests: int = 0
    closing: bool = False
    _chance: Random = field(init=False)
    _supervisor: asyncio.Task[None] = field(init=False)

    def __post_init__(self) -> None:
        self._chance = Random(f"{self.seed} house")

    @property
    def now(self) -> float:
        """Return the time in seconds since 1970."""
        return self.sandbox.clock.now()

    @property
    def database(self) -> Path:
        """Return the database's file."""
        return self.folder / "eldest.sqlite3"

    async def open(self) -> None:
        """Start the stand-in, then the bot."""
        fresh(self.database)
        self.sandbox = await Sandbox.start(None, clock=Clock(), seed=self.seed, rate_limits=True)
        self.sandbox.recorder.requests.append(self._note)
        self.sandbox.world.listeners.clear()  # nobody looks at the page
        Route.BASE = self.sandbox.api_base
        DiscordWebSocket.DEFAULT_GATEWAY = URL(self.sandbox.gateway_url)
        self._supervisor = asyncio.create_task(self.supervise())
        await self.wait_until_ready()

    def _note(self, request: Recorded) -> None:
        """Add a request and its answer to the digest of the run."""
        self.requests += 1
        body = json.dumps(request.body, sort_keys=True)
        line = f"{self.now:.6f} {request.method} {request.path} {request.status} {body}\n"
        self.transcript.update(line.encode())

    # -- the bot's life ----------------------------------------------------------------------------------------------

    async def supervise(self) -> None:
        """Start the bot, and another after a while whenever one is gone, as a service would. Runs until cancelled."""
        while True:
            process = self.process = Process(self.loop)
            self.born, event = self.now, asyncio.Event()
            process.ends.append(event.set)
            running = self.loop.create_task(self._run(process), context=process.context)
            running.add_done_callback(partial(self._ended, process))
            await event.wait()
            began = self.now
            self.bot = self.store = None
            self.loop.bury(process)
            await asyncio.sleep(self._chance.uniform(*AGAIN))
            self.down.append((began, self.now))

    async def _run(self, process: Process) -> None:
        """Run what the bot's process does: bot/app/run.py without signals and backups."""
        store = await Store.open(f"sqlite+aiosqlite:///{self.database}", fault=self._fault)
        bot = EldestHand(self.settings, store)
        bot._connection.heartbeat_timeout = 1200.0
        rng = Random(self._chance.random())
        bot.services.tables.rng, bot.services.tables.secret = rng, rng.randbytes
        self.bot, self.store = bot, store
        await bot.start(self.sandbox.token)

    def _ended(self, process: Process, running: asyncio.Task[None]) -> None:
        """Start a bot again that ended because it cannot start; any other end is a failure."""
        if process.alive and not self.closing:
            error = running.exception()
            log.info("the bot ended: %r", error)
            if isinstance(error, (StoreError, discord.DiscordException, OSError, aiohttp.ClientError)):
                self.deaths[f"ended by itself: {type(error).__name__}"] += 1
            else:
                self.fell.append(repr(error))
            process.kill()

    def _fault(self, stage: Stage) -> None:
        if self.commit_fault is not None:
            self.commit_fault(stage)

    def die(self, what: str) -> None:
        """Kill the bot here and now."""
        process = self.process
        if process is not None and process.alive:
            self.deaths[what] += 1
            process.kill()

    async def wait_until_ready(self) -> None:
        """Wait until a bot is there."""
        for _ in range(100_000):
            if self.process is not None and self.process.alive and self.sandbox.gateway.online:
                return
            await asyncio.sleep(2)
        message = "the bot does not come back"
        raise AssertionError(message)

    def break_commits(self, stage: Stage, count: int) -> None:
        """Let the next commits fail as a broken disk makes them: nobody knows whether they were kept."""
        remaining = count

        def fault(now: Stage) -> None:
            nonlocal remaining
            if now == stage and remaining:
                remaining -= 1
                raise make_disk_error()

        self.commit_fault = fault

    def die_at_commit(self, stage: Stage) -> None:
        """Kill the bot at its next commit."""

        def fault(now: Stage) -> None:
            if now == stage:
                self.commit_fault = None
                self.die(f"at a commit: {now}")
                raise Killed

        self.commit_fault = fault

    async def close(self) -> None:
        """Stop the bot as a signal would, and then the stand-in."""
        assert self.process is not None
        assert self.bot is not None
        assert self.store is not None
        self.closing = True
        await self.loop.create_task(self.bot.close(), context=self.process.context)
        await self.loop.create_task(self.store.close(), context=self.process.context)
        self._supervisor.cancel()
        self.process.kill()
        self.loop.bury(self.process)
        await self.sandbox.close()


@contextmanager
def shorten_month() -> Generator[None]:
    """While entered, do more seldom what would be done a hundred thousand times in a month."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scheduler, "MAX_SLEEP_SECONDS", MAX_SLEEP_SECONDS)
        patch.setattr(uptime, "BEAT_SECONDS", UPTIME_SECONDS)
        patch.setattr(uptime, "MISSED_AFTER_MS", 4 * UPTIME_SECONDS * 1000)
        patch.setattr(limits, "HEARTBEAT_MS", HEARTBEAT_MS)
        patch.setattr(app, "SWEEP_SECONDS", SWEEP_SECONDS)
        patch.setattr(world, "EPHEMERALS_KEPT", EPHEMERALS_KEPT)
        yield


@contextmanager
def start_virtual_house(
    folder: Path, seed: int, **settings: Any
) -> Generator[tuple[House, Callable[[Awaitable[Any]], Any]]]:
    """Yield a house in virtual time, not yet open, and what runs a coroutine there."""
    loop = VirtualLoop()
    before, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    chosen: dict[str, Any] = {
        "pictures": False,
        "emoji": False,
        "max_open": 1000,
        "max_live_tables": 200,
        "double_tap": 0,
        **settings,
    }
    try:
        with virtual_world(loop, str(seed), begin=BEGIN, latency=LATENCY) as disk, shorten_month():
            yield House(loop, folder, seed, Settings(**chosen), loop.network, disk), loop.run_until_complete
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before, gateway
        loop.close()
