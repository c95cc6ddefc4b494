"""Two bots of two shards each that share a PostgreSQL database, beside one bot with all four shards.

All is on the disk before it is answered (fsync is on). Each side of the first comparison has a server of its own, so
that its CPU time can be read apart; the two alternate, and the ratio is the median of the repeats' ratios.
"""

from __future__ import annotations

import asyncio
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from data.databases import database_of
from data.store import Store
from tests.bench.bots import ONE, TWO, running_bots, sandbox_of_shards, server_cpu
from tests.bench.interactions import FLOODS, TABLES, Flooded, Ours, cpu, flood
from tests.bench.rows import Row
from tests.support.postgres import new_server
from tools.postgres_server import Server

REPEATS: Final = 9
ROUNDS: Final = 8
GOAL: Final = 1.15
PLAIN: Final = {
    "ELDEST_THREADS": "false",
    "ELDEST_PING_DELAY": "86400",
    "ELDEST_REFRESH": "false",
    "ELDEST_MAX_LIVE_TABLES": "1000",
    "ELDEST_MAX_OPEN": "1000",
}
"""The settings of bots that do nothing but what a move needs."""


class Measured(NamedTuple):
    """What one repeat found."""

    bots: float
    """The CPU seconds of the bots a move."""
    server: float
    """The same of PostgreSQL."""
    rate: float
    """Moves a second."""


def run() -> list[Row]:
    """Measure; takes about five minutes. Skipped where PostgreSQL is not installed."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_moves(Path(folder)))


async def _moves(folder: Path) -> list[Row]:
    found: dict[str, list[Measured]] = {"two": [], "one": []}
    async with AsyncExitStack() as stack:
        sides: list[_Side] = []
        for name, shards in (("two", TWO), ("one", ONE)):
            sides.append(await _side(stack, name, shards, folder))
        for repeat in range(REPEATS):
            for side in sides if repeat % 2 else reversed(sides):
                found[side.name].append(await side.measure())

    def row(label: str, field: str, goal: str) -> Row:
        two, one = ([getattr(measured, field) for measured in found[name]] for name in ("two", "one"))
        shown = "{:,.0f}/s" if field == "rate" else "{:.3f} ms"
        scale = 1 if field == "rate" else 1e3
        ratio = median(a / b for a, b in zip(two, one, strict=True))
        return Row(label, shown.format(median(two) * scale), shown.format(median(one) * scale), ratio, goal)

    return [
        row(f"CPU of two bots a move beside one, {TABLES} in flight", "bots", f"at most {GOAL}x"),
        row("the same of PostgreSQL", "server", f"at most {GOAL}x"),
        row("moves a second", "rate", "reported"),
    ]


@dataclass
class _Side:
    """Bots, their PostgreSQL server, and tables in all Discord servers at which people move."""

    name: str
    tables: Ours
    bots: list[subprocess.Popen[bytes]]
    server: Server

    def bots_cpu(self) -> float:
        """The CPU seconds that the bots have used."""
        return sum(map(cpu, self.bots))

    async def measure(self) -> Measured:
        """One repeat: floods of moves."""
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
