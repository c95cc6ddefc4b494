"""Two bots of two shards each that share a PostgreSQL database, beside one bot with all four shards.

All is on the disk before it is answered (fsync is on). Each side of the first comparison has a server of its own, so
that its CPU time can be read apart; the two alternate, and the ratio is the median of the repeats' ratios.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final, NamedTuple

import psycopg

from data.databases import database_of
from data.engine.clock import now_ms
from data.store import Store
from sandbox import Sandbox
from sandbox.server.recorder import Recorded
from sandbox.server.records import Channel
from tests.support.postgres import new_server
from tests.support.waiting import until
from tools.bench.bots import ONE, SHARDS, TWO, running_bots, sandbox_of_shards, server_cpu, start, stop
from tools.bench.clocks import KEPT, OUT, TOO_FAST, UNSENT
from tools.bench.copied_tables import (
    MOVE,
    TEMPLATE,
    Place,
    copy_table,
    end_at,
    measure_copy,
    open_template,
    open_threads,
    places_without_threads,
)
from tools.bench.interactions import FLOODS, TABLES, Flooded, Ours, cpu, flood
from tools.bench.rows import Row
from tools.postgres_server import Server

REPEATS: Final = 7
ROUNDS: Final = 8
GOAL: Final = 1.15
LIVE: Final = 10_000
START: Final = 10.0
"""The goal, in seconds from the start of both bots to the first answer of each."""

CLOCKS: Final = 1_000
AHEAD: Final = 40.0
"""Seconds from the copying to the moment at which all clocks run out: the bots have started by then."""

UNMOVED: Final = "SELECT count(*) FROM tables WHERE id != %s AND seq <= %s"
TWICE: Final = "SELECT count(*) - count(DISTINCT table_id) FROM events WHERE kind = 'late'"
"""How often somebody's time ran out more than once."""

PLAIN: Final = {
    "ELDEST_THREADS": "false",
    "ELDEST_PING_DELAY": "86400",
    "ELDEST_REFRESH": "false",
    "ELDEST_MAX_LIVE_TABLES": "1000",
    "ELDEST_MAX_OPEN": "1000",
}
"""The settings of bots that do nothing but what a move needs."""


class Measured(NamedTuple):
    """The figures of one repeat."""

    bots: float
    """The CPU seconds of the bots a move."""
    server: float
    """The same of PostgreSQL."""
    rate: float
    """Moves a second."""


def run() -> list[Row]:
    """Measure; takes about six minutes. Skipped where PostgreSQL is not installed."""
    with tempfile.TemporaryDirectory() as folder:
        rows = asyncio.run(_moves(Path(folder)))
        return [*rows, *asyncio.run(_start(Path(folder))), *asyncio.run(_clocks(Path(folder)))]


async def _moves(folder: Path) -> list[Row]:
    figures: dict[str, list[Measured]] = {"two": [], "one": []}
    async with AsyncExitStack() as stack:
        sides: list[_Side] = []
        for name, shards in (("two", TWO), ("one", ONE)):
            sides.append(await _side(stack, name, shards, folder))
        for repeat in range(REPEATS):
            for side in sides if repeat % 2 else reversed(sides):
                figures[side.name].append(await side.measure())

    def row(label: str, field: str, goal: str) -> Row:
        two, first = ([getattr(measured, field) for measured in figures[name]] for name in ("two", "one"))
        template = "{:,.0f}/s" if field == "rate" else "{:.3f} ms"
        scale = 1 if field == "rate" else 1e3
        ratio = median(a / b for a, b in zip(two, first, strict=True))
        return Row(label, template.format(median(two) * scale), template.format(median(first) * scale), ratio, goal)

    return [
        row(f"CPU of two bots a move beside one, {TABLES} in flight", "bots", f"at most {GOAL}x"),
        row("the same of PostgreSQL", "server", f"at most {GOAL}x"),
        row("moves a second", "rate", "reported"),
    ]


async def _start(folder: Path) -> list[Row]:
    """Measure the start of two bots together with many tables in the database, until each has answered."""
    times: list[float] = []
    async with _template(folder / "start.deletions") as (sandbox, database, url, settings):
        copy_table(database, places_without_threads(sandbox, LIVE), now_ms() + MOVE)
        began, bots = perf_counter(), [start(sandbox, url, shards, **{**settings, **PLAIN}) for shards in TWO]
        try:
            times = await asyncio.gather(*(_answered(sandbox, shards, began) for shards in TWO))
        finally:
            await stop(sandbox, bots)
    return [
        Row(f"start to first answer, {LIVE:,} live tables, bot {number}", f"{took:.2f} s", f"{START:.0f} s",
            took / START, "at most 1x")
        for number, took in enumerate(times, 1)
    ]  # fmt: skip


async def _answered(sandbox: Sandbox, shards: str, began: float) -> float:
    """Return the seconds until a bot with these shards has answered in one of its servers."""
    guilds = list(sandbox.world.guilds.values())
    shard = int(shards[0])
    server = next(number for number, guild in enumerate(guilds) if guild.shard(SHARDS) == shard)
    while True:
        await until(lambda: shard in sandbox.gateway.online_shards, 60)
        answer = await sandbox.people.command("Ada", "card-room", "help", server=server)
        if answer["state"] == "message":
            return perf_counter() - began


