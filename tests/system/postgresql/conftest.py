"""A database and a store on PostgreSQL, and what tests of the commands need."""

from collections.abc import Generator
from pathlib import Path

import pytest

from tests.bot.operations.conftest import backups, clock, database, output, settings
from tests.data.conftest import store
from tests.support.databases import Place, new_place

__all__ = ["backups", "clock", "database", "output", "settings", "store"]


@pytest.fixture
def place(tmp_path: Path) -> Generator[Place]:
    """Yield an empty database."""
    with new_place("postgresql", tmp_path) as place:
        yield place
