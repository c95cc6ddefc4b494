"""A database with something in it, and the backups of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.common.settings import Settings
from bot.operations.backups import Backups
from tests.data.makers import url_of
from tests.support.operations import Clock, Said, fill


@pytest.fixture
def clock() -> Clock:
    """A clock."""
    return Clock()


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
def settings(database: Path) -> Settings:
    """The settings for its commands."""
    return Settings(database_url=url_of(database))


@pytest.fixture
def output(capsys: pytest.CaptureFixture[str]) -> Said:
    """What commands said since it was last asked: their answer, and what is wrong."""

    def read() -> tuple[str, str]:
        out, err = capsys.readouterr()
        return out, err

    return read
