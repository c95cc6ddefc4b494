"""Reads and writes for clocks: when the bot ran, reminders that go together, and times to be redrawn."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final, NamedTuple

from sqlalchemy import BigInteger, ColumnElement, Text, case, delete, func, literal, or_, select, update
from sqlmodel import col
from sqlmodel.ext.asyncio.session import AsyncSession

from data.engine.columns import table_of
from data.engine.repository import Repository
from data.engine.shards import Shards
from data.engine.statements import insert
from data.people.models import PersonRow
from data.processes.notifications import ChangeKind, notify
from data.tables.models import RunRow, SeatRow, WorkRow
from data.tables.records import Work
from data.tables.shard_rows import on_shards
from data.tables.statements import WORK
from data.tables.work import WorkKind, WorkState
from data.tables.work_rows import WORK_ROWS, work_of

TIMED: Final[tuple[WorkKind, ...]] = WorkKind.EXPIRE_CLOCK, WorkKind.REMIND, WorkKind.EXPIRE
"""The kinds of work whose due time people were shown: it stays, whatever the machine's clock does."""

MAX_SHORT_WAIT_MS: Final = 5 * 60_000
"""The longest wait (ms) of work that is delayed only so that people can follow."""

REDRAW_SPACING_MS: Final = 100
"""Milliseconds between two boards that are drawn anew because the bot was away: nobody waits for them."""

_RUNS: Final = table_of(RunRow)


class Run(NamedTuple):
    """A time in which a shard was there: from `began` until it was last known to be (ms). Later runs have a higher
    number.
    """

    number: int
    shard: int
    shard_count: int
    began: int
    last: int


class Clocks(Repository):
    """Reads and writes for the clocks of all tables."""

    async def runs(self, since: int) -> list[Run]:
        """Return the runs of all shards that had not ended by `since`, in order."""
        columns = _RUNS.c.id, _RUNS.c.shard, _RUNS.c.shard_count, _RUNS.c.began, _RUNS.c.last
        query = select(*columns).where(_RUNS.c.last >= since).order_by(_RUNS.c.id)
        return [Run(*row) for row in await self._query(query)]

    async def begin_run(
        self, at: int, forget: int, redrawn: WorkKind | None = None, *, shard: int = 0, shard_count: int = 1
    ) -> int:
        """Store that one of so many shards is there from `at` on. Returns the run's number.

        Deletes runs that ended by `forget`. The same transaction owes a redrawn board to the shard's tables with
        `redrawn` work: nothing would say so later.
        """
        async with self._begin() as session:
            await session.exec(delete(_RUNS).where(_RUNS.c.last < forget))
            number = await _begin_run(session, at, shard, shard_count)
            if redrawn is not None:
                is_on_shard = on_shards(WORK.c.guild, WORK.c.table_id, Shards(shard_count, frozenset({shard})))
                await _redraw(session, (WORK.c.kind == redrawn) & is_on_shard, self._clock())
        return number

    async def turn_clock_back(
        self, at: int, from_ms: int, running_shards: Iterable[tuple[int, int]] = ((0, 1),), shards: Shards | None = None
    ) -> list[int]:
        """Store that the clock was set back from `from_ms` to `at`. Returns the numbers of the new runs.

        `running_shards` are the shards that are there, each with the count of all. The same transaction makes due what
        was due by `from_ms`, on `shards` or on all. Retries and short delays wait no longer than before. Times that
        people saw stay.
        """
        due = WORK.c.due
        brief = WORK.c.kind.not_in(TIMED) & (due <= from_ms + MAX_SHORT_WAIT_MS)
        forward = (
            update(WORK)
            .where(WORK.c.state.in_((WorkState.DUE, WorkState.RETRACT, WorkState.PARKED)))
            .where(due > at, or_(due <= from_ms, WORK.c.tries > 0, brief))
            .where(on_shards(WORK.c.guild, WORK.c.table_id, shards))
            .values(due=case((due <= from_ms, literal(at, BigInteger())), else_=due - (from_ms - at)))
        )
        async with self._begin() as session:
            await session.exec(forward)
            return [await _begin_run(session, at, shard, shard_count) for shard, shard_count in running_shards]

    async def redraw(self, ticking: WorkKind, guild: int) -> None:
        """Enqueue a redraw of every board in the server that has pending `ticking` work."""
        async with self._begin() as session:
            await _redraw(session, (WORK.c.kind == ticking) & (WORK.c.guild == guild), self._clock())
            await notify(session, ChangeKind.WORK, guild)

    async def beat(self, runs: Collection[int], at: int) -> None:
        """Note that these runs still last at `at`."""
        async with self._begin() as session:
            await session.exec(update(_RUNS).where(_RUNS.c.id.in_(runs), _RUNS.c.last < at).values(last=at))

    async def bring_forward(self, table: int, kind: WorkKind, key: str, due: int) -> None:
        """Make work that is due later than `due` due then."""
        async with self._begin() as session:
            await _bring_forward(session, table, due, WORK.c.kind == kind, WORK.c.key == key)

    async def recheck(self, table: int, kinds: Collection[WorkKind]) -> None:
        """Make the due work of a table and these kinds due now: its handlers reschedule it as things stand."""
        async with self._begin() as session:
            await _bring_forward(session, table, self._clock(), WORK.c.kind.in_(kinds))

    async def due_for(self, user: int, kind: WorkKind, now: int, guild: int | None) -> list[Work]:
        """Return work of a kind due by `now` at a user's tables, of a guild or of all, longest due first."""
        own_tables = select(col(SeatRow.table_id)).join(PersonRow, col(PersonRow.id) == col(SeatRow.person_id))
        query = WORK_ROWS.where(
            *(col(WorkRow.state) == WorkState.DUE, col(WorkRow.due) <= now, col(WorkRow.kind) == kind),
            col(WorkRow.table_id).in_(own_tables.where(col(PersonRow.user_id) == user)),
        )
        if guild is not None:
            query = query.where(col(WorkRow.guild) == guild)
        return [work_of(row) for row in await self._query(query.order_by(col(WorkRow.due), col(WorkRow.id)))]

    async def delivered_as(self, kind: WorkKind, message: int, states: Collection[str]) -> list[Work]:
        """Return the work of a kind that was delivered as this message and is in one of these states."""
        query = WORK_ROWS.where(
            col(WorkRow.kind) == kind, col(WorkRow.message) == message, col(WorkRow.state).in_(tuple(states))
        )
        return [work_of(row) for row in await self._query(query)]


