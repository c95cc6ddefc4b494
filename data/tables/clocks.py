"""Reads and writes for clocks: when the bot ran, reminders that go together, and times to be redrawn."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import select
from sqlmodel import col

from data.engine.repository import Repository
from data.people.models import PersonRow
from data.tables import clock_units as units
from data.tables.models import RunRow, SeatRow, WorkRow
from data.tables.records import Work
from data.tables.work import WorkKind, WorkState
from data.tables.work_rows import WORK_ROWS


class Clocks(Repository):
    """Reads and writes for the clocks of all tables."""

    async def runs(self, since: int) -> list[tuple[int, int]]:
        """The times in which the bot was there that had not ended by `since`, in order: when each began, and when it
        was last known to last (ms).
        """
        query = select(col(RunRow.began), col(RunRow.last)).where(col(RunRow.last) >= since).order_by(col(RunRow.id))
        return [(began, last) for began, last in await self._query(query)]

    async def begin_run(self, at: int, forget: int, redrawn: WorkKind | None = None) -> int:
        """Note that the bot runs from `at` on; returns the number of the run. Deletes runs that ended by `forget`.

        The same transaction owes a redrawn board to tables with `redrawn` work: nothing would say so later.
        """
        return await self._write(units.begin_run(at, forget, redrawn, self._clock()))

    async def set_back(self, at: int, was: int) -> int:
        """Note that the machine's clock was set back from `was` to `at`; returns the number of the new run.

        The same transaction makes due what was due by `was`. Retries and short delays wait no longer than before. Times
        that people saw stay.
        """
        return await self._write(units.set_back(at, was))

    async def redraw(self, ticking: WorkKind, guild: int) -> None:
        """Owe it to all tables of a server that have work of the kind `ticking` before them that their board is drawn
        anew.
        """
        await self._write(units.redraw(ticking, guild, self._clock()))

    async def beat(self, run: int, at: int) -> None:
        """Note that the bot is still there at `at`."""
        await self._write(units.beat(run, at))

    async def bring_forward(self, table: int, kind: WorkKind, key: str, due: int) -> None:
        """Make work that is due later than `due` due then."""
        await self._write(units.bring_forward(table, kind, key, due))

    async def recheck(self, table: int, kinds: Collection[WorkKind]) -> None:
        """Make the due work of a table and these kinds due now: its handlers reschedule it as things stand."""
        await self._write(units.recheck(table, kinds, self._clock()))

    async def due_for(self, user: int, kind: WorkKind, now: int, guild: int | None) -> list[Work]:
        """Return work of a kind due by `now` at a user's tables, of a guild or of all, longest due first."""
        mine = select(col(SeatRow.table_id)).join(PersonRow, col(PersonRow.id) == col(SeatRow.person_id))
        query = WORK_ROWS.where(
            *(col(WorkRow.state) == WorkState.DUE, col(WorkRow.due) <= now, col(WorkRow.kind) == kind),
            col(WorkRow.table_id).in_(mine.where(col(PersonRow.user_id) == user)),
        )
        if guild is not None:
            query = query.where(col(WorkRow.guild) == guild)
        return [Work(*row) for row in await self._query(query.order_by(col(WorkRow.due), col(WorkRow.id)))]

    async def delivered_as(self, kind: WorkKind, message: int, states: Collection[str]) -> list[Work]:
        """Return the work of a kind that was delivered as this message and is in one of these states."""
        query = WORK_ROWS.where(
            col(WorkRow.kind) == kind, col(WorkRow.message) == message, col(WorkRow.state).in_(tuple(states))
        )
        return [Work(*row) for row in await self._query(query)]