async def _clocks(folder: Path) -> list[Row]:
    """Measure clocks of tables in all servers that run out in one second."""
    refused, unplaced = list[Recorded](), 0
    async with _template(folder / "clocks.deletions") as (sandbox, database, url, settings):
        seq = measure_copy(database, "SELECT seq FROM tables WHERE id = %s", TEMPLATE)
        moment = now_ms() + int(AHEAD * 1000)
        places = open_threads(sandbox, CLOCKS)
        copy_table(database, places, moment)
        async with running_bots(sandbox, url, TWO, **settings):
            end_at(database, moment)
            assert now_ms() < moment, "the machine is too slow for this bench"
            sandbox.recorder.requests.append(
                lambda request: refused.append(request) if request.status == TOO_FAST else None
            )
            posted = _Posted(sandbox, places)
            await asyncio.sleep((moment - now_ms()) / 1000)
            began = perf_counter()
            await until(lambda: not measure_copy(database, UNMOVED, 0, seq), 4 * OUT)
            seconds = perf_counter() - began
            await until(lambda: not measure_copy(database, UNSENT), 4 * OUT)
            out = perf_counter() - began
            unplaced = posted.wrong()
            twice = measure_copy(database, TWICE)
    goal = "at most 1x"
    return [
        Row(f"{CLOCKS} clocks in one second, two bots: all moves kept, {twice} twice", f"{seconds:.2f} s",
            f"{KEPT:.0f} s", seconds / KEPT, f"{goal}, none twice"),
        Row(f"all messages out, {len(refused)} refused, {unplaced} threads wrong", f"{out:.1f} s", f"{OUT:.0f} s",
            out / OUT, f"{goal}, none refused or wrong"),
    ]  # fmt: skip


class _Posted:
    """The bot's messages in the threads of tables: each has a call of the person there, and one board."""

    def __init__(self, sandbox: Sandbox, places: Sequence[Place]) -> None:
        self._threads = [sandbox.world.channels[str(place.thread)] for place in places]
        self._before = {thread.id: set(thread.messages) for thread in self._threads}

    def wrong(self) -> int:
        """Return the number of threads that differ from the majority in the number of messages of a kind."""
        counts = [self._kinds(thread) for thread in self._threads]
        usual, count = Counter(counts).most_common(1)[0]
        if count != len(counts):
            sys.stderr.write(f"usual: {usual}; also {Counter(counts).most_common()[1:]}\n")
        return len(counts) - count

    def _kinds(self, thread: Channel) -> tuple[int, int]:
        """Return the number of messages with a mention, and of others."""
        fresh = [message for key, message in thread.messages.items() if key not in self._before[thread.id]]
        calls = sum(bool(message.data["mentions"]) for message in fresh)
        return calls, len(fresh) - calls


@asynccontextmanager
async def _template(log: Path) -> AsyncGenerator[tuple[Sandbox, psycopg.Connection, str, dict[str, str]]]:
    """Yield a sandbox, a database with one table of it, the database's address, and settings; no bot runs."""
    settings = {"ELDEST_ERASURE_LOG": str(log), "ELDEST_PING_DELAY": "5"}
    server = new_server()
    try:
        name = server.new_database()
        url = server.url(name)
        async with await sandbox_of_shards() as sandbox:
            with server.connect(name) as database:
                async with running_bots(sandbox, url, TWO, **settings):
                    await open_template(sandbox, database)
                yield sandbox, database, url, settings
    finally:
        server.stop()


@dataclass
class _Side:
    """Bots, their PostgreSQL server, and tables in all Discord servers at which people move."""

    name: str
    tables: Ours
    bots: list[subprocess.Popen[bytes]]
    server: Server

    def bots_cpu(self) -> float:
        """Return the CPU seconds that the bots have used."""
        return sum(map(cpu, self.bots))

    async def measure(self) -> Measured:
        """Measure one repeat: floods of moves."""
        floods: list[Flooded] = []
        spent = 0.0
        for _ in range(FLOODS):
            await self.tables.next_hands()
            before = server_cpu(self.server)
            floods.append(await flood(self.tables.click, self.bots_cpu, ROUNDS))
            spent += server_cpu(self.server) - before
        clicks, used, seconds = map(sum, zip(*floods, strict=True))
        return Measured(used / clicks, spent / clicks, clicks / seconds)


async def _side(stack: AsyncExitStack, name: str, shards: Sequence[str | None], folder: Path) -> _Side:
    """Start all, and open the tables."""
    server = new_server()
    stack.callback(server.stop)
    sandbox = await sandbox_of_shards()
    stack.push_async_callback(sandbox.close)
    url = server.url(server.new_database())
    log = folder / f"{name}.deletions"
    bots = await stack.enter_async_context(running_bots(sandbox, url, shards, ELDEST_ERASURE_LOG=str(log), **PLAIN))
    store = await Store.open(database_of(url, log), as_it_is=True, read_only=True)
    stack.push_async_callback(store.close)
    tables = Ours(sandbox, store)
    await tables.prepare()
    return _Side(name, tables, bots, server)
