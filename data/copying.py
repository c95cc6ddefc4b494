"""Copies a database to an empty one, of SQLite or PostgreSQL either way, and proves that both hold the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import Connection, Table, delete, func, insert, select, text

from data.engine.columns import table_of
from data.engine.database import Database
from data.engine.errors import StoreError, explain
from data.engine.values import to_json, without_nul
from data.migrate import upgrade
from data.privacy.erasure_log import append_entries, read_entries
from data.privacy.models import OriginRow
from data.schema import METADATA

BATCH_ROWS: Final = 500
"""Rows that are read and written in one go."""

ORIGINS: Final = table_of(OriginRow)
"""The table that a new database has a row of."""


def copy(source: Database, target: Database, say: Callable[[str], None]) -> dict[str, int]:
    """Copy all rows in one transaction, wholly or not at all; returns how many there are by table. Blocks.

    `say` is told of each table. The erasure log is copied before. Raises StoreTooOld for an outdated source,
    StoreInUse, and StoreError if the target is not empty or differs afterwards.
    """
    source.prepare(create=False)
    target.prepare(create=True)
    with source.held(), target.held():
        upgrade(source, as_it_is=True)
        upgrade(target)
        _copy_erasure_log(source, target)
        try:
            with (
                source.connect_for_migration(read_only=True) as old_connection,
                target.connect_for_migration(read_only=False) as new_connection,
            ):
                return _copy_tables(old_connection, new_connection, say)
        except Exception as error:
            raise explain(error, "copying") from error


def _copy_tables(source: Connection, target: Connection, say: Callable[[str], None]) -> dict[str, int]:
    for table in METADATA.sorted_tables:
        if table is not ORIGINS and target.execute(select(table).limit(1)).first() is not None:
            raise StoreError(f"the target holds rows of {table.name} already: it has to be empty")
    target.execute(delete(ORIGINS))
    counts = dict[str, int]()
    for table in METADATA.sorted_tables:
        try:
            counts[table.name], digest = _read_rows(table, source, target)
        except Exception as error:
            raise explain(error, f"copying {table.name}") from error
        if (counts[table.name], digest) != _read_rows(table, target):
            raise StoreError(f"the rows of {table.name} are not the same in the target")
        _copy_last_number(table, source, target)
        say(f"{table.name}: {counts[table.name]} rows")
    return counts


def _read_rows(table: Table, source: Connection, target: Connection | None = None) -> tuple[int, int]:
    """Return the number of a table's rows, and their digest; they are copied to `target`."""
    count, digest = 0, 0
    for rows in _batches(table, source):
        if target is not None:
            target.execute(insert(table), rows)
        count, digest = count + len(rows), digest + sum(map(_digest, rows))
    return count, digest


def _batches(table: Table, connection: Connection) -> Iterator[list[dict[str, Any]]]:
    query = select(table).execution_options(yield_per=BATCH_ROWS)
    for rows in connection.execute(query).mappings().partitions():
        # As columns.checked would write them.
        yield [
            {name: without_nul(value) if isinstance(value, str) else value for name, value in row.items()}
            for row in rows
        ]


def _digest(row: Mapping[str, Any]) -> int:
    """Return the digest of a row. Digests are added up, so that the order of rows does not matter."""
    return int.from_bytes(sha256(to_json(list(row.values())).encode()).digest())


def _copy_last_number(table: Table, source: Connection, target: Connection) -> None:
    """Let numbers go on where they were: a table's or a pad's is never given again."""
    if "id" not in table.c:
        return
    last = _last_number(table, source)
    if target.dialect.name == "postgresql":
        target.execute(select(func.setval(func.pg_get_serial_sequence(table.name, "id"), last or 1, last > 0)))
    elif table.dialect_options["sqlite"]["autoincrement"]:
        target.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": table.name})
        target.execute(
            text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)"), {"name": table.name, "last": last}
        )


def _last_number(table: Table, source: Connection) -> int:
    """Return the last number that was given to a row, 0 if none was."""
    last: int | None = None
    if source.dialect.name == "postgresql":
        query = text("SELECT pg_sequence_last_value(CAST(pg_get_serial_sequence(:name, 'id') AS regclass))")
        last = source.execute(query, {"name": table.name}).scalar_one()
    elif table.dialect_options["sqlite"]["autoincrement"]:
        query = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
        last = source.execute(query, {"name": table.name}).scalar_one_or_none()
    if last is None:
        last = source.execute(select(func.max(table.c.id))).scalar_one_or_none()
    return last or 0


def _copy_erasure_log(source: Database, target: Database) -> None:
    """Add the source's erasures to the target's log, so that they are repeated after a restore."""
    if source.erasure_log is None or target.erasure_log is None or source.erasure_log == target.erasure_log:
        return
    entries = set(read_entries(target.erasure_log))
    if new := [entry for entry in read_entries(source.erasure_log) if entry not in entries]:
        append_entries(target.erasure_log, new)
