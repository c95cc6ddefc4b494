"""What the parts of the store have that keep one subject each: a way to the writer, a way to read, and the clock."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Executable
from sqlmodel import col, func

from data.models import PersonRow
from data.writer import Job


def who(person: type[PersonRow] = PersonRow) -> ColumnElement[Any]:
    """The number of a person whose row is read: at Discord, or negative of somebody whose data was taken out
    (records.is_gone).
    """
    return func.coalesce(col(person.user_id), -col(person.id))


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
