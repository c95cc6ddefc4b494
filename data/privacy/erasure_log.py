"""The erasure log: a file outside of the database that lists erasures, so that no older backup undoes them.

A line has the database's mark (shared by copies), the person's row and the time. `reapply_erasures` reads it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, NamedTuple

from data.engine.errors import explain


class ErasureEntry(NamedTuple):
    """The data of the person with this row was erased from a database at `at` (ms)."""

    database: str
    person: int
    at: int


def append_entries(path: Path, entries: list[ErasureEntry]) -> None:
    """Append to the log; returns once the entries are on the disk. Blocks. Raises StoreError."""
    lines = "".join(json.dumps(entry._asdict(), separators=(",", ":")) + "\n" for entry in entries).encode()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = not path.exists()
        with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600), "r+b") as file:
            if file.seek(0, os.SEEK_END):
                file.seek(-1, os.SEEK_END)
                if file.read(1) != b"\n":  # a line that was cut off as the machine stopped
                    lines = b"\n" + lines
            file.write(lines)
            file.flush()
            os.fsync(file.fileno())
        if new:
            _sync_folder(path.parent)
    except OSError as error:
        raise explain(error, f"writing {path}") from error


def _sync_folder(folder: Path) -> None:
    """Sync a folder's new entry to the disk, where the system can."""
    if hasattr(os, "O_DIRECTORY"):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def read_entries(path: Path) -> list[ErasureEntry]:
    """Return the log's entries in order, without unreadable lines. Blocks. Raises StoreError."""
    try:
        lines = path.read_bytes().splitlines()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise explain(error, f"reading {path}") from error
    return [entry for entry in map(_parse_entry, lines) if entry is not None]


def _parse_entry(line: bytes) -> ErasureEntry | None:
    try:
        entry: Any = json.loads(line)
        database, person, at = entry["database"], entry["person"], entry["at"]
    except (ValueError, KeyError, TypeError):
        return None
    if not isinstance(database, str) or not isinstance(person, int) or not isinstance(at, int):
        return None
    return ErasureEntry(database, person, at)
