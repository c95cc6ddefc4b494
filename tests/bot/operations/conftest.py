"""A database with a table in it, its backups, and the output of commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.common.settings import Settings
from bot.operations.backups import Backups
from tests.data.makers import url_of
from tests.support.operations import Output, add_table
from tests.support.times import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    """Return the path of a database with one table."""
    path = tmp_path / "eldest.db"
    await add_table(path)
    return path


@pytest.fixture
def backups(database: Path, clock: Clock) -> Backups:
    """Return the backups of the database: three days and two weeks of them are kept."""
    return Backups(database, database.parent / "backups", 3, 2, clock)


@pytest.fixture
def settings(database: Path) -> Settings:
    """Return the settings of commands on the database."""
    return Settings(database_url=url_of(database))


@pytest.fixture
def output(capsys: pytest.CaptureFixture[str]) -> Output:
    """Return a function that reads what commands have written since its last call: standard output and error."""

    def read() -> tuple[str, str]:
        out, err = capsys.readouterr()
        return out, err

    return read
