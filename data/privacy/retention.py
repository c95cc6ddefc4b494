"""Deletes finished tables, closed pads and moderators' acts after a time, where a server wants that.

Tables of a league stay while its season is played.

Results stay: they name no table's row, and standings need them. Small transactions keep moves from waiting.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sqlalchemy import Column, ColumnElement, Delete, Table, Update, and_, delete, exists, func, select, update
from sqlmodel import col

from data.deals.models import DealRow, DealTryRow
from data.engine.columns import json_integer
from data.engine.repository import Repository
from data.leagues.models import LeagueRow, LeagueTableRow
from data.pads.models import PadRow
from data.people.models import ActRow, BanRow, GuildRow
from data.processes.notifications import ChangeKind, notify
from data.tables.models import TableRow, WorkRow
from data.tables.records import FINISHED
from data.tables.statements import EVENTS, HANDS
from data.tables.work import WorkKind, WorkState

EVENTS_PER_BATCH: Final = 500
"""Events of a table that are deleted in one transaction."""

HANDS_PER_BATCH: Final = 20
"""Hands' rows, which are long, likewise."""

BATCH_SIZE: Final = 100
"""Tables or pads that are listed at a time, and acts that are deleted at once."""


class RetentionRule(NamedTuple):
    """The days for which a server keeps finished tables and pads, and when (ms) it set them."""

    guild: int
    days: int
    since: int


class ExpiredCounts(NamedTuple):
    """The finished tables, closed pads and moderators' acts of a server that are older than some time."""

    tables: int
    pads: int
    acts: int


class Retention(Repository):
    """Deletion after a time, for all servers."""

    async def rules(self) -> list[RetentionRule]:
        """Return the servers that do not keep everything for ever."""
        days, since = (json_integer(col(GuildRow.settings)[name]) for name in ("retention_days", "retention_since_ms"))
        query = select(col(GuildRow.guild), days.label("days"), since.label("since"))
        rows = await self._query(query.where(days.is_not(None), since.is_not(None)))
        return [RetentionRule(**row._asdict()) for row in rows]

    async def half_deleted_tables(self) -> list[int]:
        """Return the tables whose deletion a process began and did not finish."""
        query = select(col(TableRow.id)).where(col(TableRow.status) == "deleting")
        return [table for (table,) in await self._query(query)]

    async def count_expired(self, guild: int, before: int) -> ExpiredCounts:
        """Return the numbers of what a server finished before `before`."""
        return ExpiredCounts(
            tables=await self._count(*_old_tables(guild, before)),
            pads=await self._count(*_old_pads(guild, before)),
            acts=await self._count(*_old_acts(guild, before)),
        )

    async def deleted_tables(self, before: int) -> list[int]:
        """Return the tables that were deleted before `before`, in their lobbies, the longest deleted first."""
        query = select(col(TableRow.id)).where(col(TableRow.deleted) < before).order_by(col(TableRow.deleted))
        return [table for (table,) in await self._query(query)]

    async def tables(self, guild: int, before: int, after: int = 0) -> list[int]:
        """Return a page of the server's expired tables with recorded results, by id, after table `after`."""
        query = select(col(TableRow.id)).where(*_old_tables(guild, before), col(TableRow.id) > after)
        return [table for (table,) in await self._query(query.order_by(col(TableRow.id)).limit(BATCH_SIZE))]

    async def mark(self, table: int, before: int) -> bool:
        """Mark a finished table as being deleted: no reader finds it. Returns False if it changed after `before`."""
        finished = col(TableRow.id) == table, col(TableRow.status).in_(FINISHED), col(TableRow.updated) < before
        deletion: dict[str, Any] = {"status": "deleting", "settings": {}, "deleted": None, "rev": TableRow.rev + 1}
        deletion |= {"message": None, "message_channel": None}
        return await self._changed(update(TableRow).where(*finished).values(deletion), ChangeKind.TABLE, table) > 0

    async def delete_table(self, table: int) -> None:
        """Delete a table that is marked, part by part."""
        while await self._delete_first(EVENTS, EVENTS.c.seq, table, EVENTS_PER_BATCH):
            pass
        while await self._delete_first(HANDS, HANDS.c.number, table, HANDS_PER_BATCH):
            pass
        await self._changed(delete(TableRow).where(col(TableRow.id) == table))

    async def pads(self, guild: int, before: int, after: int = 0) -> list[int]:
        """Return some closed pads of a server that nobody has changed since `before`, and whose results are all kept.

        They are the first with numbers above `after`.
        """
        query = select(col(PadRow.id)).where(*_old_pads(guild, before), col(PadRow.id) > after)
        return [pad for (pad,) in await self._query(query.order_by(col(PadRow.id)).limit(BATCH_SIZE))]

    async def delete_pad(self, pad: int, before: int) -> bool:
        """Delete a pad with all that is on it. False where somebody has changed it since `before`."""
        old = delete(PadRow).where(col(PadRow.id) == pad, col(PadRow.updated) < before)
        return await self._changed(old, ChangeKind.PAD, pad) > 0

    async def deleted_pads(self, before: int, after: int = 0) -> list[int]:
        """Return some pads that were deleted before `before`, and whose results are taken out.

        They are the first with numbers above `after`.
        """
        pad = PadRow
        query = select(col(pad.id)).where(col(pad.deleted) < before, col(pad.recorded) >= col(pad.seq))
        query = query.where(col(pad.id) > after)
        return [pad for (pad,) in await self._query(query.order_by(col(pad.id)).limit(BATCH_SIZE))]

    async def purge_pad(self, pad: int, before: int) -> bool:
        """Delete a pad for good with all that is on it. False where it was brought back, or deleted after `before`."""
        deleted = delete(PadRow).where(col(PadRow.id) == pad, col(PadRow.deleted) < before)
        return await self._changed(deleted.where(col(PadRow.recorded) >= col(PadRow.seq)), ChangeKind.PAD, pad) > 0

    async def delete_acts(self, guild: int, before: int) -> int:
        """Delete some of what moderators did in a server before `before`. Returns how many.

        Why somebody is kept out stays as long as they are.
        """
        query = select(col(ActRow.id)).where(*_old_acts(guild, before)).order_by(col(ActRow.id)).limit(BATCH_SIZE)
        acts = [act for (act,) in await self._query(query)]
        if acts:
            await self._changed(delete(ActRow).where(col(ActRow.id).in_(acts)))
        return len(acts)

    async def has_existed(self, number: int, *, pad: bool = False) -> bool:
        """Whether there has been a table, or a pad, of a number that is none now."""
        query = select(func.max(PadRow.id)) if pad else select(func.max(TableRow.id))
        ((newest,),) = await self._query(query)
        return 0 < number <= (newest or 0)

    async def _count(self, *which: ColumnElement[bool]) -> int:
        ((count,),) = await self._query(select(func.count()).where(*which))
        return count

    async def _delete_first(self, rows: Table, number: Column[int], table: int, most: int) -> int:
        """Delete the rows of a table with the lowest numbers, `most` of them or less; returns how many."""
        is_of_table = rows.c.table_id == table
        first = select(func.min(number)).where(is_of_table).scalar_subquery()
        return await self._changed(delete(rows).where(is_of_table, number < first + most))

    async def _changed(self, statement: Update | Delete, kind: ChangeKind | None = None, number: int = 0) -> int:
        """Run a statement in a transaction of its own; returns how many rows it has changed.

        Other processes are told of the table or pad `number`.
        """
        async with self._begin() as session:
            if kind is not None:
                await notify(session, kind, number)
            return (await session.exec(statement)).rowcount


