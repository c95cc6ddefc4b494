"""A store whose commits a test can hold, break and count."""

from collections.abc import AsyncGenerator

import pytest

from data.store import Store
from tests.data.makers import Gate
from tests.support.databases import Place


@pytest.fixture
def gate() -> Gate:
    return Gate()


@pytest.fixture
async def gated_store(place: Place, gate: Gate) -> AsyncGenerator[Store]:
    """Yield a store whose commits go through the gate."""
    store = await Store.open(place.database(), fault=gate)
    yield store
    await store.close()
