"""Queries of many logs or hands at once: who is invited where, who chose the moves, when things happened."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, bindparam, exists, func, or_, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from data.deals.models import DealTryRow
from data.engine.columns import json_integer
from data.engine.repository import Repository
from data.people.models import PersonRow
from data.tables.events import PLAYED, EventKind
from data.tables.models import EventRow, HandRow, SeatRow, TableRow

BATCH_SIZE: Final = 100
"""Events that are looked up in one statement."""


def _says(part: Any, *names: str) -> ColumnElement[bool]:
    """Whether a part of an event says one of these of itself."""
    return or_(*(func.coalesce(part[name].as_boolean(), False) for name in names))


_BACK = aliased(EventRow)
_TAKEN_BACK = exists().where(
    col(_BACK.table_id) == col(EventRow.table_id),
    col(_BACK.kind) == EventKind.TAKE_BACK,
    col(EventRow.seq).between(json_integer(col(_BACK.public)["seq"]), col(_BACK.seq)),
)
"""Whether an event lies between a move and the event that took it back, with all that was played in between."""
_CHOSEN = (
    select(col(HandRow.number), col(EventRow.seat), PersonRow.user, func.count())
    .join_from(
        HandRow,
        EventRow,
        and_(
            col(EventRow.table_id) == col(HandRow.table_id),
            col(EventRow.seq).between(col(HandRow.first), col(HandRow.last)),
        ),
    )
    .join(PersonRow, col(PersonRow.id) == col(EventRow.person_id), isouter=True)
    .where(
        col(HandRow.table_id) == bindparam("table"),
        col(HandRow.first) >= bindparam("first"),
        col(EventRow.kind) == "move",
        ~_says(col(EventRow.public), "forced", "claimed"),
        ~_says(col(EventRow.hidden), "unasked", "only"),
        ~_TAKEN_BACK,
    )
    .group_by(col(HandRow.number), col(EventRow.seat), col(PersonRow.id))
)


class Lists(Repository):
    """Queries of all tables."""

    async def invited(self, user: int) -> list[int]:
        """Return the lobbies to which a user is invited and has not answered, oldest first.

        Only what is kept of lobbies is read, however many tables have begun since.
        """
        lobbies = select(col(TableRow.id)).where(col(TableRow.status) == "lobby")
        person = select(col(PersonRow.id)).where(col(PersonRow.user_id) == user).scalar_subquery()
        is_invitation = col(EventRow.kind).in_(("invite", "decline", "dismiss", "join"))
        query = select(col(EventRow.table_id), col(EventRow.kind)).where(
            col(EventRow.table_id).in_(lobbies), col(EventRow.person_id) == person, is_invitation
        )
        rows = await self._query(query.order_by(col(EventRow.table_id), col(EventRow.seq)))
        last = {table: kind for table, kind in rows}  # noqa: C416  # rows, not pairs: the last of each table stays
        return [table for table, kind in last.items() if kind == EventKind.INVITE]

    async def has_finished(self, user: int, guild: int, game: str | None = None) -> bool:
        """Whether a user sits at a finished table in a server, of any game or this one.

        Tries at a deal do not count.
        """
        has_try = exists().where(col(DealTryRow.table_id) == col(TableRow.id))
        query = (
            select(col(TableRow.id))
            .join(SeatRow, col(SeatRow.table_id) == col(TableRow.id))
            .join(PersonRow, col(PersonRow.id) == col(SeatRow.person_id))
            .where(col(PersonRow.user_id) == user, col(SeatRow.kind) == "person")
            .where(col(TableRow.guild) == guild, col(TableRow.status) == "over", ~has_try)
        )
        if game is not None:
            query = query.where(col(TableRow.game) == game)
        return bool(await self._query(query.limit(1)))

    async def last_done(self, table: int, user: int, but: int) -> tuple[int, int] | None:
        """Return the time (ms) and number of a user's last own click (a move or the next hand) at a table.

        Returns None without one. The interaction `but` does not count.
        """
        person = select(col(PersonRow.id)).where(col(PersonRow.user_id) == user).scalar_subquery()
        query = (
            select(col(EventRow.at), col(EventRow.seq))
            .where(col(EventRow.person_id) == person, col(EventRow.table_id) == table)
            .where(col(EventRow.kind).in_(("move", "next")), col(EventRow.interaction).is_not(None))
            .where(col(EventRow.interaction) != but)
        )
        rows = await self._query(query.order_by(col(EventRow.seq).desc()).limit(1))
        return next(((at, seq) for at, seq in rows), None)

    async def chosen_moves(self, table: int, first: int = 0) -> list[tuple[int, int, int | None, int]]:
        """Return the number of moves that each user chose in each finished hand from event `first` on.

        A row is hand, seat, user, moves. Those of None were made by a computer player. Forced moves, and those that
        were taken back, are left out.
        """
        rows = await self._query(_CHOSEN, table=table, first=first)
        return [(hand, seat, user, moves) for hand, seat, user, moves in rows]

    async def count_played(self, table: int, first: int, before: int) -> int:
        """Return the number of the game's chance events and moves from event `first` to the event before `before`."""
        query = select(func.count()).where(
            col(EventRow.table_id) == table,
            col(EventRow.seq) >= first,
            col(EventRow.seq) < before,
            col(EventRow.kind).in_(PLAYED),
        )
        ((count,),) = await self._query(query)
        return count

    async def taken_back(self, table: int, after: int = 0) -> frozenset[int]:
        """Return the numbers of the moves of a table that were taken back after event `after`."""
        query = select(col(EventRow.seq)).where(
            col(EventRow.table_id) == table, col(EventRow.seq) > after, col(EventRow.kind) == "move", _TAKEN_BACK
        )
        return frozenset(seq for (seq,) in await self._query(query))

    async def moments(self, events: Collection[tuple[int, int]]) -> dict[tuple[int, int], int]:
        """Return the times (ms) of these events (each a table and an event's number); missing events are left out."""
        table, seq, at = col(EventRow.table_id), col(EventRow.seq), col(EventRow.at)
        events_wanted, times = list(events), dict[tuple[int, int], int]()
        for first in range(0, len(events_wanted), BATCH_SIZE):
            # Each by the table's key: a comparison of pairs would read the logs of all tables.
            these = or_(*(and_(table == of, seq == number) for of, number in events_wanted[first : first + BATCH_SIZE]))
            times |= {(of, number): when for of, number, when in await self._query(select(table, seq, at).where(these))}
        return times
