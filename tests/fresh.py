"""What is fresh for every test: a database that is up to date and empty, and the numbers of interactions.

The migrations of the database take a tenth of a second, so they are run once in a process.
"""

from __future__ import annotations

from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from data.connect import parse
from data.migrate import upgrade


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


class Numbers:
    """The numbers of interactions, from 1000 on and begun anew for every test.

    What is dealt is drawn from them, so a test plays the same cards whichever tests ran before it.
    """

    def __init__(self) -> None:
        self.again()

    def again(self) -> None:
        """The next is the first once more."""
        self._next = count(1000)

    def __next__(self) -> int:
        return next(self._next)


IDS = Numbers()
