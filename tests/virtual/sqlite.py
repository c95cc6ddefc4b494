"""SQLite without threads: what a connection would do in its thread it does on the loop, a moment later, in order.

Everything above is as always: data/engine/writer.py, SQLAlchemy's pool and its dialect. What is not exercised: that a
thread of its own keeps the event loop free. A kill closes the connections as the system would: what is not committed is
gone.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Generator
from contextlib import contextmanager
from random import Random
from typing import Any

import aiosqlite
import pytest
from aiosqlite import core

from data.sqlite import connect
from tests.virtual.loop import PROCESS, Killed

READ, WRITE = (0.0001, 0.001), (0.001, 0.012)
"""Seconds that a call of a reading connection takes, and a batch of the writer: at least and at most."""
FOR_EVER = 1 << 30
"""Pages of a database that has all the room there is."""


class Disk:
    """Where the database lies, and what is wrong with it just now."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.locked_by: sqlite3.Connection | None = None
        """Another program's connection that has the database to itself."""
        self.slow = 0.0
        """Seconds that a batch takes at least."""
        self.full = False
        self._full: set[int] = set()
        self.batches = 0

    def lock(self, path: str) -> None:
        """Another program locks the database."""
        self.locked_by = sqlite3.connect(path, isolation_level=None, timeout=0)
        self.locked_by.execute("BEGIN IMMEDIATE")

    def unlock(self) -> None:
        """It has let go."""
        if self.locked_by is not None:
            self.locked_by.close()
            self.locked_by = None

    def takes(self, function: Any) -> float:
        """Seconds that a call takes. One that waits for another's lock waits as long as SQLite would."""
        if not _writes(function):
            return self.rng.uniform(*READ)
        self.batches += 1
        if self.locked_by is not None:
            return 1.0
        return max(self.slow, self.rng.uniform(*WRITE))

    def before(self, connection: sqlite3.Connection, function: Any) -> None:
        """Let a writer's connection know how much room there is."""
        if _writes(function) and self.full != (id(connection) in self._full):
            pages = connection.execute("PRAGMA page_count").fetchone()[0] if self.full else FOR_EVER
            connection.execute(f"PRAGMA max_page_count = {pages}")
            (self._full.add if self.full else self._full.discard)(id(connection))


def _writes(function: Any) -> bool:
    """Whether a call is the writer's, with a transaction in it."""
    return getattr(getattr(function, "func", None), "__name__", "") == "_write"


class Calls:
    """In the place of the queue to a connection's thread."""

    def __init__(self, disk: Disk, owner: aiosqlite.Connection) -> None:
        self._disk = disk
        self._owner = owner
        self._waiting: deque[tuple[asyncio.Future[Any] | None, Callable[[], Any]]] = deque()
        self._process = PROCESS.get()
        if self._process is not None:
            self._process.ends.append(self._cut_off)

    def put_nowait(self, call: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        """Do this once what came before is done."""
        if self._process is not None and not self._process.alive:
            return
        self._waiting.append(call)
        if len(self._waiting) == 1:
            self._next()

    def _next(self) -> None:
        loop = asyncio.get_event_loop()
        loop.call_later(self._disk.takes(self._waiting[0][1]), self._run)

    def _run(self) -> None:
        future, function = self._waiting[0]
        raw = self._owner._connection
        if raw is not None:
            self._disk.before(raw, function)
        try:
            result = function()
        except Exception as error:  # noqa: BLE001  # whoever called has to hear of it
            if future is not None:
                core.set_exception(future, error)
        except Killed:
            return
        else:
            if future is not None:
                core.set_result(future, result)
        self._waiting.popleft()
        if self._waiting:
            self._next()

    def _cut_off(self) -> None:
        self._waiting.clear()
        raw, self._owner._connection = self._owner._connection, None
        self._owner._running = False
        if raw is not None:
            raw.close()


class NoThread:
    """In the place of a connection's thread."""

    daemon = True

    def start(self) -> None:
        """There is nothing to start."""


@contextmanager
def inline(disk: Disk) -> Generator[None]:
    """While entered, connections of aiosqlite have no threads."""
    make = core.Connection.__init__

    def without_thread(self: Any, *args: Any, **named: Any) -> None:
        make(self, *args, **named)
        self._tx, self._thread = Calls(disk, self), NoThread()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(core.Connection, "__init__", without_thread)
        patch.setattr(connect, "BUSY_MS", 0)  # SQLite would wait in real time: `Disk.takes` does in the loop's
        patch.setattr(connect, "WRITING", (*connect.WRITING, "synchronous = OFF"))  # the machine keeps its power
        yield
