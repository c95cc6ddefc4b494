"""Durable moves on PostgreSQL: the store's append beside one statement a move, and beside SQLite.

The peer is psycopg on one connection, with a statement that moves the table and inserts the event: the least that a
durable move can cost. Ours checks what it writes besides, and finds out stale writers and repeated interactions; under
load it writes many moves in one transaction. All is on the disk before it is answered.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final

import psycopg

from data.databases import database_of
from data.store import Store
from data.tables.events import EventKind
from data.tables.records import Append, NewEvent, NewTable
from tests.support.postgres import Server, new_server
from tools.bench.rows import Row

REPEATS: Final = 5
SERIAL: Final = 200
WRITERS: Final = 64
EACH: Final = 12
PUBLIC: Final[dict[str, Any]] = {"cards": ["QH"], "trick": 3}

FLOOR: Final = """
    WITH moved AS (
        UPDATE tables SET seq = seq + 1, updated = 1 WHERE id = %(table)s AND seq = %(after)s RETURNING id, seq
    )
    INSERT INTO events (table_id, seq, kind, seat, text, public, hidden, interaction, person_id, at)
    SELECT id, seq, 'move', 0, 'play QH', %(public)s::json, NULL, %(interaction)s, 1, 1 FROM moved
"""


def run() -> list[Row]:
    """Measure; takes about twenty seconds. Skipped where PostgreSQL is not installed."""
    server = new_server()
    try:
        with tempfile.TemporaryDirectory() as folder:
            return asyncio.run(_measure(server, Path(folder)))
    finally:
        server.stop()


async def _measure(server: Server, folder: Path) -> list[Row]:
    ours, floor, sqlite, p50, floor_p50 = ([0.0] * REPEATS for _ in range(5))
    for repeat in range(REPEATS):
        name = server.new_database()
        house = _Moves(await Store.open(database_of(server.url(name), folder / "log")))
        file = _Moves(await Store.open(f"sqlite+aiosqlite:///{folder / f'{repeat}.db'}"))
        await house.begin()
        await file.begin()
        with server.connect(name) as peer:
            p50[repeat] = await house.serial()
            floor_p50[repeat] = _floor(peer, house.tables[0], SERIAL, house)
            ours[repeat] = await house.load()
            floor[repeat] = 1 / _floor(peer, house.tables[0], SERIAL, house)
            sqlite[repeat] = await file.load()
        await house.store.close()
        await file.store.close()

    def ratio(own: list[float], theirs: list[float]) -> float:
        return median(a / b for a, b in zip(own, theirs, strict=True))

    def rate(figures: list[float]) -> str:
        return f"{median(figures):,.0f}/s"

    def ms(figures: list[float]) -> str:
        return f"{median(figures) * 1000:.3f} ms"

    return [
        Row(f"{WRITERS} writers beside one statement a move", rate(ours), rate(floor), ratio(ours, floor), ">= 0.8x"),
        Row("p50 beside one statement a move", ms(p50), ms(floor_p50), ratio(p50, floor_p50), "-"),
        Row(f"{WRITERS} writers beside ours on SQLite", rate(ours), rate(sqlite), ratio(ours, sqlite), "-"),
    ]


class _Moves:
    """A store with WRITERS tables."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.tables: list[int] = []
        self.seqs: list[int] = []

    async def begin(self) -> None:
        """Open the tables."""
        draft = NewTable("voren", 1, {}, guild=1, channel=2, host=3)
        new_tables = [await self.store.tables.create(draft, [NewEvent(EventKind.JOIN, user=3)]) for _ in range(WRITERS)]
        self.tables, self.seqs = [table.id for table in new_tables], [1] * WRITERS

    async def move(self, writer: int) -> None:
        """Make a move at a table."""
        after = self.seqs[writer]
        event = NewEvent(EventKind.MOVE, 0, "play QH", PUBLIC, interaction=self.tables[writer] << 32 | after, user=3)
        self.seqs[writer] = await self.store.tables.append(Append(self.tables[writer], after, (event,)))

    async def serial(self) -> float:
        """Return the median time (s) of moves one after the other."""
        times: list[float] = []
        for _ in range(SERIAL):
            began = perf_counter()
            await self.move(0)
            times.append(perf_counter() - began)
        return median(times)

    async def load(self) -> float:
        """Return moves a second with all writers at it, each starting its next when its last is acknowledged."""

        async def work(writer: int) -> None:
            for _ in range(EACH):
                await self.move(writer)

        began = perf_counter()
        await asyncio.gather(*map(work, range(WRITERS)))
        return EACH * WRITERS / (perf_counter() - began)


def _floor(peer: psycopg.Connection, table: int, moves: int, here: _Moves) -> float:
    """Return the median time (s) of a move in one statement; the store's own count goes along."""
    times: list[float] = []
    for _ in range(moves):
        after = here.seqs[0]
        values = {"table": table, "after": after, "public": json.dumps(PUBLIC), "interaction": table << 32 | after}
        began = perf_counter()
        result = peer.execute(FLOOR, values)
        times.append(perf_counter() - began)
        assert result.rowcount == 1
        here.seqs[0] += 1
    return median(times)
