"""What the parts of the store have that keep one subject each: a way to the writer, a way to read, and the clock."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Protocol

from sqlalchemy import ColumnElement, Executable, select
from sqlmodel import col, func

from data.models import PersonRow, WorkRow
from data.writer import Job

WORK_ROWS: Final = select(
    *(col(WorkRow.id), col(WorkRow.table_id), col(WorkRow.guild), col(WorkRow.kind), col(WorkRow.key)),
    *(col(WorkRow.seq), col(WorkRow.payload), col(WorkRow.due), col(WorkRow.tries), col(WorkRow.state)),
    *(col(WorkRow.channel), col(WorkRow.message)),
)
"""Rows as records.Work takes them."""


class Rows(Protocol):
    """A way to read: what a query finds with its parameters' values."""

    def __call__(self, query: Executable, /, **values: Any) -> Awaitable[Sequence[Any]]:
        """The rows. Raises StoreError."""
        ...


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
        rows: Rows,
        clock: Callable[[], int],
    ) -> None:
        self._run = run
        self._rows = rows
        self._clock = clock
