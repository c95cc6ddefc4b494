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
from data.tables.records import Append, NewEvent, NewHand, NewTable, NewWork, SeatRecord, TableRecord
from data.tables.work import WorkKind

GUILD, CHANNEL, THREAD, HOST, GUEST = 11 << 56, 12 << 56, 13 << 56, 14 << 56, 15 << 56


def url_of(path: Path) -> str:
    """Return the URL of a database file."""
    return f"sqlite+aiosqlite:///{path}"


def make_draft(**changes: Any) -> NewTable:
    """Return a table of Voren in its lobby."""
    fields: dict[str, Any] = {"options": {"ante": 5}, "guild": GUILD, "channel": CHANNEL, "host": HOST, **changes}
    return NewTable(game="voren", rules_version=1, **fields)


def make_seat(number: int, user: int | None = HOST, points: int = 0) -> SeatRecord:
    """Return a person's seat, or a computer player's."""
    if user is None:
        return SeatRecord(0, number, None, "computer", f"Seat {number}", points, level="strong")
    return SeatRecord(0, number, user, "person", f"Seat {number}", points)


def make_move(text: str = "stay", interaction: int | None = None, **fields: Any) -> NewEvent:
    """Return a move of seat 0."""
    return NewEvent(EventKind.MOVE, 0, text, {"text": text}, interaction=interaction, user=HOST, **fields)


async def create_table(store: Store, events: int = 1) -> TableRecord:
    """Create a table with so many events in its log; return it."""
    return await store.tables.create(
        make_draft(), [make_move(f"move {number}") for number in range(events)], (), [make_seat(0)]
    )


async def read_table(store: Store, table: int) -> TableRecord:
    """Return the table as it is stored."""
    record = await store.tables.get(table)
    assert record is not None
    return record


def make_step(table: int, after: int, *events: NewEvent, **fields: Any) -> Append:
    """Return one step of a table: these events, or one move."""
    return Append(table, after, events or (make_move(),), **fields)


def make_hand(number: int, first: int, last: int, points: tuple[int, ...] = (3, -3)) -> NewHand:
    """Return a hand that is over."""
    log = [{"event": "deal"}, {"seat": 0, "move": "play QH"}]
    return NewHand(number, first, last, points, {"taken": [1, 0]}, log, {"phase": "deal", "owed": [10**30, 0]})


def make_join(number: int, user: int, name: str) -> NewEvent:
    """Return the event by which somebody sits down under a name."""
    return NewEvent(EventKind.JOIN, number, user=user, name=name)


def make_named_seat(number: int, user: int, name: str) -> SeatRecord:
    """Return a person's seat under a name."""
    return SeatRecord(0, number, user, "person", name)


async def create_finished_table(store: Store) -> int:
    """Create a finished table of two people; return its number."""
    joined = [make_join(number, user, "X") for number, user in enumerate((HOST, GUEST))]
    return (await store.tables.create(make_draft(status="over"), joined, (), [make_seat(0), make_seat(1, GUEST)])).id


def make_refresh(seq: int, due: int = 100) -> NewWork:
    """Return the refresh of a public message."""
    return NewWork(WorkKind.REFRESH, "", seq, {"seq": seq}, due)


def peek(path: Path, query: str) -> list[tuple[Any, ...]]:
    """Return what another program sees in the file."""
    connection = sqlite3.connect(path)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


async def run_on_writer(store: Store, statement: str, **values: Any) -> list[Any]:
    """Run a statement on the writer's connection; return its rows. `:name` is a parameter."""
    text = Statement(statement, re.sub(r":(\w+)", r"%(\1)s", statement))

    def run(connection: WriterConnection) -> list[Any]:
        cursor: Any = connection.execute(text, values or None)
        return cursor.fetchall() if cursor.description else []

    return await store._writer._thread.run(run)


sqlite_only = pytest.mark.parametrize("place", ["sqlite"], indirect=True)
"""Marks a test of what only SQLite does."""


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
        """Count, hold or raise, as the writer reaches a stage."""
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
    async def hold(self, stage: str) -> AsyncGenerator[None]:
        """Hold the writer at `stage` from its next commit on, while entered."""
        self._hold = stage
        self._open.clear()
        self.held.clear()
        try:
            yield
        finally:
            self._hold = ""
            self._open.set()

    async def wait_until_held(self) -> None:
        """Wait until the writer is held."""
        assert await asyncio.to_thread(self.held.wait, 10)


def make_sqlite_error(name: str) -> sqlite3.OperationalError:
    """Return an error of SQLite's with that name."""
    error = sqlite3.OperationalError("refused")
    error.sqlite_errorname = name
    return error
