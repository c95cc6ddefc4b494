"""Exports a person's data as one file for them: JSON, gzipped if too long for Discord, of any length for the operator.

It is read and written in parts, so that nobody waits for the largest.
"""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from bot.pads.days import format_instant
from data.store import Store

FORMAT: Final = "eldest-hand-person"
"""The format's name in the file."""

VERSION: Final = 1

MAX_FILE_BYTES: Final = 10 * 1024 * 1024 - 64 * 1024
"""Bytes of a file that Discord takes, less the rest of the message."""

MAX_PLAIN_BYTES: Final = 8 * 1024 * 1024
"""Bytes above which the file is gzipped."""

ABOUT: Final = (
    "All that Eldest Hand stores about you. Times are in UTC; servers and channels are Discord IDs. No other "
    "person is named in it, except people you blocked. Moves and notes of hands in play are left out."
)


class ExportTooLarge(Exception):
    """The export is larger than a file that Discord takes."""


class Export(NamedTuple):
    """A file: its name and bytes."""

    name: str
    data: bytes


async def export_data(store: Store, user: int, now: int) -> Export | None:
    """A user's data as a file for Discord; None if there is none. Raises ExportTooLarge, StoreError."""
    data = await export_whole(store, user, now)
    return None if data is None else await asyncio.to_thread(_fit_discord, data)


async def export_whole(store: Store, user: int, now: int) -> bytes | None:
    """A user's data as JSON, however long; None if there is none. Raises StoreError."""
    written: list[bytes] = []
    name, before = "", False
    async for part in store.exports.parts(user):
        if part.name != name:
            written.append(f'{SECTION_END if name else ""}\n "{part.name}": ['.encode())
            name, before = part.name, False
        if part.rows:
            written.append(b"," if before else b"")
            written.append(await asyncio.to_thread(_format_rows, part.rows))
            before = True
    if not written:
        return None
    head = {"format": FORMAT, "version": VERSION, "made": format_instant(now), "about": ABOUT}
    return await asyncio.to_thread(_join_parts, head, written)


def _format_rows(rows: Sequence[dict[str, Any]]) -> bytes:
    """Rows of a part as JSON, a row a line."""
    return ",".join("\n  " + json.dumps(_format_row(row), ensure_ascii=False) for row in rows).encode()


SECTION_END: Final = "\n ],"
"""The end of a section before the next."""


def _join_parts(head: dict[str, Any], written: list[bytes]) -> bytes:
    lines = ",\n".join(f' "{name}": {json.dumps(value, ensure_ascii=False)}' for name, value in head.items())
    return b"".join((b"{\n", lines.encode(), b",", *written, b"\n ]\n}\n"))


def _fit_discord(data: bytes) -> Export:
    """The file, gzipped if it is long. Raises ExportTooLarge."""
    if len(data) <= MAX_PLAIN_BYTES:
        return Export("eldest-hand.json", data)
    data = gzip.compress(data, mtime=0)
    if len(data) > MAX_FILE_BYTES:
        raise ExportTooLarge
    return Export("eldest-hand.json.gz", data)


def _format_row(row: dict[str, Any]) -> dict[str, Any]:
    """A row with times as text, and without empty values."""
    return {name: _format_value(name, value) for name, value in row.items() if value not in (None, "")}


def _format_value(name: str, value: object) -> object:
    if isinstance(value, int) and (name == "at" or name.endswith("_at")):
        return format_instant(value)
    return value
