"""Deletes finished tables, closed pads and moderators' acts after a time, where a server wants that.

Results stay: they name no table's row, and standings need them. Small transactions keep moves from waiting.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Integer,
    and_,
    bindparam,
    delete,
    exists,
    func,
    literal_column,
    null,
    select,
    update,
)
from sqlalchemy.sql.expression import ScalarSelect
from sqlmodel import col

from data.engine.repository import Repository
from data.engine.statements import compiled
from data.engine.units import ran, to_json
from data.pads.models import PadRow
from data.pads.statements import PADS
from data.people.models import ActRow, BanRow, GuildRow
from data.people.statements import ACTS
from data.tables.models import TableRow, WorkRow
from data.tables.statements import EVENTS, HANDS, TABLES
from data.tables.work import WorkKind, WorkState

EVENTS_PER_BATCH: Final = 500
"""Events of a table that are deleted in one transaction."""

HANDS_PER_BATCH: Final = 20
"""Hands' rows, which are long, likewise."""

BATCH_SIZE: Final = 100
"""Tables or pads that are listed at a time, and acts that are deleted at once."""

FINISHED: Final = ("over", "ended")
"""The states of tables that go."""


class Keeping(NamedTuple):
    """For how many days a server keeps what is over, and since when (ms) that is settled."""

    guild: int
    days: int
    since: int


class Old(NamedTuple):
    """How much of a server is older than some time: finished tables, closed pads, acts of moderators."""

    tables: int
    pads: int
    acts: int


def _first(column: Any, of: ColumnElement[bool]) -> ScalarSelect[Any]:
    return select(func.min(column)).where(of).scalar_subquery()


_TABLE: ColumnElement[Any] = bindparam("table")
_MOST = bindparam("most", type_=Integer())
_MARK = compiled(
    update(TABLES)
    .where(TABLES.c.id == _TABLE, TABLES.c.status.in_([literal_column(f"'{status}'") for status in FINISHED]))
    .where(TABLES.c.updated < bindparam("before"))
    .values(settings=bindparam("going"), message=null(), message_channel=null())
)
_SOME_EVENTS = compiled(
    delete(EVENTS).where(
        EVENTS.c.table_id == _TABLE, EVENTS.c.seq < _first(EVENTS.c.seq, EVENTS.c.table_id == _TABLE) + _MOST
    )
)
_SOME_HANDS = compiled(
    delete(HANDS).where(
        HANDS.c.table_id == _TABLE, HANDS.c.number < _first(HANDS.c.number, HANDS.c.table_id == _TABLE) + _MOST
    )
)
_DELETE_TABLE = compiled(delete(TABLES).where(TABLES.c.id == _TABLE))
_DELETE_PAD = compiled(delete(PADS).where(PADS.c.id == bindparam("pad"), PADS.c.updated < bindparam("before")))


_PURGE_PAD = compiled(
    delete(PADS).where(
        PADS.c.id == bindparam("pad"), PADS.c.deleted < bindparam("before"), PADS.c.recorded >= PADS.c.seq
    )
)
_DELETE_ACT = compiled(delete(ACTS).where(ACTS.c.id == bindparam("act")))


