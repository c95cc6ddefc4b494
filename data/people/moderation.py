"""Bans of servers, and the log of moderators' acts."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.orm import aliased
from sqlmodel import col

from data.engine.repository import Repository
from data.people import units
from data.people.models import ActRow, BanRow, PersonRow
from data.people.records import ActRecord

_WHO, _WHOM = aliased(PersonRow), aliased(PersonRow)


class ModerationRepository(Repository):
    """The moderation of all servers."""

    async def ban(self, guild: int, whom: tuple[int, str], by: tuple[int, str], why: str) -> list[int] | None:
        """Ban `whom` from a server's tables; both are users with their names.

        The same transaction enqueues freeing their seats (`free_banned_seat`). Returns the tables of these seats; None
        if they were banned before.
        """
        return await self._write(units.ban(guild, whom, by, why, self._clock()))

    async def allow(self, guild: int, whom: int, by: tuple[int, str]) -> bool:
        """Lift a ban; False if there was none."""
        return await self._write(units.allow(guild, whom, by, self._clock()))

    async def banned_among(self, guild: int, users: Collection[int]) -> set[int]:
        """The banned ones among these users in a server."""
        query = select(col(PersonRow.user_id)).join_from(BanRow, PersonRow, col(PersonRow.id) == col(BanRow.person_id))
        found = await self._query(query.where(col(BanRow.guild) == guild, col(PersonRow.user_id).in_(users)))
        return {user for (user,) in found}

    async def banned_people(self, guild: int) -> list[tuple[int, str]]:
        """The people banned in a server: user and name, by name."""
        user, name = col(PersonRow.user_id), col(PersonRow.name)
        query = select(user, name).join_from(BanRow, PersonRow, col(PersonRow.id) == col(BanRow.person_id))
        query = query.where(col(BanRow.guild) == guild, user.is_not(None)).order_by(name, user)
        return [(number, called) for number, called in await self._query(query)]

    async def acts(self, guild: int, before: int | None, limit: int) -> list[ActRecord]:
        """Moderators' acts in a server, newest first: at most `limit`, before act number `before`."""
        columns = (
            *(col(ActRow.id), col(ActRow.at), col(ActRow.act), col(_WHO.user_id), col(_WHO.name)),
            *(col(_WHOM.user_id), col(_WHOM.name), col(ActRow.table_id), col(ActRow.words)),
        )
        query = select(*columns).join_from(ActRow, _WHO, col(_WHO.id) == col(ActRow.person_id))
        query = query.join(_WHOM, col(_WHOM.id) == col(ActRow.whom_id), isouter=True)
        query = query.where(col(ActRow.guild) == guild).order_by(col(ActRow.id).desc()).limit(limit)
        if before is not None:
            query = query.where(col(ActRow.id) < before)
        return [ActRecord(*row) for row in await self._query(query)]