async def _begin_run(session: AsyncSession, at: int, shard: int, shard_count: int) -> int:
    """Add a run of one of so many shards that begins at `at`; returns its number."""
    run = RunRow(began=at, last=at, shard=shard, shard_count=shard_count)
    session.add(run)
    await session.flush()
    assert run.id is not None
    return run.id


async def _bring_forward(session: AsyncSession, table: int, due: int, *which: ColumnElement[bool]) -> None:
    """Make such work of a table due at `due` that is due later; other processes are told."""
    later = WORK.c.table_id == table, WORK.c.state == WorkState.DUE, WORK.c.due > due
    if (await session.exec(update(WORK).where(*which, *later).values(due=due))).rowcount:
        await notify(session, ChangeKind.TABLE, table)


async def _redraw(session: AsyncSession, ticking: ColumnElement[bool], now: int) -> None:
    """Enqueue new times for each table that has such work before it, one after the other from `now` on."""
    place = func.row_number().over(order_by=WORK.c.table_id)
    columns: dict[str, Any] = {
        "table_id": WORK.c.table_id,
        "guild": WORK.c.guild,
        "kind": literal(WorkKind.CORRECT_TIMES, Text()),
        "key": literal("", Text()),
        "seq": literal(0),
        "payload": literal({}, WORK.c.payload.type),
        "due": literal(now, BigInteger()) + place * REDRAW_SPACING_MS,
        "tries": literal(0),
        "state": literal(WorkState.DUE, Text()),
    }
    tables = select(*columns.values()).where(ticking, WORK.c.state == WorkState.DUE)
    fresh = insert(WORK).from_select(list(columns), tables.group_by(WORK.c.table_id, WORK.c.guild))
    again = {name: fresh.excluded[name] for name in ("state", "due", "tries")}
    await session.exec(
        fresh.on_conflict_do_update(index_elements=[WORK.c.table_id, WORK.c.kind, WORK.c.key], set_=again)
    )
