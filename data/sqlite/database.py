"""SQLite, the database in one file."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncGenerator, Callable, Generator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite
from sqlalchemy import URL, Connection, create_engine, event
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.pool import NullPool

from data.engine.database import Cursor, WriterConnection
from data.engine.errors import StoreError, explain
from data.engine.statements import ROLLBACK, Statement
from data.engine.values import to_json
from data.sqlite import backup, lock
from data.sqlite.connect import connect_writer, file_of, make_file, reading_engine, sync_connection, writing_engine

T = TypeVar("T")

ERASURE_LOG_SUFFIX = ".deletions"
"""Ends the name of the erasure log, after the database's."""


class SqliteDatabase:
    """The database of a file (engine/database.py)."""

    def __init__(self, url: URL, erasure_log: Path | None = None) -> None:
        """Take an address. Raises StoreError unless `url` names a file. The erasure log lies beside it by default."""
        if url.database in (None, "", ":memory:"):
            raise StoreError("the database must be a file: use sqlite+aiosqlite:///PATH")
        self.url = url.set(drivername="sqlite+aiosqlite")
        beside = None if url.query.get("uri") else Path(f"{url.database}{ERASURE_LOG_SUFFIX}")
        self.erasure_log = erasure_log or beside

    @property
    def file(self) -> Path:
        """The file, by whatever name the address calls it."""
        return file_of(self.url)

    @property
    def name(self) -> str:
        """The file's path."""
        return str(self.file)

    def size(self) -> int:
        """Return the size of the file in bytes, with its side files. Raises StoreUnreachable."""
        try:
            return backup.size(self.file)
        except OSError as error:
            raise explain(error, f"looking at {self.file}") from error

    def prepare(self, *, create: bool) -> None:
        """Create the file, or check that it is there. Raises StoreUnreachable."""
        make_file(self.url, as_it_is=not create)

    def is_there(self) -> bool:
        """Whether the file exists."""
        return self.file.exists()

    @contextmanager
    def connect_for_migration(self, *, read_only: bool) -> Generator[Connection]:
        """Yield a transaction that has the write lock from its begin, unless it may `read_only`."""
        engine = create_engine(
            "sqlite://",
            creator=lambda: sync_connection(self.url),
            poolclass=NullPool,
            hide_parameters=True,
            json_serializer=to_json,
        )

        @event.listens_for(engine, "begin")
        def on_begin(connection: Connection) -> None:  # pyright: ignore[reportUnusedFunction]  # SQLAlchemy calls it
            connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")

        try:
            with engine.begin() as connection:
                yield connection
        finally:
            engine.dispose()

    async def connect_writer(self, *, read_only: bool = False) -> _WriterThread:
        """Return the writer's connection; a commit is on the disk."""
        return _WriterThread(await connect_writer(self.url, read_only=read_only))

    def reading_engine(self) -> AsyncEngine:
        """See connect.py."""
        return reading_engine(self.url)

    def writing_engine(self, *, read_only: bool = False) -> AsyncEngine:
        """See connect.py."""
        return writing_engine(self.url, read_only=read_only)

    def is_refused(self, error: BaseException) -> bool:
        """Whether SQLite refused a commit before it wrote anything that a crash could bring back."""
        return _is_refused(error)

    def held(self, *, shared: bool = False) -> AbstractContextManager[None]:
        """See lock.py. A file is never shared."""
        assert not shared
        return lock.held(self.file)

    async def listen(self, channel: str) -> AsyncGenerator[str | None]:
        """Yield nothing: there are no other processes."""
        del channel
        return
        yield


class _WriterThread:
    """The thread that aiosqlite keeps for a connection."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        # aiosqlite offers no public way to run a function of ours on its thread, and no types for what is below.
        self._connection: Any = connection
        self._writer = _WriterConnection(self._connection._conn)  # noqa: SLF001

    async def run(self, work: Callable[[WriterConnection], T]) -> T:
        return await self._connection._execute(work, self._writer)  # noqa: SLF001

    async def check(self) -> None:
        """Do nothing: this process has the file's lock until it ends."""

    async def close(self) -> None:
        await self._connection.close()


class _WriterConnection:
    """A connection in autocommit mode."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    @property
    def in_transaction(self) -> bool:
        return self._connection.in_transaction

    def execute(self, statement: Statement, parameters: Mapping[str, Any] | None = None) -> Cursor:
        if parameters is None:
            return self._connection.execute(statement.sqlite)
        return self._connection.execute(statement.sqlite, parameters)

    def undo(self, error: BaseException) -> bool:
        """Roll back after `error`.

        SQLite undoes some failed transactions itself, such as one for which the disk is full.
        """
        try:
            if self._connection.in_transaction:
                self._connection.execute(ROLLBACK.sqlite)
        except sqlite3.Error:
            return False
        return _is_refused(error)


def _is_refused(error: BaseException) -> bool:
    name: str = getattr(error, "sqlite_errorname", None) or ""
    return isinstance(error, sqlite3.Error) and not name.startswith("SQLITE_IOERR")
