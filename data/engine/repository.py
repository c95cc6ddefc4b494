"""The base of repositories: transactions, queries, and the clock."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

from sqlalchemy import Executable
from sqlmodel.ext.asyncio.session import AsyncSession

Begin = Callable[[], AbstractAsyncContextManager[AsyncSession]]
"""Begins a transaction (Transactions.begin)."""


class Query(Protocol):
    """Runs a statement that reads, with its parameters' values."""

    def __call__(self, query: Executable, /, **values: Any) -> Awaitable[Sequence[Any]]:
        """Return the rows. Raises StoreError."""
        ...


Snapshot = Callable[[], AbstractAsyncContextManager[Query]]
"""Begins a transaction that only reads; its queries all see the same moment."""


class Repository:
    """Reads and writes of one matter. `begin` begins a transaction, the others read; all raise StoreError."""

    def __init__(self, begin: Begin, query: Query, snapshot: Snapshot, clock: Callable[[], int]) -> None:
        self._begin = begin
        self._query = query
        self._snapshot = snapshot
        self._clock = clock
