"""Databases for tests, up to date and empty: a file of SQLite's, or one on a server of PostgreSQL's.

Migrations take a tenth of a second, so they are run once in a process.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Protocol

from data.databases import database_of
from data.engine.database import Database
from data.migrate import upgrade
from data.sqlite.database import SqliteDatabase
from tests.support.postgres import TEMPLATE, Server, shared_server

KINDS: Final = ("sqlite", "postgresql")
DATABASE: Final = os.environ.get("ELDEST_TEST_DATABASE", "sqlite")
"""The kind of database that tests run on, where a test does not choose one."""


class Place(Protocol):
    """Where a test's database is."""

    kind: str
    url: str

    def database(self) -> Database:
        """Return the database, with an erasure log of the test's own."""
        ...

    def peek(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return what another program sees there; `?` stands for each value."""
        ...

    def change(self, statement: str, *values: Any) -> None:
        """Change the database as another program does."""
        ...

    def plan(self, statement: str, values: Any) -> str:
        """Return how the database finds the rows of a statement of its driver's, however few there are."""
        ...

    def lines(self) -> list[str]:
        """Return all there is, as lines of SQL."""
        ...

    def back_up(self) -> Path:
        """Make a backup, by the means of that kind of database."""
        ...

    def restore(self, backup: Path) -> None:
        """Put a backup in the database's place; nobody has it open."""
        ...


@cache
def _migrated() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "fresh.sqlite3"
        database = database_of(f"sqlite+aiosqlite:///{path}")
        database.prepare(create=True)
        upgrade(database)
        return path.read_bytes()


UP_TO_DATE: Final = set[Path]()
"""The files that were laid so, which nobody has to ask for their revision."""


def upgrade_others(database: Database, *, as_it_is: bool = False) -> None:
    """In the place of `upgrade`: files that were laid as it leaves them are left alone."""
    if not (isinstance(database, SqliteDatabase) and Path(database.url.database or "") in UP_TO_DATE):
        upgrade(database, as_it_is=as_it_is)


def fresh(path: Path) -> None:
    """Lay a file of SQLite's at `path`, for its owner's eyes only, unless there is one already."""
    if not path.exists():
        UP_TO_DATE.add(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(0o600)
        path.write_bytes(_migrated())


class SqlitePlace:
    """A file."""

    kind = "sqlite"

    def __init__(self, path: Path) -> None:
        self.path = path
        self.url = f"sqlite+aiosqlite:///{path}"

    def database(self) -> Database:
        """See Place."""
        return database_of(self.url)

    def peek(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """See Place."""
        connection = sqlite3.connect(self.path)
        try:
            return connection.execute(query, values).fetchall()
        finally:
            connection.close()

    def change(self, statement: str, *values: Any) -> None:
        """See Place."""
        connection = sqlite3.connect(self.path, isolation_level=None)
        try:
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute(statement, values)
        finally:
            connection.close()

    def plan(self, statement: str, values: Any) -> str:
        """See Place."""
        with closing(sqlite3.connect(self.path)) as connection:
            return "\n".join(row[-1] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", values))

    def lines(self) -> list[str]:
        """See Place."""
        with closing(sqlite3.connect(self.path)) as connection:
            return list(connection.iterdump())

    def back_up(self) -> Path:
        """See Place."""
        backup = self.path.with_name("backup.db")
        with closing(sqlite3.connect(self.path)) as connection, closing(sqlite3.connect(backup)) as copied:
            connection.backup(copied)
        return backup

    def restore(self, backup: Path) -> None:
        """See Place."""
        for suffix in ("-wal", "-shm"):
            self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
        shutil.copy(backup, self.path)


class PostgresPlace:
    """A database on a server."""

    kind = "postgresql"

    def __init__(self, server: Server, name: str, folder: Path) -> None:
        self.server = server
        self.name = name
        self.folder = folder
        self.url = server.url(name)

    def database(self) -> Database:
        """See Place."""
        return database_of(self.url, self.folder / "eldest.deletions")

    def peek(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """See Place."""
        text: Any = query.replace("?", "%s")
        with self.server.connect(self.name) as connection:
            return connection.execute(text, values or None).fetchall()

    def change(self, statement: str, *values: Any) -> None:
        """See Place."""
        text: Any = statement.replace("?", "%s")
        with self.server.connect(self.name) as connection:
            connection.execute(text, values or None)

    def plan(self, statement: str, values: Any) -> str:
        """See Place."""
        explained: Any = f"EXPLAIN {statement}"
        with self.server.connect(self.name) as connection:
            connection.execute("SET enable_seqscan = off")
            return "\n".join(row for (row,) in connection.execute(explained, values))

    def lines(self) -> list[str]:
        """See Place."""
        return self.server.run("pg_dump", "--inserts", self.name).splitlines()

    def back_up(self) -> Path:
        """See Place."""
        backup = self.folder / "backup.sql"
        backup.write_text(self.server.run("pg_dump", self.name), encoding="utf-8")
        return backup

    def restore(self, backup: Path) -> None:
        """See Place."""
        self.server.drop(self.name)
        self.server.new_database(name=self.name)
        self.server.run(
            "psql", "--quiet", "--set", "ON_ERROR_STOP=1", self.name, input_text=backup.read_text(encoding="utf-8")
        )


@contextmanager
def new_place(kind: str, folder: Path, name: str = "eldest.db") -> Generator[Place]:
    """Yield an empty database, up to date; or the file of that name, as it is. Skip the test without PostgreSQL."""
    if kind == "sqlite":
        fresh(folder / name)
        yield SqlitePlace(folder / name)
        return
    server = shared_server()
    name = server.new_database(TEMPLATE)
    try:
        yield PostgresPlace(server, name, folder)
    finally:
        server.drop(name)
