"""SQL that is compiled once a process, and not once a database: a test opens a new one, and asks the same of it."""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.util import LRUCache

from data.sqlite import connect

KEPT = 2000
"""Statements."""

compiled: LRUCache[Any, Any] = LRUCache(KEPT)


class SharedDialect(SQLiteDialect_aiosqlite):
    """A dialect that equals those of other databases: what is compiled for one is right for all."""

    supports_statement_cache = True

    def __eq__(self, other: object) -> bool:
        return type(other) is SharedDialect

    def __hash__(self) -> int:
        return hash(SharedDialect)


def sharing_engine(url: Any, **settings: Any) -> AsyncEngine:
    """Return an engine that shares its compiled statements with all others."""
    engine = create_async_engine(url, **settings)
    engine.sync_engine.dialect.__class__ = SharedDialect
    engine.sync_engine._compiled_cache = compiled
    return engine


@cache
def share_statements() -> None:
    """Let every store of this process share them."""
    connect.create_async_engine = sharing_engine
