"""A store on a file of its own, and the small things that every test of it needs."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data.store import Store
from tests.data.makers import url_of
from tests.support.databases import fresh


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the test's database is to be."""
    return tmp_path / "kept" / "eldest.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    """An open store, empty."""
    fresh(path)
    store = await Store.open(url_of(path))
    yield store
    await store.close()
