"""The file beside the database that says whose data was taken out, so that an older backup does not bring it back.

One line a deletion, only ever added to: which database (its mark, and that of all its copies), the person's row there,
and when. That says nothing of anybody who is not in that database: the row has no name and no number any more, and only
a backup from before still knows whose it was, which is what the line is for. `Privacy.apply_again` reads it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import URL

from data.errors import explain

ENDING = ".deletions"
"""What the file's name has behind the database's."""


class Deletion(NamedTuple):
    """That the data of the person with that row was taken out of a database, at `at` (ms)."""

    database: str
    person: int
    at: int


def beside(url: URL) -> Path | None:
    """Where the file lies; None for a database that is not named by a path."""
    if url.database is None or url.query.get("uri"):
        return None
    return Path(url.database + ENDING)


def note(path: Path, deletions: list[Deletion]) -> None:
    """Add deletions; returns once they are on the disk. Blocks. Raises StoreError for what the disk says."""
    lines = "".join(json.dumps(one._asdict(), separators=(",", ":")) + "\n" for one in deletions).encode()
    try:
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
            _keep_folder(path.parent)
    except OSError as error:
        raise explain(error, f"writing {path}") from error


def _keep_folder(folder: Path) -> None:
    """Have it on the disk that there is a new file in a folder, where the system can."""
    if hasattr(os, "O_DIRECTORY"):
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def noted(path: Path) -> list[Deletion]:
    """All that is there, in order; a line that cannot be read is passed over. Blocks. Raises StoreError."""
    try:
        lines = path.read_bytes().splitlines()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise explain(error, f"reading {path}") from error
    return [one for one in map(_read, lines) if one is not None]


def _read(line: bytes) -> Deletion | None:
    try:
        found: Any = json.loads(line)
        database, person, at = found["database"], found["person"], found["at"]
    except (ValueError, KeyError, TypeError):
        return None
    if not isinstance(database, str) or not isinstance(person, int) or not isinstance(at, int):
        return None
    return Deletion(database, person, at)
