"""Bans of servers, and the log of moderators' acts."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import select as select_columns
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from data.engine.columns import columns_of
from data.engine.repository import Repository
from data.people.models import ActRow, BanRow, PersonRow
from data.people.records import ActRecord
from data.people.rows import meet, person_row
from data.tables.models import SeatRow, TableRow
from data.tables.outbox import enqueue_work
from data.tables.records import UNDER_WAY, NewWork
from data.tables.work import BannedSeatPayload, WorkKind

_WHO, _WHOM = aliased(PersonRow), aliased(PersonRow)
_NAMED: dict[str, Any] = {
    "by": col(_WHO.user_id),
    "by_name": col(_WHO.name),
    "whom": col(_WHOM.user_id),
    "whom_name": col(_WHOM.name),
    "table": col(ActRow.table_id),
}
_ACT_COLUMNS: Any = (
    *columns_of(ActRecord, ActRow),
    *(column.label(name) for name, column in _NAMED.items()),
)
"""The columns of an ActRecord, by its names."""


class ModerationRepository(Repository):
    """The moderation of all servers."""

    async def ban(self, guild: int, whom: tuple[int, str], by: tuple[int, str], why: str) -> list[int] | None:
        """Ban `whom` from a server's tables; both are users with their names.

        The same transaction enqueues freeing their seats (`free_banned_seat`). Returns the tables of these seats; None
        if they were banned before.
        """
        now = self._clock()
        work = NewWork(
            WorkKind.FREE_BANNED_SEAT, str(whom[0]), payload=BannedSeatPayload(user=whom[0], by=by[0]), due=now
        )
        async with self._begin() as session:
            moderator = (await meet(session, dict([by]), rename=True))[by[0]]
            person = (await meet(session, dict([whom])))[whom[0]]
            if await session.get(BanRow, (guild, person)) is not None:
                return None
            session.add(BanRow(guild=guild, person_id=person, at=now))
            session.add(ActRow(guild=guild, at=now, act="ban", person_id=moderator, whom_id=person, words=why))
            seated = (
                select(TableRow.id)
                .join(SeatRow, col(SeatRow.table_id) == col(TableRow.id))
                .where(TableRow.guild == guild, SeatRow.person_id == person, SeatRow.kind == "person")
                .where(col(TableRow.status).in_(UNDER_WAY))
                .order_by(col(TableRow.id))
            )
            tables = [table for table in await session.exec(seated) if table is not None]
            await enqueue_work(session, [(table, work) for table in tables])
        return tables

    async def allow(self, guild: int, whom: int, by: tuple[int, str]) -> bool:
        """Lift a ban; False if there was none."""
        async with self._begin() as session:
            person = await person_row(session, whom)
            ban = None if person is None else await session.get(BanRow, (guild, person))
            if ban is None:
                return False
            await session.delete(ban)
            moderator = (await meet(session, dict([by]), rename=True))[by[0]]
            now = self._clock()
            session.add(ActRow(guild=guild, at=now, act="allow", person_id=moderator, whom_id=ban.person_id))
        return True

    async def banned_among(self, guild: int, users: Collection[int]) -> set[int]:
        """Return the banned ones among these users in a server."""
        query = select(col(PersonRow.user_id)).join_from(BanRow, PersonRow, col(PersonRow.id) == col(BanRow.person_id))
        rows = await self._query(query.where(col(BanRow.guild) == guild, col(PersonRow.user_id).in_(users)))
        return {user for (user,) in rows}

    async def banned_people(self, guild: int) -> list[tuple[int, str]]:
        """Return the people banned in a server: user and name, by name."""
        user, name = col(PersonRow.user_id), col(PersonRow.name)
        query = select(user, name).join_from(BanRow, PersonRow, col(PersonRow.id) == col(BanRow.person_id))
        query = query.where(col(BanRow.guild) == guild, user.is_not(None))
        people = [(number, called) for number, called in await self._query(query)]
        return sorted(people, key=lambda person: (person[1].casefold(), person[0]))

    async def acts(self, guild: int, before: int | None, limit: int) -> list[ActRecord]:
        """Return moderators' acts in a server, newest first: at most `limit`, before act number `before`."""
        query = select_columns(*_ACT_COLUMNS).join_from(ActRow, _WHO, col(_WHO.id) == col(ActRow.person_id))
        query = query.join(_WHOM, col(_WHOM.id) == col(ActRow.whom_id), isouter=True)
        query = query.where(col(ActRow.guild) == guild).order_by(col(ActRow.id).desc()).limit(limit)
        if before is not None:
            query = query.where(col(ActRow.id) < before)
        return [ActRecord(**row._asdict()) for row in await self._query(query)]
