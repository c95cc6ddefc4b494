"""A store on a database of its own, on each kind there is, and the small things that every test of it needs."""

from collections.abc import AsyncIterator, Generator
from pathlib import Path

import pytest

from data.store import Store
from tests.support.databases import KINDS, Place, new_place


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of the test's database on SQLite."""
    return tmp_path / "kept" / "eldest.db"


@pytest.fixture(params=[pytest.param(kind, marks=pytest.mark.system if kind == "postgresql" else ()) for kind in KINDS])
def place(request: pytest.FixtureRequest, path: Path) -> Generator[Place]:
    """Yield the test's database, empty. With PostgreSQL the test is one of the system."""
    path.parent.mkdir()
    with new_place(request.param, path.parent) as place:
        yield place


@pytest.fixture
async def store(place: Place) -> AsyncIterator[Store]:
    """Yield a new store."""
    store = await Store.open(place.database())
    yield store
    await store.close()
