"""Statistics for operators: rows, due work, and whether the database is writable."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import select, update
from sqlmodel import col, func

from data.engine.repository import Repository
from data.pads.models import PadHandRow, PadRow
from data.people.models import PersonRow
from data.privacy.models import OriginRow
from data.tables.models import EventRow, HandRow, TableRow, WorkRow
from data.tables.work import WorkState

OPEN: Final = (WorkState.DUE, WorkState.RETRACT)
"""The states of work that is done once its time has come."""


class Owed(NamedTuple):
    """Work of a kind that is in a state: how much, and when the oldest fell due (ms)."""

    kind: str
    state: str
    many: int
    oldest: int


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers of a database. `tables` are counted by state and game, `pads` by state."""

    tables: dict[str, dict[str, int]]
    servers: int
    people: int
    hands: int
    events: int
    pads: dict[str, int]
    pad_hands: int
    work: tuple[Owed, ...]
    """The numbers of work items that are due, to be retracted, parked or failed."""


class Stats(Repository):
    """These numbers of a store."""

    _probing: asyncio.Task[None] | None = None

    async def numbers(self) -> Numbers:
        """Return all statistics, each of the instant at which it is read."""
        tables = dict[str, dict[str, int]]()
        state, game = col(TableRow.status), col(TableRow.game)
        for status, name, count in await self._query(
            select(state, game, func.count()).group_by(state, game).order_by(state, game)
        ):
            tables.setdefault(status, {})[name] = count
        pad = col(PadRow.status)
        kind, work_state, due = col(WorkRow.kind), col(WorkRow.state), col(WorkRow.due)
        work = (
            select(kind, work_state, func.count().label("many"), func.min(due).label("oldest"))
            .where(work_state.in_((*OPEN, WorkState.PARKED, WorkState.FAILED)))
            .group_by(kind, work_state)
            .order_by(work_state, kind)
        )
        return Numbers(
            tables=tables,
            servers=await self._one(select(func.count(col(TableRow.guild).distinct())).where(col(TableRow.guild) != 0)),
            people=await self._one(select(func.count()).select_from(PersonRow).where(col(PersonRow.guild).is_(None))),
            hands=await self._one(select(func.count()).select_from(HandRow)),
            events=await self._one(select(func.count()).select_from(EventRow)),
            pads={state: many for state, many in await self._query(select(pad, func.count()).group_by(pad))},  # noqa: C416  # rows
            pad_hands=await self._one(select(func.count()).select_from(PadHandRow)),
            work=tuple([Owed(**row._asdict()) for row in await self._query(work)]),
        )

    async def overdue(self) -> list[Owed]:
        """Return overdue work that is not done, by kind; the index says it without reading anything else."""
        kind, due = col(WorkRow.kind), col(WorkRow.due)
        conditions = col(WorkRow.state).in_(OPEN), due <= self._clock()
        query = (
            select(kind, func.count().label("many"), func.min(due).label("oldest")).where(*conditions).group_by(kind)
        )
        return [Owed(**row._asdict(), state=WorkState.DUE) for row in await self._query(query)]

    async def probe(self) -> None:
        """Write a row as it is, as a move would be written. Raises StoreError where moves are not kept.

        A probe under way is waited for, so that a disk that hangs has one and no more. The wait can be cancelled.
        """
        if self._probing is None or self._probing.done():
            self._probing = asyncio.create_task(self._probe(), name="probe of the database")
            self._probing.add_done_callback(lambda task: task.cancelled() or task.exception())
        await asyncio.shield(self._probing)

    async def _probe(self) -> None:
        async with self._begin() as session:
            await session.exec(update(OriginRow).values(mark=OriginRow.mark))

    async def _one(self, query: Any) -> int:
        ((count,),) = await self._query(query)
        return count
