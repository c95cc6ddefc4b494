"""A store whose commits a test can hold, break and count."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from data.store import Store
from tests.data.makers import Gate, url_of


@pytest.fixture
def gate() -> Gate:
    """The gate of the test's store."""
    return Gate()


@pytest.fixture
async def gated(path: Path, gate: Gate) -> AsyncGenerator[Store]:
    """An open store whose commits go through the gate."""
    store = await Store.open(url_of(path), fault=gate)
    yield store
    await store.close()
