"""What the parts of the store have that keep one subject each: a way to the writer, a way to read, and the clock."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from sqlalchemy import Executable

from data.writer import Job


class Corner:
    """A part of the store. `run` brings a job to the writer, `rows` reads; both raise StoreError."""

    def __init__(
        self,
        run: Callable[[Job], Awaitable[Any]],
        rows: Callable[[Executable], Awaitable[Sequence[Any]]],
        clock: Callable[[], int],
    ) -> None:
        self._run = run
        self._rows = rows
        self._clock = clock
