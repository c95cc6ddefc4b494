"""Durable moves: the store's append beside aiosqlite and sqlite3 writing one at a time, each with synchronous=FULL.

All write the same into files made by the same migrations: an event and the table's row, and for a "whole move" also a
refresh that is coalesced, the last ping dropped and a new one added. Ours checks what it writes and finds out stale
writers and repeated interactions besides. Competing ways alternate within each repeat; the ratio is the median of the
repeats' ratios.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import aiosqlite

from data.databases import database_of
from data.engine.statements import BEGIN, COMMIT, compiled, insert_into
from data.people.statements import MEET_SQL, person
from data.sqlite.connect import connect_writer
from data.store import Store
from data.tables import statements as sql
from data.tables.events import EventKind
from data.tables.records import Append, NewEvent, NewTable, NewWork
from data.tables.work import WorkKind
from tools.bench.rows import Row

INSERT_EVENT = compiled(insert_into(sql.EVENTS, person_id=person("person_id"))).sqlite
REPEATS = 5
SERIAL = 200
WRITERS = 64
EACH = 12
PUBLIC: dict[str, Any] = {"cards": ["QH"], "trick": 3}
PAYLOAD: dict[str, Any] = {"users": [3]}


def run() -> list[Row]:
    """Measure; takes about five seconds where the disk is quiet."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measure(Path(folder)))


async def _measure(folder: Path) -> list[Row]:
    figures: dict[str, list[float]] = {}

    def note(name: str, figure: float) -> None:
        figures.setdefault(name, []).append(figure)

    for repeat in range(REPEATS):
        bench = _Bench(folder / f"{repeat}.db")
        await bench.open()
        try:
            for whole in (False, True):
                ours, peer = await _p50(whole, bench.ours, bench.aiosqlite)
                note(f"ours p50 {whole}", ours)
                note(f"aiosqlite p50 {whole}", peer)
                note(f"ours rate {whole}", await bench.load(whole))
                note(f"sqlite3 rate {whole}", bench.sqlite_rate(whole))
        finally:
            await bench.close()

    def read_message(figure: float, unit: str) -> str:
        return f"{figure * 1_000:.3f} ms" if unit == "ms" else f"{figure:,.0f}/s"

    def row(name: str, ours: str, peer: str, unit: str, goal: str) -> Row:
        own, theirs = figures[ours], figures[peer]
        ratio = median(a / b for a, b in zip(own, theirs, strict=True))
        return Row(name, read_message(median(own), unit), read_message(median(theirs), unit), ratio, goal)

    return [
        row(f"{what}: {how}", f"ours {kind} {whole}", f"{peer} {kind} {whole}", unit, goal)
        for whole, what in ((False, "event and row"), (True, "whole move"))
        for how, kind, peer, unit, goal in (
            ("p50 beside aiosqlite", "p50", "aiosqlite", "ms", "<= 1.2x"),
            (f"{WRITERS} writers beside sqlite3", "rate", "sqlite3", "/s", ">= 2x"),
        )
    ]


async def _p50(whole: bool, *ways: Callable[[int, bool], Awaitable[None]]) -> list[float]:
    """Return the median time of each way, taken in turns."""
    durations: list[list[float]] = [[] for _ in ways]
    for _ in range(SERIAL):
        for way, times in zip(ways, durations, strict=True):
            start = perf_counter()
            await way(0, whole)
            times.append(perf_counter() - start)
    return [median(times) for times in durations]


