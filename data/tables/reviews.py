"""Reviews of hands, each for one person who played it."""

from __future__ import annotations

from typing import Any, cast

from sqlalchemy import select
from sqlmodel import col

from data.engine.repository import Repository
from data.people.models import PersonRow
from data.people.rows import person_row
from data.tables.models import ReviewRow, TableRow
from data.tables.records import CloseMove, MissedMove, Review


class Reviews(Repository):
    """The rows of all tables."""

    async def of(self, table: int, hand: int, user: int) -> Review | None:
        """Return the review of a hand (from 0) for a user, if there is one."""
        query = (
            select(col(ReviewRow.compared), col(ReviewRow.missed_moves), col(ReviewRow.closest_moves))
            .join(PersonRow, col(PersonRow.id) == col(ReviewRow.person_id))
            .where(col(ReviewRow.table_id) == table, col(ReviewRow.hand) == hand, col(PersonRow.user_id) == user)
        )
        for compared, missed_moves, closest in await self._query(query):
            better, near = cast("list[MissedMove]", missed_moves), cast("list[CloseMove]", closest)
            return Review(compared, tuple(better), tuple(near))
        return None

    async def keep(self, table: int, hand: int, user: int, review: Review) -> None:
        """Keep a review, unless there is one, or the table or the person's data has been deleted."""
        async with self._begin() as session:
            me = await person_row(session, user)
            exists = await session.get(TableRow, table) is not None
            if me is None or not exists or await session.get(ReviewRow, (table, hand, me)) is not None:
                return
            row = ReviewRow(
                table_id=table,
                hand=hand,
                person_id=me,
                compared=review.compared,
                missed_moves=[dict[str, Any](move) for move in review.missed_moves],
                closest_moves=[dict[str, Any](move) for move in review.closest_moves],
                at=self._clock(),
            )
            session.add(row)
