"""Statements with their text for each database, those of a transaction among them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, NamedTuple

from sqlalchemy import BindParameter, ClauseElement, ColumnElement, Table, bindparam
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.postgresql import Insert, insert, psycopg
from sqlalchemy.engine.default import DefaultDialect

__all__ = [
    "BEGIN",
    "BEGIN_SNAPSHOT",
    "COMMIT",
    "RELEASE_SAVEPOINT",
    "ROLLBACK",
    "ROLLBACK_TO_SAVEPOINT",
    "SAVEPOINT",
    "Statement",
    "compiled",
    "insert",
    "insert_into",
    "insert_or_replace",
]
# PostgreSQL's insert, since its ON CONFLICT compiles for SQLite, too. SQLite's does not compile for PostgreSQL.

WRITE_LOCK: Final = 0x45480001
"""The advisory lock of PostgreSQL that a writing transaction holds: like SQLite, it has one writer at a time.

So nothing that a transaction has read (limits, bans, versions) changes before its commit.
"""


class Statement(NamedTuple):
    """A statement's text for each database, with named parameters."""

    sqlite: str
    postgresql: str


def _dialect(dialect: DefaultDialect) -> DefaultDialect:
    """Return the dialect. Values become part of a statement's text; parameters without one stay parameters."""
    base: Any = dialect.statement_compiler

    def visit_bindparam(self: Any, bindparam: BindParameter[Any], *args: Any, **kwargs: Any) -> str:
        if not bindparam.required:
            kwargs["literal_binds"] = True
        return base.visit_bindparam(self, bindparam, *args, **kwargs)

    dialect.statement_compiler = type("_Compiler", (base,), {"visit_bindparam": visit_bindparam})
    return dialect


_SQLITE: Final = _dialect(sqlite.dialect(paramstyle="named"))
_POSTGRESQL: Final = _dialect(psycopg.dialect())


def compiled(statement: ClauseElement) -> Statement:
    """Return a statement compiled for each database, with named parameters."""
    return Statement(*(str(statement.compile(dialect=dialect)) for dialect in (_SQLITE, _POSTGRESQL)))


BEGIN: Final = Statement("BEGIN IMMEDIATE", f"BEGIN; SELECT pg_advisory_xact_lock({WRITE_LOCK})")
BEGIN_SNAPSHOT: Final = Statement("BEGIN", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
"""Begins a transaction that only reads: all its statements see the same moment."""
COMMIT: Final = Statement("COMMIT", "COMMIT")
ROLLBACK: Final = Statement("ROLLBACK", "ROLLBACK")
SAVEPOINT: Final = Statement("SAVEPOINT unit", "SAVEPOINT unit")
RELEASE_SAVEPOINT: Final = Statement("RELEASE unit", "RELEASE unit")
ROLLBACK_TO_SAVEPOINT: Final = Statement("ROLLBACK TO unit", "ROLLBACK TO unit")


def insert_into(table: Table, **instead: ColumnElement[Any]) -> Any:
    """Return the insert of a whole row; `instead` are columns that are looked up.

    An `id` that the database gives is left out.
    """
    values: dict[str, Any] = {column.name: bindparam(column.name) for column in table.c if column.name != "id"}
    return insert(table).values({**values, **instead})


def insert_or_replace(table: Table, key: Collection[str], *, kept: Collection[str] = ()) -> Insert:
    """Return the insert of a row, or the update of the one with the same `key`.

    Its columns `kept` and its `id` stay.
    """
    fresh = insert(table)
    stay = {*key, *kept, "id"}
    new = {column.name: fresh.excluded[column.name] for column in table.c if column.name not in stay}
    return fresh.on_conflict_do_update(index_elements=[table.c[name] for name in key], set_=new)
