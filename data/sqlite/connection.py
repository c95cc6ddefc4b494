"""Connections of the engines: a statement and all its rows are one turn of the connection's thread.

aiosqlite takes four. A turn costs more than the statement, and a transaction holds the write lock meanwhile.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any, Self

import aiosqlite

from data.engine.finish import finish

Row = tuple[Any, ...]


class Connection(aiosqlite.Connection):
    """A connection whose statements end even if the task that waits for them is cancelled.

    SQLAlchemy would close it in the middle of a transaction, and SQLite would keep the lock.
    """

    async def run(self, function: Any, *parameters: Any) -> Any:
        """Return the outcome of a function of SQLite's connection, on the connection's thread."""
        me: Any = self  # its method has no types
        return await finish(me._execute(function, self._conn, *parameters))  # noqa: SLF001  # our own base's

    def cursor(self) -> Any:
        """Return a cursor, as SQLAlchemy's adapter asks for it."""
        return _Cursor(self)

    async def rollback(self) -> None:
        """Undo the transaction."""
        await self.run(sqlite3.Connection.rollback)

    async def commit(self) -> None:
        """Keep the transaction."""
        await self.run(sqlite3.Connection.commit)


class _Cursor:
    """A cursor of aiosqlite's interface that has read all rows when a statement has ended."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._rows: list[Row] = []
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None
        self.arraysize = 1

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, statement: str, parameters: Any = ()) -> None:
        await self._connection.run(self._run, statement, parameters)

    async def executemany(self, statement: str, parameters: Sequence[Any]) -> None:
        await self._connection.run(self._run_many, statement, parameters)

    async def fetchall(self) -> list[Row]:
        return self._rows

    async def close(self) -> None:
        self._rows = []

    def _run(self, database: sqlite3.Connection, statement: str, parameters: Any) -> None:
        self._read(database.execute(statement, parameters))

    def _run_many(self, database: sqlite3.Connection, statement: str, parameters: Sequence[Any]) -> None:
        self._read(database.executemany(statement, parameters))

    def _read(self, cursor: sqlite3.Cursor) -> None:
        self.description = cursor.description
        self._rows = cursor.fetchall() if cursor.description else []
        self.rowcount, self.lastrowid = cursor.rowcount, cursor.lastrowid
        cursor.close()
