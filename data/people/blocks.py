"""The block lists of users. Nobody else sees a user's list."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy.orm import aliased
from sqlmodel import col, select

from data.engine.repository import Repository
from data.people import records
from data.people.models import BlockRow, PersonRow
from data.people.records import Blocking
from data.people.rows import meet, person_rows

_WHO, _WHOM = aliased(PersonRow), aliased(PersonRow)
_BLOCKER = col(_WHO.id) == col(BlockRow.person_id)
_BLOCKED = col(_WHOM.id) == col(BlockRow.blocked_id)


class Blocks(Repository):
    """The lists of all people."""

    async def add(self, who: tuple[int, str], whom: tuple[int, str]) -> Blocking:
        """Let `who` block `whom`, each a user and their name; "full" where the list has MAX_BLOCKED people.

        The name of `whom` is kept only where none is known: it is not for others to change.
        """
        async with self._begin() as session:
            own_id = (await meet(session, dict([who]), rename=True))[who[0]]
            theirs = (await meet(session, dict([whom])))[whom[0]]
            blocked = (await session.exec(select(BlockRow.blocked_id).where(BlockRow.person_id == own_id))).all()
            if theirs in blocked:
                return "there"
            if len(blocked) >= records.MAX_BLOCKED:
                return "full"
            session.add(BlockRow(person_id=own_id, blocked_id=theirs, at=self._clock()))
        return "blocked"

    async def remove(self, who: int, whom: int) -> bool:
        """Take `whom` from the list of `who`; False where they were not on it."""
        async with self._begin() as session:
            rows = await person_rows(session, (who, whom))
            row = await session.get(BlockRow, (rows[who], rows[whom])) if len(rows) == 2 else None
            if row is not None:
                await session.delete(row)
        return row is not None

    async def of(self, who: int) -> list[tuple[int, str]]:
        """Return the people that a user has blocked: user and name, by name."""
        user, name = col(_WHOM.user_id), col(_WHOM.name)
        query = select(user, name).join_from(BlockRow, _WHO, _BLOCKER).join(_WHOM, _BLOCKED)
        query = query.where(col(_WHO.user_id) == who, user.is_not(None))
        people = [(number, called) for number, called in await self._query(query)]
        return sorted(people, key=lambda person: (person[1].casefold(), person[0]))

    async def pairs_of(self, users: Collection[int]) -> set[tuple[int, int]]:
        """Return the people who have blocked any of these users, as pairs of user and blocked user."""
        pair = col(_WHO.user_id), col(_WHOM.user_id)
        query = select(*pair).join_from(BlockRow, _WHO, _BLOCKER).join(_WHOM, _BLOCKED)
        return {(who, whom) for who, whom in await self._query(query.where(pair[1].in_(users)))}
