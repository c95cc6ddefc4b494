"""A database with something in it, and the backups of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.common.settings import Settings
from bot.operations import commands
from bot.operations.backups import Backups
from data.records import NewEvent
from data.store import Store
from tests.data.makers import draft, url_of

NOON = 1_790_000_000_000
"""A time (ms): 21 September 2026, 14:13:20 UTC."""


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> int:
        """The time (ms)."""
        return self.now


@pytest.fixture
def clock() -> Clock:
    """A clock."""
    return Clock()


async def fill(path: Path, events: int = 3) -> None:
    """One more table with so many events in the database at `path`."""
    store = await Store.open(url_of(path))
    await store.create_table(draft(), [NewEvent("looking", None, "") for _ in range(events)])
    await store.close()


def contents(path: Path) -> bytes:
    """What stands in a file."""
    return path.read_bytes()


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    """A database with a table."""
    path = tmp_path / "eldest.db"
    await fill(path)
    return path


@pytest.fixture
def backups(database: Path, clock: Clock) -> Backups:
    """Its backups: three days, two weeks."""
    return Backups(database, database.parent / "backups", 3, 2, clock)


@pytest.fixture
def settings(database: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """The settings for its commands, which leave the log of the tests as it is."""
    monkeypatch.setattr(commands, "configure_logging", lambda *_: None)
    return Settings(database_url=url_of(database))


Said = Callable[[], tuple[str, str]]


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    """What commands said since it was last asked: their answer, and what is wrong."""

    def read() -> tuple[str, str]:
        out, err = capsys.readouterr()
        return out, err

    return read
