"""Tables without Discord."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path
from random import Random

import pytest

from bot.tables.services.tables import Tables
from data.store import Store
from tests.support.databases import fresh


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncGenerator[Tables]:
    """Yield tables on a new store."""
    fresh(tmp_path / "e.sqlite3")
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'e.sqlite3'}")
    yield Tables(store, secret=Random(1).randbytes, rng=Random(1), max_open=1000)
    await store.close()
