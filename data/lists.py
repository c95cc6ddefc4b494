"""What lists of tables ask for beyond the tables themselves: who is invited where, and when things happened."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from sqlalchemy import and_, or_, select
from sqlmodel import col

from data.corner import Corner
from data.models import EventRow, PersonRow, TableRow

AT_ONCE: Final = 100
"""Events that are looked up in one statement."""


class Lists(Corner):
    """That of all tables."""

    async def invited(self, user: int) -> list[int]:
        """The lobbies to which a user is invited and has not answered, oldest first.

        Only what is kept of lobbies is read, however many tables have begun since.
        """
        lobbies = select(col(TableRow.id)).where(col(TableRow.status) == "lobby")
        person = select(col(PersonRow.id)).where(col(PersonRow.user_id) == user).scalar_subquery()
        asked = col(EventRow.kind).in_(("invite", "decline", "dismiss", "join"))
        query = select(col(EventRow.table_id), col(EventRow.kind)).where(
            col(EventRow.table_id).in_(lobbies), col(EventRow.person_id) == person, asked
        )
        rows = await self._rows(query.order_by(col(EventRow.table_id), col(EventRow.seq)))
        last = {table: kind for table, kind in rows}  # noqa: C416  # rows, not pairs: the last of each table stays
        return [table for table, kind in last.items() if kind == "invite"]

    async def last_done(self, table: int, user: int, but: int) -> tuple[int, int] | None:
        """When (ms) a user last moved at a table or asked for the next hand there by a click of their own, save by the
        interaction `but`, and the number of that event; None where they never did.
        """
        person = select(col(PersonRow.id)).where(col(PersonRow.user_id) == user).scalar_subquery()
        query = (
            select(col(EventRow.at), col(EventRow.seq))
            .where(col(EventRow.person_id) == person, col(EventRow.table_id) == table)
            .where(col(EventRow.kind).in_(("move", "next")), col(EventRow.interaction).is_not(None))
            .where(col(EventRow.interaction) != but)
        )
        rows = await self._rows(query.order_by(col(EventRow.seq).desc()).limit(1))
        return next(((at, seq) for at, seq in rows), None)

    async def moments(self, events: Collection[tuple[int, int]]) -> dict[tuple[int, int], int]:
        """When these events (each a table and its event's number) happened (ms); none for those there are not."""
        table, seq, at = col(EventRow.table_id), col(EventRow.seq), col(EventRow.at)
        wanted, found = list(events), dict[tuple[int, int], int]()
        for first in range(0, len(wanted), AT_ONCE):
            # Each by the table's key: a comparison of pairs would read the logs of all tables.
            these = or_(*(and_(table == of, seq == number) for of, number in wanted[first : first + AT_ONCE]))
            found |= {(of, number): when for of, number, when in await self._rows(select(table, seq, at).where(these))}
        return found
