"""Events, seats and tables as tests need them."""

import asyncio
import re
import sqlite3
import threading
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from data.engine.database import WriterConnection
from data.engine.statements import Statement
from data.store import Store
from data.tables.events import EventKind
from data.tables.records import Append, NewEvent, NewTable, NewWork, SeatRecord, TableRecord
from data.tables.work import WorkKind

GUILD, CHANNEL, THREAD, HOST, GUEST = 11 << 56, 12 << 56, 13 << 56, 14 << 56, 15 << 56


def url_of(path: Path) -> str:
    """The URL of a database file."""
    return f"sqlite+aiosqlite:///{path}"


def draft(**changes: Any) -> NewTable:
    """A table of Voren in the lobby."""
    given: dict[str, Any] = {"options": {"ante": 5}, "guild": GUILD, "channel": CHANNEL, "host": HOST, **changes}
    return NewTable(game="voren", rules_version=1, **given)


def seat(number: int, user: int | None = HOST, points: int = 0) -> SeatRecord:
    """A person's seat, or a computer player's."""
    if user is None:
        return SeatRecord(0, number, None, "computer", f"Seat {number}", points, level="strong")
    return SeatRecord(0, number, user, "person", f"Seat {number}", points)


def move(text: str = "stay", interaction: int | None = None, **fields: Any) -> NewEvent:
    """A move of seat 0."""
    return NewEvent(EventKind.MOVE, 0, text, {"text": text}, interaction=interaction, user=HOST, **fields)


async def table_with(store: Store, events: int = 1) -> TableRecord:
    """A table with so many events in its log."""
    return await store.tables.create(draft(), [move(f"move {n}") for n in range(events)], (), [seat(0)])


async def read_table(store: Store, table: int) -> TableRecord:
    """The table as it is kept."""
    record = await store.tables.get(table)
    assert record is not None
    return record


def step(table: int, after: int, *events: NewEvent, **fields: Any) -> Append:
    """One step of a table: the events, or one move."""
    return Append(table, after, events or (move(),), **fields)


def refresh(seq: int, due: int = 100) -> NewWork:
    """A refresh of the public message."""
    return NewWork(WorkKind.REFRESH, "", seq, {"seq": seq}, due)


def peek(path: Path, query: str) -> list[tuple[Any, ...]]:
    """What another program sees in the file."""
    connection = sqlite3.connect(path)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


async def on_writer(store: Store, statement: str, **values: Any) -> list[Any]:
    """Run a statement on the writer's connection; returns its rows. `:name` is a parameter."""
    text = Statement(statement, re.sub(r":(\w+)", r"%(\1)s", statement))

    def run(connection: WriterConnection) -> list[Any]:
        cursor: Any = connection.execute(text, values or None)
        return cursor.fetchall() if cursor.description else []

    return await store._writer._thread.run(run)


sqlite_only = pytest.mark.parametrize("place", ["sqlite"], indirect=True)
"""For what is SQLite's own."""


class Gate:
    """A fault hook that counts commits and, while closed, holds the writer's thread at a stage.

    `raising` maps the number of a commit (from 1, since the last `reset`) and a stage to what is raised there.
    """

    def __init__(self) -> None:
        self.commits = 0
        self.raising: dict[tuple[int, str], Exception] = {}
        self._open = threading.Event()
        self._open.set()
        self._hold = ""
        self.held = threading.Event()

    def __call__(self, stage: str) -> None:
        """Called by the writer."""
        if stage == "before commit":
            self.commits += 1
        if stage == self._hold:
            self.held.set()
            assert self._open.wait(10)
        if (self.commits, stage) in self.raising:
            raise self.raising[self.commits, stage]

    def reset(self) -> None:
        """Count from 1 again."""
        self.commits = 0

    @asynccontextmanager
    async def closed(self, stage: str) -> AsyncGenerator[None]:
        """Hold the writer at `stage` from its next commit on; on leaving let it go."""
        self._hold = stage
        self._open.clear()
        self.held.clear()
        try:
            yield
        finally:
            self._hold = ""
            self._open.set()

    async def reached(self) -> None:
        """Wait until the writer is held."""
        assert await asyncio.to_thread(self.held.wait, 10)


def of_sqlite(name: str) -> sqlite3.OperationalError:
    """An error of SQLite's with that name."""
    error = sqlite3.OperationalError("refused")
    error.sqlite_errorname = name
    return error
