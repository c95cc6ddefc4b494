"""How statements are compiled for the writer's thread, and those of a transaction."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import BindParameter, ClauseElement, ColumnElement, Table, bindparam
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.dialects.sqlite.base import SQLiteCompiler

__all__ = [
    "BEGIN",
    "COMMIT",
    "KEEP_UNIT",
    "MARK_UNIT",
    "ROLLBACK",
    "UNDO_UNIT",
    "compiled",
    "insert",
    "insert_into",
]
# PostgreSQL's insert, since its ON CONFLICT compiles for SQLite, too. SQLite's does not compile for PostgreSQL.


class _Compiler(SQLiteCompiler):
    """Writes values into the text. Only parameters without a value are left for those who run it."""

    def visit_bindparam(self, bindparam: BindParameter[Any], *args: Any, **kwargs: Any) -> str:
        if not bindparam.required:
            kwargs["literal_binds"] = True
        compiler: Any = super()  # SQLAlchemy's method has no types
        return compiler.visit_bindparam(bindparam, *args, **kwargs)


_DIALECT = sqlite.dialect(paramstyle="named")
_DIALECT.statement_compiler = _Compiler


def compiled(statement: ClauseElement) -> str:
    """The text of a statement for SQLite, with named parameters."""
    return str(statement.compile(dialect=_DIALECT))


BEGIN: Final = "BEGIN IMMEDIATE"
COMMIT: Final = "COMMIT"
ROLLBACK: Final = "ROLLBACK"
MARK_UNIT: Final = "SAVEPOINT unit"
KEEP_UNIT: Final = "RELEASE unit"
UNDO_UNIT: Final = "ROLLBACK TO unit"


def insert_into(table: Table, **instead: ColumnElement[Any]) -> str:
    """The insert of a whole row, an `id` that the database gives left out; `instead` are columns that are looked up."""
    values: dict[str, Any] = {column.name: bindparam(column.name) for column in table.c if column.name != "id"}
    return compiled(insert(table).values({**values, **instead}))
