"""What the parts of the store have that keep one subject each: a way to the writer, a way to read, and the clock."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

from sqlalchemy import Executable

from data.writer import Job


class Rows(Protocol):
    """A way to read: what a query finds with its parameters' values."""

    def __call__(self, query: Executable, /, **values: Any) -> Awaitable[Sequence[Any]]:
        """The rows. Raises StoreError."""
        ...


class Corner:
    """A part of the store. `run` brings a job to the writer, `rows` reads; both raise StoreError."""

    def __init__(
        self,
        run: Callable[[Job], Awaitable[Any]],
        rows: Rows,
        clock: Callable[[], int],
    ) -> None:
        self._run = run
        self._rows = rows
        self._clock = clock
