"""What moderators do: whom they keep from the tables of their server, and a log of who did what."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.orm import aliased
from sqlmodel import col

from data import table_units as units
from data.models import ActRow, BanRow, PersonRow
from data.records import ActRecord
from data.repository import Repository

_WHO, _WHOM = aliased(PersonRow), aliased(PersonRow)


class Moderation(Repository):
    """That of all servers."""

    async def ban(self, guild: int, whom: tuple[int, str], by: tuple[int, str], why: str) -> list[int] | None:
        """Keep `whom` from the tables of a server from now on: both are users with their names.

        Their seats there are owed to be freed (work `unseat`) from the same transaction on. Returns the tables of these
        seats, None where they were kept from tables already, which changes nothing.
        """
        return await self._write(units.ban(guild, whom, by, why, self._clock()))

    async def allow(self, guild: int, whom: int, by: tuple[int, str]) -> bool:
        """Let them play there again; False where nothing kept them."""
        return await self._write(units.allow(guild, whom, by, self._clock()))

    async def among(self, guild: int, users: Collection[int]) -> set[int]:
        """Those of these users who are kept from the tables of a server."""
        query = select(col(PersonRow.user_id)).join_from(BanRow, PersonRow, col(PersonRow.id) == col(BanRow.person_id))
        found = await self._query(query.where(col(BanRow.guild) == guild, col(PersonRow.user_id).in_(users)))
        return {user for (user,) in found}

    async def kept_out(self, guild: int) -> list[tuple[int, str]]:
        """All who are kept from the tables of a server: user and name, by name."""
        user, name = col(PersonRow.user_id), col(PersonRow.name)
        query = select(user, name).join_from(BanRow, PersonRow, col(PersonRow.id) == col(BanRow.person_id))
        query = query.where(col(BanRow.guild) == guild, user.is_not(None)).order_by(name, user)
        return [(number, called) for number, called in await self._query(query)]

    async def acts(self, guild: int, before: int | None, limit: int) -> list[ActRecord]:
        """What moderators did in a server, newest first: at most `limit`, of those before act number `before`."""
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