def _old_tables(guild: int, before: int) -> tuple[ColumnElement[bool], ...]:
    table, work = TableRow, WorkRow
    has_work = exists().where(
        col(work.table_id) == col(table.id),
        col(work.kind) == WorkKind.RECORD,
        col(work.state).in_((WorkState.DUE, WorkState.PARKED)),
    )
    ranked = exists().where(
        col(DealTryRow.table_id) == col(table.id),
        col(DealRow.id) == col(DealTryRow.deal_id),
        col(DealRow.closed).is_(None),
    )
    needed = exists().where(
        col(LeagueTableRow.table_id) == col(table.id),
        col(LeagueRow.id) == col(LeagueTableRow.league_id),
        col(LeagueRow.status) == "playing",
    )
    return (
        col(table.guild) == guild,
        col(table.status).in_(FINISHED),
        col(table.updated) < before,
        ~has_work,
        ~ranked,
        ~needed,
    )


def _old_pads(guild: int, before: int) -> tuple[ColumnElement[bool], ...]:
    pad = PadRow
    return (
        col(pad.guild) == guild,
        col(pad.status) == "finished",
        col(pad.deleted).is_(None),
        col(pad.updated) < before,
        col(pad.recorded) >= col(pad.seq),
    )


def _old_acts(guild: int, before: int) -> tuple[ColumnElement[bool], ...]:
    act, ban = ActRow, BanRow
    stands = exists().where(col(ban.guild) == col(act.guild), col(ban.person_id) == col(act.whom_id))
    return col(act.guild) == guild, col(act.at) < before, ~and_(col(act.act) == "ban", stands)