class _Bench:
    """A store and its two peers, each on a file of its own with WRITERS tables."""

    def __init__(self, path: Path) -> None:
        self._paths = [path.with_suffix(f".{name}.db") for name in ("ours", "aiosqlite", "sqlite3")]
        self._seqs = [[1] * WRITERS for _ in self._paths]
        self._ids: list[int] = []

    async def open(self) -> None:
        urls = [f"sqlite+aiosqlite:///{path}" for path in self._paths]
        for url in urls:
            store = await Store.open(url)
            draft = NewTable("voren", 1, {}, guild=1, channel=2, host=3)
            tables = [await store.tables.create(draft, [NewEvent(EventKind.JOIN)]) for _ in range(WRITERS)]
            self._ids = [table.id for table in tables]
            await store.close()
        self._store = await Store.open(urls[0])
        self._aiosqlite: aiosqlite.Connection = await connect_writer(database_of(urls[1]).url)
        self._sqlite = sqlite3.connect(self._paths[2], isolation_level=None)
        self._sqlite.execute("PRAGMA synchronous = FULL")
        self._sqlite.execute("PRAGMA foreign_keys = ON")

    async def close(self) -> None:
        await self._store.close()
        await self._aiosqlite.close()
        self._sqlite.close()

    async def ours(self, writer: int, whole: bool) -> None:
        """Make the moves through the store's public face."""
        seqs = self._seqs[0]
        after = seqs[writer]
        event = NewEvent(EventKind.MOVE, 0, "play QH", PUBLIC, interaction=writer << 32 | after, user=3)
        if not whole:
            seqs[writer] = await self._store.tables.append(Append(self._ids[writer], after, (event,)))
            return
        refresh = NewWork(WorkKind.REFRESH, "", after + 1, {}, 1)
        ping = NewWork(WorkKind.PING, f"{after % 4}:{after}", after + 1, PAYLOAD, 1)
        drop: tuple[tuple[WorkKind, str], ...] = ((WorkKind.PING, f"{(after - 1) % 4}:{after - 1}"),)
        write = Append(self._ids[writer], after, (event,), (refresh, ping), drop=drop)
        seqs[writer] = await self._store.tables.append(write)

    def _statements(self, which: int, writer: int, whole: bool) -> list[tuple[str, dict[str, object]]]:
        """Return the same as plain SQL with its parameters."""
        seqs = self._seqs[which]
        table, after = self._ids[writer], seqs[writer]
        seqs[writer] = after + 1
        event: dict[str, object] = {
            "table_id": table, "seq": after + 1, "kind": "move", "seat": 0, "text": "play QH", "hidden": None,
            "public": json.dumps(PUBLIC), "interaction": writer << 32 | after, "person_id": 3, "at": 1,
        }  # fmt: skip
        moved: dict[str, object] = {"table": table, "after": after, "of_rev": None, "new": after + 1, "at": 1}
        person: dict[str, object] = {"user_id": 3, "name": "", "folded": ""}
        statements = [(sql.advance().sqlite, moved), (MEET_SQL.sqlite, person), (INSERT_EVENT, event)]
        if whole:
            deletion = {"table": table, "of_kind": "ping", "of_key": f"{(after - 1) % 4}:{after - 1}", "now": 1}
            row: dict[str, object] = {"table_id": table, "seq": after + 1, "due": 1, "tries": 0, "state": "due"}
            row |= {"channel": None, "message": None, "begun_at": None}
            refresh = row | {"kind": "refresh", "key": "", "payload": "{}"}
            ping = row | {"kind": "ping", "key": f"{after % 4}:{after}", "payload": json.dumps(PAYLOAD)}
            enqueue = sql.ENQUEUE_SQL.sqlite
            statements += [(sql.DROP_WORK.sqlite, deletion), (enqueue, refresh), (enqueue, ping)]
        return statements

    async def aiosqlite(self, writer: int, whole: bool) -> None:
        """Make the moves through aiosqlite as its documentation has it: one statement after the other, then commit."""
        await self._aiosqlite.execute(BEGIN.sqlite)
        for statement, parameters in self._statements(1, writer, whole):
            await self._aiosqlite.execute(statement, parameters)
        await self._aiosqlite.commit()

    def sqlite_rate(self, whole: bool) -> float:
        """Return the moves a second through sqlite3, one after the other, without an event loop."""
        start = perf_counter()
        for _ in range(EACH):
            for writer in range(WRITERS):
                self._sqlite.execute(BEGIN.sqlite)
                for statement, parameters in self._statements(2, writer, whole):
                    self._sqlite.execute(statement, parameters)
                self._sqlite.execute(COMMIT.sqlite)
        return EACH * WRITERS / (perf_counter() - start)

    async def load(self, whole: bool) -> float:
        """Return moves a second with all writers at it, each starting its next when its last is acknowledged."""

        async def work(writer: int) -> None:
            for _ in range(EACH):
                await self.ours(writer, whole)

        start = perf_counter()
        await asyncio.gather(*map(work, range(WRITERS)))
        return EACH * WRITERS / (perf_counter() - start)


if __name__ == "__main__":
    for figure in run():
        print(
            f"{figure.name:42} ours {figure.ours:>10}  peer {figure.peer:>10}  "
            f"{figure.ratio:5.2f}x  (goal: {figure.goal})"
        )
