"""A bot whose people open tables by commands, and tables without Discord."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path
from random import Random

import pytest

from bot.tables.services.tables import Tables
from data.store import Store
from tests.support.house import House
from tests.support.wire_tables import start_room


@pytest.fixture
async def house() -> AsyncGenerator[House]:
    """Yield a house with five people."""
    async with start_room() as house:
        yield house


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncGenerator[Tables]:
    """Yield tables on a fresh store."""
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'e.sqlite3'}")
    yield Tables(store, secret=Random(2).randbytes, rng=Random(2))
    await store.close()
