"""All that is kept of somebody, as one file for them alone: JSON, gzipped where that would be too long for Discord.

It is read and written part by part, each in its turn, so that nobody else waits for the largest.
"""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from bot.pads.days import moment
from data.store import Store

FORMAT: Final = "eldest-hand-person"
"""What the file says it is."""

VERSION: Final = 1

MOST: Final = 10 * 1024 * 1024 - 64 * 1024
"""Bytes of a file that Discord takes, with the rest of the message."""

LONG: Final = 8 * 1024 * 1024
"""Bytes above which the file is gzipped."""

ABOUT: Final = (
    "All that Eldest Hand stores about you. Times are in UTC; servers and channels are Discord IDs. No other "
    "person is named in it, except people you blocked. Moves and notes of hands in play are left out."
)


class TooLong(Exception):
    """What is kept of somebody does not fit into a file that Discord takes."""


class Export(NamedTuple):
    """A file for somebody: its name and its bytes."""

    name: str
    data: bytes


async def export(store: Store, user: int, now: int) -> Export | None:
    """All that is kept of a user, None where nothing is. Raises TooLong, StoreError."""
    written: list[bytes] = []
    name, before = "", False
    async for part in store.exports.parts(user):
        if part.name != name:
            written.append(f'{END if name else ""}\n "{part.name}": ['.encode())
            name, before = part.name, False
        if part.rows:
            written.append(b"," if before else b"")
            written.append(await asyncio.to_thread(_lines, part.rows))
            before = True
    if not written:
        return None
    head = {"format": FORMAT, "version": VERSION, "made": moment(now), "about": ABOUT}
    return await asyncio.to_thread(_file, head, written)


def _lines(rows: Sequence[dict[str, Any]]) -> bytes:
    """Some rows of a part, a row a line."""
    return ",".join("\n  " + json.dumps(_plain(row), ensure_ascii=False) for row in rows).encode()


END: Final = "\n ],"
"""What ends a part before another."""


def _file(head: dict[str, Any], written: list[bytes]) -> Export:
    lines = ",\n".join(f' "{name}": {json.dumps(value, ensure_ascii=False)}' for name, value in head.items())
    data = b"".join((b"{\n", lines.encode(), b",", *written, b"\n ]\n}\n"))
    if len(data) <= LONG:
        return Export("eldest-hand.json", data)
    data = gzip.compress(data, mtime=0)
    if len(data) > MOST:
        raise TooLong
    return Export("eldest-hand.json.gz", data)


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """A row as people read it: times as texts, amounts as they are, what says nothing left out."""
    return {name: _value(name, value) for name, value in row.items() if value not in (None, "")}


def _value(name: str, value: object) -> object:
    if isinstance(value, int) and (name == "at" or name.endswith("_at")):
        return moment(value)
    return value
