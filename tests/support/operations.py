"""Databases to back up and restore, and what the operator is told."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

from data.store import Store
from data.tables.events import EventKind
from data.tables.records import NewEvent
from tests.data.makers import make_draft, url_of


async def add_table(path: Path, events: int = 3) -> None:
    """Add one more table with so many events to the database at `path`."""
    store = await Store.open(url_of(path))
    await store.tables.create(make_draft(), [NewEvent(EventKind.RECRUIT, None, "") for _ in range(events)])
    await store.close()


def read_contents(path: Path) -> bytes:
    """Return what stands in a file."""
    return path.read_bytes()


Output = Callable[[], tuple[str, str]]


def change_database(path: Path, script: str) -> None:
    """Change a database without the bot's knowing."""
    database = sqlite3.connect(path)
    database.executescript(script)
    database.close()
