"""Pads on a new store."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.pads.pads import Pads
from data.store import Store
from tests.support.databases import fresh


@pytest.fixture
async def pads(tmp_path: Path) -> AsyncGenerator[Pads]:
    """Yield pads on a new store."""
    fresh(tmp_path / "pads.sqlite3")
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'pads.sqlite3'}")
    yield Pads(store)
    await store.close()
