"""Exports a person's data as JSON: as files that Discord takes for them, or as one of any length for the operator.

It is read and written in parts, so that nobody waits for the largest.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, NamedTuple

from bot.pads.days import format_instant
from data.store import Store

FORMAT: Final = "eldest-hand-person"
"""The format's name in the file."""

VERSION: Final = 1

MAX_FILE_BYTES: Final = 8 * 1024 * 1024
"""Bytes of the rows of a file, well below the 10 MiB that Discord takes with the rest of the message."""

MAX_FILES: Final = 10
"""Files for Discord, each in a message of its own."""

ABOUT: Final = (
    "All that Eldest Hand stores about you. Times are in UTC; servers and channels are Discord IDs. No other "
    "person is named in it, except people you blocked. Moves and notes of hands in play are left out."
)


class ExportTooLarge(Exception):
    """The export needs more than MAX_FILES files."""


class Export(NamedTuple):
    """A file: its name and bytes."""

    name: str
    data: bytes


class _Line(NamedTuple):
    """A row of a section as JSON; None for the beginning of the section."""

    section: str
    row: bytes | None


async def export_files(store: Store, user: int, now: int) -> list[Export]:
    """Return a user's data as files for Discord, each whole by itself; none if there is none.

    Raises ExportTooLarge, StoreError.
    """
    lines = await _read_lines(store, user, MAX_FILES * MAX_FILE_BYTES)
    return await asyncio.to_thread(_make_files, lines, now) if lines else []


async def export_whole(store: Store, user: int, now: int) -> bytes | None:
    """Return a user's data as JSON, however long; None if there is none. Raises StoreError."""
    lines = await _read_lines(store, user)
    return await asyncio.to_thread(_join_lines, _head(now), lines) if lines else None


async def _read_lines(store: Store, user: int, limit: int | None = None) -> list[_Line]:
    """Return a user's data as lines.

    Raises ExportTooLarge where their rows have more than `limit` bytes, StoreError.
    """
    lines, size = list[_Line](), 0
    async for part in store.exports.parts(user):
        if not lines or part.name != lines[-1].section:
            lines.append(_Line(part.name, None))
        for row in await asyncio.to_thread(_format_rows, part.rows):
            lines.append(_Line(part.name, row))
            size += len(row)
        if limit is not None and size > limit:
            raise ExportTooLarge
    return lines


def _make_files(lines: Sequence[_Line], now: int) -> list[Export]:
    """Return the files of these lines. Raises ExportTooLarge."""
    groups = list(_split(lines))
    if len(groups) > MAX_FILES:
        raise ExportTooLarge
    if len(groups) == 1:
        return [Export("eldest-hand.json", _join_lines(_head(now), lines))]
    return [
        Export(
            f"eldest-hand-{number}-of-{len(groups)}.json",
            _join_lines(_head(now) | {"file": number, "files": len(groups)}, group),
        )
        for number, group in enumerate(groups, 1)
    ]


def _split(lines: Iterable[_Line]) -> Iterator[list[_Line]]:
    """Yield groups of lines in order, each of at most MAX_FILE_BYTES or of one row."""
    group, size = list[_Line](), 0
    for line in lines:
        length = len(line.row or b"")
        if size and size + length > MAX_FILE_BYTES:
            yield group
            group, size = [], 0
        group.append(line)
        size += length
    yield group


def _head(now: int) -> dict[str, Any]:
    return {"format": FORMAT, "version": VERSION, "made": format_instant(now), "about": ABOUT}


def _join_lines(head: dict[str, Any], lines: Iterable[_Line]) -> bytes:
    """Return a file: its head, then each section with its rows, a row a line."""
    lines_of_head = [f' "{name}": {json.dumps(value, ensure_ascii=False)}'.encode() for name, value in head.items()]
    for section, section_lines in groupby(lines, attrgetter("section")):
        rows = b",".join(b"\n  " + line.row for line in section_lines if line.row is not None)
        lines_of_head.append(f' "{section}": ['.encode() + rows + b"\n ]")
    return b"{\n" + b",\n".join(lines_of_head) + b"\n}\n"


def _format_rows(rows: Sequence[dict[str, Any]]) -> list[bytes]:
    """Return rows as JSON."""
    return [json.dumps(_format_row(row), ensure_ascii=False).encode() for row in rows]


def _format_row(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with times as text, and without empty values."""
    return {name: _format_value(name, value) for name, value in row.items() if value not in (None, "")}


def _format_value(name: str, value: object) -> object:
    if isinstance(value, int) and (name == "at" or name.endswith("_at")):
        return format_instant(value)
    return value
