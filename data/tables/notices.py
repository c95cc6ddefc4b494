"""Notices to those at tables, with the events that they tell of."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import and_, bindparam, select
from sqlmodel import col

from data.engine.columns import json_integer
from data.engine.repository import Repository
from data.people.models import PersonRow
from data.tables.event_rows import HAPPENED
from data.tables.events import EventKind
from data.tables.models import EventRow, WorkRow
from data.tables.records import EventRecord, Work
from data.tables.work import WorkKind, WorkState
from data.tables.work_rows import IS_DIGEST, WORK_ROWS, work_of

_WORK, _EVENT = WORK_ROWS.selected_columns.keys(), HAPPENED.selected_columns.keys()
_PARTS: Any = (*WORK_ROWS.selected_columns, *HAPPENED.selected_columns)
_NOTICES: Final = (
    select(*_PARTS)
    .join_from(
        WorkRow,
        EventRow,
        and_(col(EventRow.table_id) == col(WorkRow.table_id), col(EventRow.seq) == col(WorkRow.seq)),
    )
    .join(PersonRow, col(PersonRow.id) == col(EventRow.person_id), isouter=True)
    .where(col(WorkRow.table_id) == bindparam("table"), col(WorkRow.kind) == WorkKind.ANNOUNCE)
    .where(col(WorkRow.state).in_(bindparam("states", expanding=True)))
    .where(col(EventRow.kind).in_(bindparam("of", expanding=True)), col(EventRow.at) >= bindparam("since"))
    .order_by(col(WorkRow.id))
)


class Notices(Repository):
    """The rows of all tables."""

    async def of(
        self,
        table: int,
        kinds: Collection[EventKind],
        states: Collection[WorkState] = WorkState,
        since: int = 0,
    ) -> list[tuple[Work, EventRecord]]:
        """Return the announcements of a table about events of these kinds since then (ms), each with its event.

        The work is in one of these states, oldest first.
        """
        rows = await self._query(_NOTICES, table=table, of=tuple(kinds), states=tuple(states), since=since)
        return [(Work(**dict(zip(_WORK, row))), EventRecord(**dict(zip(_EVENT, row[len(_WORK) :])))) for row in rows]

    async def digests(
        self, user: int, states: Collection[WorkState] = (WorkState.DUE,), *, table: int | None = None
    ) -> list[Work]:
        """Return a user's digests in one of these states, of one table or of all, oldest first."""
        query = WORK_ROWS.where(
            *(IS_DIGEST, col(WorkRow.state).in_(tuple(states))),
            json_integer(col(WorkRow.payload)["user"]) == user,
        )
        if table is not None:
            query = query.where(col(WorkRow.table_id) == table)
        return [work_of(row) for row in await self._query(query.order_by(col(WorkRow.id)))]
