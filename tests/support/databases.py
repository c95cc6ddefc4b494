"""A database that is up to date and empty, for tests that are not about how it comes to be so.

Its migrations take a tenth of a second, so they are run once in a process.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from data.migrate import upgrade
from data.sqlite.connect import parse


@cache
def _migrated() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "fresh.sqlite3"
        upgrade(parse(f"sqlite+aiosqlite:///{path}"))
        return path.read_bytes()


def fresh(path: Path) -> None:
    """Lay one at `path`, for its owner's eyes only, unless there is a file already."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(0o600)
        path.write_bytes(_migrated())
