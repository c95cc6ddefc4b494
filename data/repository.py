"""The base of repositories: the writer, queries, and the clock."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Protocol

from sqlalchemy import ColumnElement, Executable, select
from sqlmodel import col, func

from data.models import PersonRow, WorkRow
from data.writer import UnitOfWork

WORK_ROWS: Final = select(
    *(col(WorkRow.id), col(WorkRow.table_id), col(WorkRow.pad_id), col(WorkRow.night_id)),
    *(col(WorkRow.guild), col(WorkRow.kind), col(WorkRow.key)),
    *(col(WorkRow.seq), col(WorkRow.payload), col(WorkRow.due), col(WorkRow.tries), col(WorkRow.state)),
    *(col(WorkRow.channel), col(WorkRow.message)),
)
"""The columns of records.Work, in order."""


class Query(Protocol):
    """Runs a statement that reads, with its parameters' values."""

    def __call__(self, query: Executable, /, **values: Any) -> Awaitable[Sequence[Any]]:
        """The rows. Raises StoreError."""
        ...


def user_id_column(person: type[PersonRow] = PersonRow) -> ColumnElement[Any]:
    """The user id of a person's row, or the negative row number of an erased person (records.is_erased)."""
    return func.coalesce(col(person.user_id), -col(person.id))


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
