"""The work items of tables, pads, nights and servers, and their states."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import Any, Final

from sqlalchemy import select
from sqlmodel import col

from data.engine.database import WriterConnection
from data.engine.process import Process
from data.engine.repository import Begin, Query, Repository, Snapshot
from data.engine.shards import Shards
from data.engine.statements import Statement
from data.engine.values import Values
from data.engine.writer import UnitOfWork
from data.tables import statements as sql
from data.tables.models import WorkRow
from data.tables.queries import WORK_OF, WORK_OF_KEY, due_on, next_due_on
from data.tables.records import Work
from data.tables.repository import WriteTable
from data.tables.work import POSTED, Subject, SubjectKind, WorkKind, WorkState
from data.tables.work_rows import work_of

PURGE_BATCH_SIZE: Final = 1000
"""Rows of settled work that are deleted in one transaction."""


class WorkRepository(Repository):
    """The work of all. `write` writes a unit, `write_table` one that other processes hear of."""

    def __init__(
        self,
        begin: Begin,
        query: Query,
        snapshot: Snapshot,
        clock: Callable[[], int],
        write: Callable[[UnitOfWork], Awaitable[Any]],
        write_table: WriteTable,
        process: Process | None,
    ) -> None:
        super().__init__(begin, query, snapshot, clock)
        self._write = write
        self._write_table = write_table
        self._process = process

    async def due(
        self, now: int, limit: int, kinds: Collection[WorkKind] = WorkKind, shards: Shards | None = None
    ) -> list[Work]:
        """Return work of these kinds, of some shards or of all, that is due, or to be retracted, by `now`.

        At most `limit`, longest due first.
        """
        rows = await self._query(due_on(shards), now=now, kinds=tuple(kinds), most=limit)
        return [work_of(row) for row in rows]

    async def next_due(
        self, after: int = -1, kinds: Collection[WorkKind] = WorkKind, shards: Shards | None = None
    ) -> int | None:
        """Return when the next work after `after` is due, None if there is none. It may lie in the past."""
        ((due,),) = await self._query(next_due_on(shards), after=after, kinds=tuple(kinds))
        return due

    async def parked(self) -> set[tuple[int, Subject]]:
        """Return the guild and the subject of each parked item."""
        subjects = select(col(WorkRow.table_id), col(WorkRow.pad_id), col(WorkRow.night_id), col(WorkRow.guild))
        rows = await self._query(subjects.where(col(WorkRow.state) == WorkState.PARKED).distinct())
        return {(row.guild, Subject.of(*row)) for row in rows}

    async def of_table(
        self, table: int, kind: WorkKind | None = None, states: Collection[WorkState] = WorkState
    ) -> list[Work]:
        """Return the work of a table, of one kind or of all, in one of these states, oldest first."""
        kinds = tuple(WorkKind) if kind is None else (kind,)
        return [work_of(row) for row in await self._query(WORK_OF, table=table, kinds=kinds, states=tuple(states))]

    async def find(self, table: int, kind: WorkKind, key: str) -> Work | None:
        """Return the work of a kind and key at a table, None if there is none."""
        rows = await self._query(WORK_OF_KEY, table=table, kinds=(kind,), key=key)
        return next((work_of(row) for row in rows), None)

    async def mark(
        self,
        work: int,
        state: WorkState,
        *,
        seq: int | None = None,
        channel: int | None = None,
        message: int | None = None,
    ) -> WorkState | None:
        """Store the outcome of work and where it was delivered; returns its new state, None if the row is gone.

        It stays DUE if more than `seq` was enqueued meanwhile, and becomes RETRACT if it was cancelled while its
        `message` was sent.
        """
        now = self._clock()

        def unit(connection: WriterConnection) -> WorkState | None:
            row = connection.execute(sql.WORK_STATE, {"work": work}).fetchone()
            if row is None:
                return None
            kind, had, latest = WorkKind(row[0]), WorkState(row[1]), row[2]
            result, due = state, None
            if state == WorkState.DONE and message is not None and had in (WorkState.CANCELLED, WorkState.RETRACT):
                result, due = WorkState.RETRACT, now
            elif state == WorkState.PARKED and had != WorkState.DUE:
                return had
            elif had in (WorkState.DUE, WorkState.PARKED) and seq is not None and latest > seq:
                result = had
            if result in (WorkState.DONE, WorkState.CANCELLED) and kind not in POSTED:
                connection.execute(sql.DELETE_WORK, {"work": work})
                return result
            values = {"work": work, "new_state": result, "at": due, "in_channel": channel, "as_message": message}
            connection.execute(sql.MARK_WORK, values)
            return result

        return await self._write(unit)

    async def retry(self, work: int, due: int, *, state: WorkState = WorkState.DUE, seq: int | None = None) -> None:
        """Reschedule failed work in `state` to `due` and count the try.

        Work whose state changed during the try is left as it is. `seq` is what was tried: if a later one was enqueued
        meanwhile, its due time holds.
        """
        await self._run(sql.RETRY_WORK, {"work": work, "at": due, "tried_state": state, "tried": seq})

    async def reschedule(self, work: int, due: int, *, seq: int | None = None) -> None:
        """Reschedule work to `due`. It does not count as a try.

        `seq` is what was tried: if a later one was enqueued meanwhile, its due time holds.
        """
        await self._run(sql.RESCHEDULE_WORK, {"work": work, "at": due, "tried": seq})

    async def begin(self, work: int, channel: int) -> bool:
        """Note that a message for work is about to be posted in `channel`. Returns False if it is no longer due.

        It returns False, too, where another process has the lease of its shard by now. After a crash, the channel
        and the time say where to look for the message.
        """
        values: Values = {"work": work, "in_channel": channel, "at": self._clock()}
        statement = sql.BEGIN_WORK
        if self._process is not None:
            statement = sql.BEGIN_LEASED_WORK
            values |= {"owner": self._process.name, "shard_count": self._process.shard_count}
        return await self._run(statement, values) > 0

    async def park_guild(self, guild: int) -> int:
        """Park due work in a guild that cannot be reached. Returns the number of rows."""
        return await self._run(sql.PARK_GUILD, {"of_guild": guild})

    async def wake(self, subject: Subject) -> int:
        """Make parked work of a subject due again, at once if it had failed; of a guild all work there.

        Returns the number of rows.
        """
        now = self._clock()
        if subject.kind == SubjectKind.GUILD:
            return await self._run(sql.WAKE_GUILD, {"of_guild": subject.id, "now": now})
        table = subject.id if subject.kind == SubjectKind.TABLE else None
        return await self._run(sql.WAKE[subject.kind], {"subject": subject.id, "now": now}, table)

    async def purge(self, before: int) -> int:
        """Delete settled work that was due before `before`, but prompts. Returns the number of rows.

        Several transactions do it, so that no move waits for it.
        """
        batch = {"before": before, "most": PURGE_BATCH_SIZE}
        deleted = 0
        while count := await self._run(sql.PURGE_WORK, batch):
            deleted += count
        return deleted

    async def _run(self, statement: Statement, values: Values, table: int | None = None) -> int:
        """Run a statement. Other processes hear that `table` has changed. Returns the number of rows."""

        def unit(connection: WriterConnection) -> int:
            return connection.execute(statement, values).rowcount

        return await (self._write(unit) if table is None else self._write_table(unit, table))
