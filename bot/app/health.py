"""Serves /health and /metrics on the same machine, if a setting asks for it."""

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

from bot.app.first_steps import pending_invite
from bot.app.services import Services
from bot.common import metrics
from bot.common.version import VERSION
from bot.processes.leases import ShardLeases
from bot.scheduler.scheduler import MAX_SLEEP_SECONDS, Scheduler
from bot.search.search_processes import SearchProcesses
from data.engine.errors import StoreError
from data.engine.shards import Shards
from data.store import Store

log = logging.getLogger(__name__)

LOOPBACK: Final = "127.0.0.1"

WRITE_TIMEOUT_SECONDS: Final = 2.0
"""Seconds that a write may take before the database counts as not writable."""

HEARTBEAT_TIMEOUT_SECONDS: Final = 120.0
"""Seconds without an answer to the gateway's heartbeat after which the connection counts as dead."""

SCHEDULER_TIMEOUT_SECONDS: Final = MAX_SLEEP_SECONDS + 30.0
"""Seconds without a look at due work after which the scheduler counts as dead."""


class ComponentHealth(NamedTuple):
    """A component's health, with the reason or a detail."""

    ok: bool
    detail: str


async def check_components(client: commands.AutoShardedBot, services: Services) -> dict[str, ComponentHealth]:
    """Return the health of each component.

    A reserve has a database alone: it is well while another process has its shards.
    """
    if services.leases.is_reserve:
        return {
            "database": await check_database(services.store),
            "leases": ComponentHealth(True, "in reserve: another process has leases of these shards"),
        }
    components = {
        "gateway": check_gateway(client),
        "heartbeat": check_heartbeat(client),
        "database": await check_database(services.store),
        "scheduler": check_scheduler(services.scheduler),
        "search": check_search(services.search),
    }
    shards = services.settings.shards
    return components if shards is None else {**components, "leases": check_leases(services.leases, shards)}


def check_gateway(client: commands.AutoShardedBot) -> ComponentHealth:
    """Check whether every shard is connected."""
    if client.is_closed():
        return ComponentHealth(False, "closed: the bot is stopping")
    if not client.is_ready():
        return ComponentHealth(False, "not ready yet")
    lost = [number for number, shard in client.shards.items() if shard.is_closed()]
    return (
        ComponentHealth(False, f"{len(lost)} of {len(client.shards)} shards not connected")
        if lost
        else ComponentHealth(True, "connected")
    )


def check_heartbeat(client: commands.AutoShardedBot) -> ComponentHealth:
    """Return the age of the last heartbeat's answer, on the shard that has waited longest."""
    ages = list[float]()
    for shard in client.shards.values():
        # discord.py tells how long an answer took (latency), and nowhere when it came.
        socket: Any = shard._parent.ws  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]  # see above
        alive = getattr(socket, "_keep_alive", None)
        ages.append(time.perf_counter() - alive._last_ack if alive is not None else math.inf)  # noqa: SLF001  # see above
    if not ages or math.isinf(max(ages)):
        return ComponentHealth(False, "none yet")
    return ComponentHealth(max(ages) < HEARTBEAT_TIMEOUT_SECONDS, f"{max(ages):.0f} s ago")


async def check_database(store: Store) -> ComponentHealth:
    """Check whether a write is committed in time."""
    began = time.perf_counter()
    try:
        async with asyncio.timeout(WRITE_TIMEOUT_SECONDS):
            await store.stats.probe()
    except TimeoutError:
        return ComponentHealth(False, f"a write takes longer than {WRITE_TIMEOUT_SECONDS:.0f} s")
    except StoreError as error:
        return ComponentHealth(False, error.hint)
    return ComponentHealth(True, f"a write takes {(time.perf_counter() - began) * 1000:.0f} ms")


def check_leases(leases: ShardLeases, shards: Shards) -> ComponentHealth:
    """Check whether the work of all shards of this process is its own to do."""
    held_shards = leases.held_among(shards).ids
    leads = ", and what one process does for all" if leases.is_leader else ""
    return ComponentHealth(
        held_shards == shards.ids, f"the work of {len(held_shards)} of {len(shards.ids)} shards{leads}"
    )


def check_scheduler(scheduler: Scheduler) -> ComponentHealth:
    """Check whether the scheduler looks at due work."""
    ago = scheduler.seconds_since_poll
    if ago is None:
        return ComponentHealth(False, "it does not run")
    return ComponentHealth(ago < SCHEDULER_TIMEOUT_SECONDS, f"looked {ago:.0f} s ago")


def check_search(search: SearchProcesses) -> ComponentHealth:
    """Check whether strong computer players can search."""
    if search.processes == 0:
        return ComponentHealth(True, f"in a thread, {search.waiting} waiting")
    running = f"{len(search.pids)} of {search.processes} processes run"
    detail = f"{running}, {search.waiting} waiting, {search.replaced} replaced"
    return ComponentHealth(not search.cannot_start, detail)


async def render_metrics(services: Services) -> bytes:
    """Return all metrics in Prometheus' format."""
    metrics.LIVE_TABLES.set(services.tables.in_memory)
    try:
        overdue_work = await services.store.stats.overdue()
    except StoreError as error:
        log.warning("what is due cannot be counted: %s", error)
    else:
        metrics.WORK_DUE.clear()
        metrics.WORK_OLDEST.clear()
        for work in overdue_work:
            metrics.WORK_DUE.labels(work.kind).set(work.many)
            metrics.WORK_OLDEST.labels(work.kind).set(max(0, services.clock() - work.oldest) / 1000)
    return generate_latest(metrics.REGISTRY)


def build_application(client: commands.AutoShardedBot, services: Services) -> web.Application:
    """Build the web application."""

    async def health(_: web.Request) -> web.Response:
        own_components = await check_components(client, services)
        ready = all(part.ok for part in own_components.values())
        components = {name: {"ok": part.ok, "detail": part.detail} for name, part in own_components.items()}
        body: dict[str, Any] = {"version": VERSION, "ready": ready, **components}
        if (link := pending_invite(client, services)) is not None:
            body["invite"] = link
        return web.json_response(body, status=200 if ready else 503)

    async def show(_: web.Request) -> web.Response:
        return web.Response(body=await render_metrics(services), content_type="text/plain", charset="utf-8")

    app = web.Application()
    app.add_routes([web.get("/health", health), web.get("/metrics", show)])
    return app


async def serve(
    client: commands.AutoShardedBot, services: Services, port: int, on_bound: Callable[[int], None] | None = None
) -> None:
    """Serve on a port of this machine (0: any; `on_bound` gets its number) until cancelled.

    If the port is taken, log that and return.
    """
    runner = web.AppRunner(build_application(client, services), access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, LOOPBACK, port).start()
        except OSError as error:
            log.error(  # noqa: TRY400  # that says it
                "/health and /metrics cannot be served on port %s: %s. The bot plays on without.", port, error.strerror
            )
            return
        where = runner.addresses[0][1]
        log.info("/health and /metrics are at http://%s:%s", LOOPBACK, where)
        if on_bound is not None:
            on_bound(where)
        await asyncio.Event().wait()
    finally:
        await runner.cleanup()
