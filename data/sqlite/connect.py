"""Connections to a database's file, and the settings of every connection."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import aiosqlite
from sqlalchemy import URL, event
from sqlalchemy import Connection as SyncConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from data.engine.database import MAX_PARALLEL_READS
from data.engine.errors import StoreUnreachable, explain
from data.engine.statements import BEGIN
from data.engine.values import to_json
from data.sqlite.connection import Connection
from data.sqlite.overwriting import end_overwriting_with_transaction

BUSY_MS = 1_000
"""The time for which a statement waits for another program's lock."""

QUERY_ONLY: Final = ("query_only = ON",)
WRITING: Final = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")
"""The settings of a connection that reads, and of one that writes: a commit is on the disk."""


def file_of(url: URL) -> Path:
    """Return the file of a database, by whatever name it is called: links are followed, a URI's parts left out."""
    assert url.database is not None
    name = unquote(urlsplit(url.database).path) if url.query.get("uri") else url.database
    return Path(name).resolve()


def make_file(url: URL, *, as_it_is: bool = False) -> None:
    """Create the database's directory, and its file for its owner's eyes only, if they are missing.

    Raises StoreUnreachable, with `as_it_is` where there is no file.
    """
    assert url.database is not None
    if url.query.get("uri"):
        return
    path = Path(url.database)
    if as_it_is and not path.exists():
        raise StoreUnreachable(f"there is no {path}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.touch(mode=0o600)
    except OSError as error:
        raise explain(error, f"creating {path}") from error


async def connect_writer(url: URL, *, read_only: bool = False) -> aiosqlite.Connection:
    """Return the writer's connection, in autocommit: transactions begin and end where we say.

    A commit is on the disk. Raises the driver's errors, also where the file may only be read. With `read_only` it is
    not touched, and every write fails.
    """
    path, settings = _connect_arguments(url)
    connection = aiosqlite.connect(path, **settings)
    _let_go(connection)
    await connection
    for pragma in QUERY_ONLY if read_only else WRITING:
        await connection.execute_fetchall(f"PRAGMA {pragma}")
    if read_only:
        return connection
    # BEGIN IMMEDIATE alone is content with a read-only file; a write that changes nothing is not.
    await connection.execute_fetchall("DELETE FROM alembic_version WHERE version_num = ''")
    return connection


def reading_engine(url: URL) -> AsyncEngine:
    """Return the engine for reads; its connections cannot write.

    Each statement is read by itself, without a transaction. Statements in errors and logs come without parameters.
    """
    return _engine(url, QUERY_ONLY, MAX_PARALLEL_READS, isolation_level="AUTOCOMMIT", skip_autocommit_rollback=True)


def writing_engine(url: URL, *, read_only: bool = False) -> AsyncEngine:
    """Return the engine for transactions.

    It has one connection, and a transaction has the write lock from its begin. With `read_only` every write fails.
    """
    # A session ends its transaction itself: the pool need not.
    pragmas = QUERY_ONLY if read_only else WRITING
    engine = _engine(url, pragmas, 1, pool_reset_on_return=None)

    def on_begin(connection: SyncConnection) -> None:
        connection.exec_driver_sql(BEGIN.sqlite)

    event.listen(engine.sync_engine, "begin", on_begin)
    end_overwriting_with_transaction(engine)
    return engine


async def _connect(url: URL) -> Connection:
    path, settings = _connect_arguments(url)
    connection = Connection(lambda: sqlite3.connect(path, **settings), iter_chunk_size=64)
    _let_go(connection)
    await connection
    return connection


def _connect_arguments(url: URL) -> tuple[str, dict[str, Any]]:
    """Return the database's path, and the arguments of a connection.

    These set autocommit, so that transactions begin where we say.
    """
    positional, keywords = url.get_dialect()().create_connect_args(url)
    return positional[0], {**keywords, "timeout": BUSY_MS / 1_000, "isolation_level": None}


def _let_go(connection: aiosqlite.Connection) -> None:
    """Let a store that was forgotten not keep the process alive; SQLAlchemy does the same for its connections."""
    connection._thread.daemon = True  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]  # nothing public sets it


def _engine(url: URL, pragmas: Sequence[str], connections: int, **settings: Any) -> AsyncEngine:
    engine = create_async_engine(
        url,
        hide_parameters=True,
        json_serializer=to_json,
        async_creator=lambda: _connect(url),
        pool_size=connections,
        max_overflow=0,
        **settings,
    )

    def on_connect(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    event.listen(engine.sync_engine, "connect", on_connect)
    return engine


def sync_connection(url: URL) -> sqlite3.Connection:
    """Return a plain connection in autocommit mode, for the migrations."""
    path, settings = _connect_arguments(url)
    return sqlite3.connect(path, **settings)
