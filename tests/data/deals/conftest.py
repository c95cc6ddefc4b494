"""A store whose clock a test sets: `now` is each module's own."""

from collections.abc import AsyncIterator

import pytest

from data.store import Store
from tests.support.databases import Place


@pytest.fixture
async def store(place: Place, now: list[int]) -> AsyncIterator[Store]:
    """Yield a new store, whose clock is `now`."""
    store = await Store.open(place.database(), clock=lambda: now[0])
    yield store
    await store.close()
