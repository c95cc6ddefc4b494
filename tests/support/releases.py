"""What a release wrote, in tests/releases: its database, its messages at Discord, and the files that people got of it.

`tools/release_fixtures.py` makes the folder of a release. A release's rows and messages are lines of JSON, compressed.
"""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from alembic import command
from sqlalchemy import JSON, Connection, LargeBinary, MetaData, Table, func, insert, select, text

from data.engine.database import Database
from data.migrate import configuration
from tests.support.databases import UP_TO_DATE, Place, PostgresPlace, SqlitePlace
from tests.support.needs import ROOT

FOLDER: Final = ROOT / "tests" / "releases"

ROWS: Final = "rows.jsonl.gz"
"""The database: a line with the revision and the last numbers of its tables, then a line a row."""

DISCORD: Final = "discord.jsonl.gz"
"""The sandbox's journal: servers, people, channels and messages."""

EXPORT: Final = "export.json"
"""A person's own data."""

NAMES: Final = "names.json"
"""The names that others rely on (tools/published_names.py)."""

BATCH_ROWS: Final = 200
LATER_SECONDS: Final = 60
"""Seconds from what a release wrote last to the start of the bot that finds it."""


@dataclass(frozen=True)
class Release:
    """A release's folder."""

    version: str

    @property
    def folder(self) -> Path:
        """Where its files are."""
        return FOLDER / self.version

    def lines(self, name: str) -> Iterator[Any]:
        """Yield the lines of a compressed file."""
        with gzip.open(self.folder / name, "rt", encoding="utf-8") as file:
            yield from map(json.loads, file)

    def file(self, ending: str) -> bytes:
        """Return the one file whose name ends so."""
        (path,) = self.folder.glob(f"*{ending}")
        return path.read_bytes()

    def lay_messages(self, home: Path) -> None:
        """Write the sandbox's journal into a folder. Its time goes on a minute after the last message."""
        lines = list(self.lines(DISCORD))
        for kind, _, body in lines:
            if kind == "meta":
                body["offset"] = body.pop("now") + LATER_SECONDS - time.time()
        journal = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        (home / "sandbox.jsonl").write_text(journal, encoding="utf-8")

    def lay_rows(self, place: Place) -> None:
        """Make the database of the release, at its revision and with its rows, in a place's stead."""
        _empty(place)
        head, *rows = self.lines(ROWS)
        database = place.database()
        database.prepare(create=True)
        with database.connect_for_migration(read_only=False) as connection:
            config = configuration()
            config.attributes["connection"] = connection
            command.upgrade(config, head["revision"])
            _fill(connection, rows, head["last"])


RELEASES: Final = [Release(path.name) for path in sorted(FOLDER.iterdir()) if path.is_dir()]
"""All releases from which a later version is tested."""


def _empty(place: Place) -> None:
    if isinstance(place, SqlitePlace):
        UP_TO_DATE.discard(place.path)
        place.path.unlink(missing_ok=True)
    elif isinstance(place, PostgresPlace):
        place.server.drop(place.name)
        place.server.new_database(name=place.name)


def _fill(connection: Connection, rows: Sequence[Any], last: dict[str, int]) -> None:
    """Insert rows in their order, by the tables as they are at this revision, and set the last numbers."""
    tables = _tables(connection)
    for table in tables.sorted_tables:  # what a migration itself has put in stands among the rows
        connection.execute(table.delete())
    start = 0
    while start < len(rows):
        name, end = rows[start][0], start
        while end < len(rows) and rows[end][0] == name:
            end += 1
        table = tables.tables[name]
        for first in range(start, end, BATCH_ROWS):
            batch = [_values(table, row) for _, row in rows[first : min(first + BATCH_ROWS, end)]]
            connection.execute(insert(table), batch)
        start = end
    for table in tables.sorted_tables:
        if "id" in table.c:
            _set_last(connection, table, last.get(table.name))


def _tables(connection: Connection) -> MetaData:
    """Return the tables as they are in the database, whatever this version's models say."""
    tables = MetaData()
    tables.reflect(connection)
    tables.remove(tables.tables["alembic_version"])
    for table in tables.tables.values():
        for column in table.c:
            if isinstance(column.type, JSON):
                column.type.none_as_null = True
    return tables


def _values(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    """Return a row as it is inserted: bytes stand in hexadecimal."""
    return {
        name: bytes.fromhex(value) if isinstance(table.c[name].type, LargeBinary) and value is not None else value
        for name, value in row.items()
    }


def _set_last(connection: Connection, table: Table, last: int | None) -> None:
    """Let numbers go on after `last`, or where none is given after the highest."""
    if connection.dialect.name == "postgresql":
        number = last or connection.execute(select(func.max(table.c.id))).scalar_one() or 0
        sequence = func.pg_get_serial_sequence(table.name, "id")
        connection.execute(select(func.setval(sequence, max(number, 1), number > 0)))
    elif last is not None:
        connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": table.name})
        connection.execute(
            text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)"), {"name": table.name, "last": last}
        )


def dump_rows(database: Database) -> Iterator[Any]:
    """Yield the lines of a file's rows: what `lay_rows` reads."""
    with database.connect_for_migration(read_only=True) as connection:
        tables = _tables(connection)
        revision = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
        last = dict(connection.execute(text("SELECT name, seq FROM sqlite_sequence ORDER BY name")).tuples().all())
        yield {"revision": revision, "last": last}
        for table in tables.sorted_tables:
            for row in connection.execute(select(table).order_by(*table.primary_key.columns)).mappings():
                yield [
                    table.name,
                    {name: value.hex() if isinstance(value, bytes) else value for name, value in row.items()},
                ]