class Retention(Repository):
    """Deletion after a time, for all servers."""

    async def kept(self) -> list[Keeping]:
        """The servers that do not keep everything for ever."""
        days, since = (col(GuildRow.settings)[name].as_integer() for name in ("keep", "keep_since"))
        query = select(col(GuildRow.guild), days, since).where(days.is_not(None), since.is_not(None))
        return [Keeping(*row) for row in await self._query(query)]

    async def going(self) -> list[int]:
        """The tables of which a process that ended has deleted some part."""
        going = col(TableRow.settings)["going"].as_boolean()
        query = select(col(TableRow.id)).where(col(TableRow.status).in_(FINISHED), going.is_(True))
        return [table for (table,) in await self._query(query)]

    async def old(self, guild: int, before: int) -> Old:
        """How much of a server was over before `before`."""
        queries = (
            select(func.count()).where(*_old_tables(guild, before)),
            select(func.count()).where(*_old_pads(guild, before)),
            select(func.count()).where(*_old_acts(guild, before)),
        )
        return Old(*[(await self._query(query))[0][0] for query in queries])

    async def deleted_tables(self, before: int) -> list[int]:
        """The tables that were deleted before `before`, in their lobbies."""
        deleted = col(TableRow.settings)["deleted"].as_integer()
        query = select(col(TableRow.id)).where(col(TableRow.status) == "ended", deleted < before)
        return [table for (table,) in await self._query(query.order_by(col(TableRow.id)))]

    async def tables(self, guild: int, before: int) -> list[int]:
        """Some finished tables of a server at which nothing has happened since before `before`, and whose results are
        all kept.
        """
        query = select(col(TableRow.id)).where(*_old_tables(guild, before)).order_by(col(TableRow.id)).limit(BATCH_SIZE)
        return [table for (table,) in await self._query(query)]

    async def mark(self, table: int, before: int) -> bool:
        """Mark a finished table as going: nobody finds it any more. False where something has happened there since."""
        values = {"table": table, "before": before, "going": to_json({"going": True})}
        return await self._write(ran(_MARK, values)) > 0

    async def delete_table(self, table: int) -> None:
        """Delete a table that is marked, part by part."""
        some = {"table": table, "most": EVENTS_PER_BATCH}
        while await self._write(ran(_SOME_EVENTS, some)):
            pass
        while await self._write(ran(_SOME_HANDS, {**some, "most": HANDS_PER_BATCH})):
            pass
        await self._write(ran(_DELETE_TABLE, {"table": table}))

    async def pads(self, guild: int, before: int) -> list[int]:
        """Some closed pads of a server that nobody has changed since `before`, and whose results are all kept."""
        query = select(col(PadRow.id)).where(*_old_pads(guild, before)).order_by(col(PadRow.id)).limit(BATCH_SIZE)
        return [pad for (pad,) in await self._query(query)]

    async def delete_pad(self, pad: int, before: int) -> bool:
        """Delete a pad with all that is on it. False where somebody has changed it since `before`."""
        return await self._write(ran(_DELETE_PAD, {"pad": pad, "before": before})) > 0

    async def deleted_pads(self, before: int) -> list[int]:
        """Some pads that were deleted before `before`, and whose results are taken out."""
        pad = PadRow
        query = select(col(pad.id)).where(col(pad.deleted) < before, col(pad.recorded) >= col(pad.seq))
        return [pad for (pad,) in await self._query(query.order_by(col(pad.id)).limit(BATCH_SIZE))]

    async def purge_pad(self, pad: int, before: int) -> bool:
        """Delete a pad for good with all that is on it. False where it was brought back, or deleted after `before`."""
        return await self._write(ran(_PURGE_PAD, {"pad": pad, "before": before})) > 0

    async def delete_acts(self, guild: int, before: int) -> int:
        """Delete some of what moderators did in a server before `before`; returns how many. Why somebody is kept out
        stays as long as they are.
        """
        query = select(col(ActRow.id)).where(*_old_acts(guild, before)).order_by(col(ActRow.id)).limit(BATCH_SIZE)
        acts = [act for (act,) in await self._query(query)]
        for act in acts:
            await self._write(ran(_DELETE_ACT, {"act": act}))
        return len(acts)

    async def was(self, number: int, *, pad: bool = False) -> bool:
        """Whether there has been a table, or a pad, of a number that is none now."""
        query = select(func.max(PadRow.id)) if pad else select(func.max(TableRow.id))
        ((newest,),) = await self._query(query)
        return 0 < number <= (newest or 0)


def _old_tables(guild: int, before: int) -> tuple[ColumnElement[bool], ...]:
    table, work = TableRow, WorkRow
    owed = exists().where(
        col(work.table_id) == col(table.id),
        col(work.kind).in_((WorkKind.RECORD, WorkKind.BACKFILL)),
        col(work.state).in_((WorkState.DUE, WorkState.PARKED)),
    )
    return (
        col(table.guild) == guild,
        col(table.status).in_(FINISHED),
        col(table.updated) < before,
        ~owed,
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
