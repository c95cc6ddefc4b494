"""/health and /metrics, for whoever watches the bot from the same machine. Served only where a setting asks for it."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from aiohttp import web
from discord.ext import commands
from prometheus_client import generate_latest

from bot.app.services import Services
from bot.common import metrics
from bot.common.version import VERSION
from bot.scheduler.scheduler import MAX_SLEEP_SECONDS, Scheduler
from data.errors import StoreError
from data.records import now_ms
from data.store import Store

log = logging.getLogger(__name__)

HERE: Final = "127.0.0.1"

PATIENCE: Final = 2.0
"""Seconds that a write may take before the database counts as not writable."""

SILENT: Final = 120.0
"""Seconds without an answer to the gateway's heartbeat after which the connection counts as dead."""

OVERSLEPT: Final = MAX_SLEEP_SECONDS + 30.0
"""Seconds without a look at what is due after which the sleeper counts as dead."""


class Part(NamedTuple):
    """A part of the bot: whether it is well, and why or how."""

    ok: bool
    said: str


async def parts(client: commands.AutoShardedBot, services: Services) -> dict[str, Part]:
    """How the bot's parts are."""
    return {
        "gateway": gateway(client),
        "heartbeat": heartbeat(client),
        "database": await database(services.store),
        "sleeper": sleeper(services.scheduler),
    }


def gateway(client: commands.AutoShardedBot) -> Part:
    """Whether every shard is connected."""
    if client.is_closed():
        return Part(False, "closed: the bot is stopping")
    if not client.is_ready():
        return Part(False, "not ready yet")
    lost = [number for number, shard in client.shards.items() if shard.is_closed()]
    return Part(False, f"{len(lost)} of {len(client.shards)} shards not connected") if lost else Part(True, "connected")


def heartbeat(client: commands.AutoShardedBot) -> Part:
    """How long ago Discord last answered a heartbeat, on the shard that has waited longest."""
    ages = list[float]()
    for shard in client.shards.values():
        # discord.py tells how long an answer took (latency), and nowhere when it came.
        socket: Any = shard._parent.ws  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]  # see above
        alive = getattr(socket, "_keep_alive", None)
        ages.append(time.perf_counter() - alive._last_ack if alive is not None else math.inf)  # noqa: SLF001  # see above
    if not ages or math.isinf(max(ages)):
        return Part(False, "none yet")
    return Part(max(ages) < SILENT, f"{max(ages):.0f} s ago")


async def database(store: Store) -> Part:
    """Whether a write is kept."""
    began = time.perf_counter()
    try:
        async with asyncio.timeout(PATIENCE):
            await store.stats.probe()
    except TimeoutError:
        return Part(False, f"a write takes longer than {PATIENCE:.0f} s")
    except StoreError as error:
        return Part(False, error.hint)
    return Part(True, f"a write takes {(time.perf_counter() - began) * 1000:.0f} ms")


def sleeper(scheduler: Scheduler) -> Part:
    """Whether somebody looks at what falls due."""
    ago = scheduler.seconds_since_poll
    if ago is None:
        return Part(False, "it does not run")
    return Part(ago < OVERSLEPT, f"looked {ago:.0f} s ago")


async def written(services: Services) -> bytes:
    """All that is counted, in Prometheus' form."""
    metrics.LIVE_TABLES.set(services.tables.in_memory)
    try:
        owed = await services.store.stats.overdue()
    except StoreError as error:
        log.warning("what is due cannot be counted: %s", error)
    else:
        metrics.WORK_DUE.clear()
        metrics.WORK_OLDEST.clear()
        for one in owed:
            metrics.WORK_DUE.labels(one.kind).set(one.many)
            metrics.WORK_OLDEST.labels(one.kind).set(max(0, now_ms() - one.oldest) / 1000)
    return generate_latest(metrics.REGISTRY)


def application(client: commands.AutoShardedBot, services: Services) -> web.Application:
    """What answers."""

    async def health(_: web.Request) -> web.Response:
        found = await parts(client, services)
        ready = all(part.ok for part in found.values())
        told = {name: {"ok": part.ok, "said": part.said} for name, part in found.items()}
        body = {"version": VERSION, "ready": ready, **told}
        return web.json_response(body, status=200 if ready else 503)

    async def show(_: web.Request) -> web.Response:
        return web.Response(body=await written(services), content_type="text/plain", charset="utf-8")

    app = web.Application()
    app.add_routes([web.get("/health", health), web.get("/metrics", show)])
    return app


async def serve(
    client: commands.AutoShardedBot, services: Services, port: int, note: Callable[[int], None] | None = None
) -> None:
    """Answer on this port of this machine alone (0 for any; `note` is told which), for as long as the bot runs.

    A port that is taken is said, and the bot plays on without.
    """
    runner = web.AppRunner(application(client, services), access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, HERE, port).start()
        except OSError as error:
            log.error(  # noqa: TRY400  # that says it
                "/health and /metrics cannot be served on port %s: %s. The bot plays on without.", port, error.strerror
            )
            return
        where = runner.addresses[0][1]
        log.info("/health and /metrics are at http://%s:%s", HERE, where)
        if note is not None:
            note(where)
        await asyncio.Event().wait()
    finally:
        await runner.cleanup()
