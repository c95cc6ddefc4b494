"""The database of an address, and quiet loggers for its libraries."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from data.engine.database import Database
from data.engine.errors import StoreError
from data.sqlite.database import SqliteDatabase

LOGGERS: Final = ("aiosqlite", "psycopg", "sqlalchemy", "alembic")


def database_of(url: str, erasure_log: Path | None = None) -> Database:
    """Return the database at an address; `erasure_log` is a file for its erasures in place of the usual one.

    Raises StoreError for an address that we cannot use; a password is never shown.
    """
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StoreError("ELDEST_DATABASE_URL is not a database URL") from None
    match parsed.drivername:
        case "sqlite" | "sqlite+aiosqlite":
            return SqliteDatabase(parsed, erasure_log)
        case "postgresql" | "postgresql+psycopg":
            try:
                from data.postgres.database import PostgresDatabase  # most bots need it never
            except ImportError:
                raise StoreError("PostgreSQL needs a package: pip install -r requirements-postgresql.lock") from None
            return PostgresDatabase(parsed, erasure_log)
        case _:
            raise StoreError(
                f"{parsed.drivername} is not supported: use sqlite+aiosqlite:///PATH or postgresql+psycopg://HOST/NAME"
            )


def hush() -> None:
    """Keep the libraries' loggers at INFO or above: below, they print rows, and hidden cards with them."""
    for name in LOGGERS:
        below = [child for child in logging.root.manager.loggerDict if child.startswith(f"{name}.")]
        for logger in map(logging.getLogger, (name, *below)):
            if logger.name == name and logger.level == logging.NOTSET:
                logger.setLevel(logging.WARNING)
            elif logging.NOTSET < logger.level < logging.INFO:
                logger.setLevel(logging.INFO)
