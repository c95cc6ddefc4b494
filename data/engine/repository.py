"""The base of repositories: the writer, queries, and the clock."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

from sqlalchemy import Executable

from data.engine.writer import UnitOfWork


class Query(Protocol):
    """Runs a statement that reads, with its parameters' values."""

    def __call__(self, query: Executable, /, **values: Any) -> Awaitable[Sequence[Any]]:
        """The rows. Raises StoreError."""
        ...


class Repository:
    """Reads and writes of one matter. `write` runs a unit of work, `query` reads; both raise StoreError."""

    def __init__(
        self,
        write: Callable[[UnitOfWork], Awaitable[Any]],
        query: Query,
        clock: Callable[[], int],
    ) -> None:
        self._write = write
        self._query = query
        self._clock = clock
