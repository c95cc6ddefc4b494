"""The metrics. No label holds a user, a name, a text or a card: each has few values.

Counting goes on whether or not /metrics is served (bot/app/health.py): it costs a microsecond.
"""

from __future__ import annotations

import asyncio
from typing import Final

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics

LAG_INTERVAL_SECONDS: Final = 0.25
"""Seconds between two measurements of the event loop's lag."""

TOO_MANY_REQUESTS: Final = 429

disable_created_metrics()  # each counter would have a second line that nobody asks for

REGISTRY: Final = CollectorRegistry()

INTERACTIONS: Final = Counter(
    "eldest_interactions",
    "Commands, clicks and forms: done, declined (a rule or a limit), not kept (the database), failed (a fault of ours)",
    ["verb", "outcome"],
    registry=REGISTRY,
)
FIRST_ANSWER: Final = Histogram(
    "eldest_first_answer_seconds",
    "From an interaction's arrival to its first answer, deferrals included",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3),
    registry=REGISTRY,
)
COMMITS: Final = Counter("eldest_commits", "Batches of writes, kept or failed", ["outcome"], registry=REGISTRY)
COMMIT_SECONDS: Final = Histogram(
    "eldest_commit_seconds",
    "How long a batch of writes took until it was on the disk",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
    registry=REGISTRY,
)
WORK: Final = Counter(
    "eldest_work",
    "Deliveries of what fell due: done, retract and cancelled (no longer needed), put off, again (another try), "
    "parked (until the bot is used there), failed (given up)",
    ["kind", "outcome"],
    registry=REGISTRY,
)
WORK_LATE: Final = Histogram(
    "eldest_work_late_seconds",
    "How long after its time a delivery began",
    ["kind"],
    buckets=(0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600),
    registry=REGISTRY,
)
WORK_DUE: Final = Gauge("eldest_work_due", "Work whose time has come and that is not done", ["kind"], registry=REGISTRY)
WORK_OLDEST: Final = Gauge(
    "eldest_work_oldest_seconds", "How long the oldest of it has been due", ["kind"], registry=REGISTRY
)
PINGS: Final = Counter("eldest_pings", "Messages posted that tell people something", ["kind"], registry=REGISTRY)
REQUESTS: Final = Counter(
    "eldest_requests",
    "Requests to Discord: 2xx, 4xx, 429 (too many), 5xx, broken (no answer)",
    ["status"],
    registry=REGISTRY,
)
GATEWAY: Final = Counter(
    "eldest_gateway", "Connections to the gateway: connected, resumed, lost", ["event"], registry=REGISTRY
)
LOOP_LAG: Final = Histogram(
    "eldest_loop_lag_seconds",
    "How late the event loop comes to what it was to do",
    buckets=(0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
    registry=REGISTRY,
)
LIVE_TABLES: Final = Gauge("eldest_live_tables", "Tables in memory", registry=REGISTRY)
SEARCHES: Final = Counter(
    "eldest_searches",
    "Strong computer players' searches: done, late, refused (too many wait), overran, died, unstarted, failed, closed",
    ["outcome"],
    registry=REGISTRY,
)
SEARCH_SECONDS: Final = Histogram(
    "eldest_search_seconds",
    "How long a search took, without its wait for others",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4),
    registry=REGISTRY,
)
SEARCHES_WAITING: Final = Gauge("eldest_searches_waiting", "Searches that wait, or are under way", registry=REGISTRY)
BACKUPS: Final = Counter("eldest_backups", "Daily backups, made or failed", ["outcome"], registry=REGISTRY)


def count_requests(config: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
    """Count a session's requests; returns `config`."""

    async def ended(_: object, __: object, request: aiohttp.TraceRequestEndParams) -> None:
        status = request.response.status
        REQUESTS.labels("429" if status == TOO_MANY_REQUESTS else f"{status // 100}xx").inc()

    async def broke(_: object, __: object, ___: aiohttp.TraceRequestExceptionParams) -> None:
        REQUESTS.labels("broken").inc()

    config.on_request_end.append(ended)
    config.on_request_exception.append(broke)
    return config


def observe_commit(seconds: float, failed: int) -> None:
    """Count a batch of writes, of which `failed` units of work failed."""
    COMMIT_SECONDS.observe(seconds)
    COMMITS.labels("failed" if failed else "kept").inc()


def count_backup(made: bool) -> None:
    """Count a daily backup, made or failed."""
    BACKUPS.labels("made" if made else "failed").inc()


async def watch_loop() -> None:
    """Measure the event loop's lag until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        wake_time = loop.time() + LAG_INTERVAL_SECONDS
        await asyncio.sleep(LAG_INTERVAL_SECONDS)
        LOOP_LAG.observe(max(0.0, loop.time() - wake_time))
