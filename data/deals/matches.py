"""Stored matches: several deals of one game, which open and close together."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import ColumnElement, and_, or_
from sqlalchemy import select as select_columns
from sqlmodel import col, select

from data.deals.models import DealRow, DealTryRow, MatchRow
from data.deals.records import GRACE_MS, BoardTry, Match, NewMatch
from data.deals.repository import deal_of, end_deals, enqueue_close, enqueue_messages, row_of
from data.engine.columns import table_of
from data.engine.repository import Repository
from data.people.models import ActRow, PersonRow
from data.people.rows import meet
from data.tables.models import SeatRow, TableRow
from data.tables.records import UNDER_WAY

_ORGANISER: Any = col(PersonRow.user_id)
_SECRET: Any = col(MatchRow.secret)


class MatchesRepository(Repository):
    """The matches of all servers. The close of their boards, and results, are those of deals (`DealsRepository`)."""

    async def open(self, new: NewMatch, interaction: int) -> int:
        """Open a match, unless the interaction has opened one already. Returns its number.

        Its message and its close are enqueued.
        """
        async with self._begin() as session:
            existing = select(MatchRow.id).where(MatchRow.interaction == interaction)
            if (number := (await session.exec(existing)).first()) is not None:
                return number
            person = (await meet(session, {new.organiser: new.organiser_name}, rename=True))[new.organiser]
            row = MatchRow(secret=new.secret.hex(), person_id=person, interaction=interaction)
            session.add(row)
            await session.flush()
            assert row.id is not None
            place: dict[str, Any] = {"guild": new.guild, "channel": new.channel, "match_id": row.id}
            boards = list[DealRow]()
            for board in new.boards:  # one by one: their numbers are their order
                boards.append(DealRow(**row_of(board), **place))
                session.add(boards[-1])
                await session.flush()
            closes = new.boards[0].closes
            await enqueue_close(session, closes, closes + GRACE_MS)
            await enqueue_messages(session, boards, self._clock())
        return row.id

    async def match(self, number: int) -> Match | None:
        """Return the match of that number."""
        return next(iter(await self._matches(col(DealRow.match_id) == number)), None)

    async def of_server(self, guild: int) -> list[Match]:
        """Return the matches of a server, the newest first."""
        return await self._matches(col(DealRow.kind) == "match", col(DealRow.guild) == guild)

    async def tries(self, match: int, user: int, marks: Collection[str]) -> dict[int, BoardTry]:
        """Return a user's tries at the boards of a match, by deal.

        `marks` of the user: also those whose data was deleted.
        """
        attempt, person, seat = DealTryRow, PersonRow, SeatRow
        columns: tuple[Any, ...] = (
            *(col(attempt.deal_id), col(TableRow.status)),
            *(col(attempt.points), col(seat.points)),
        )
        own_seat = and_(col(seat.table_id) == col(attempt.table_id), col(seat.person_id) == col(attempt.person_id))
        query = (
            select_columns(*columns)
            .join_from(attempt, DealRow, col(DealRow.id) == col(attempt.deal_id))
            .join(person, col(person.id) == col(attempt.person_id))
            .join(TableRow, col(TableRow.id) == col(attempt.table_id), isouter=True)
            .join(seat, own_seat, isouter=True)
            .where(col(DealRow.match_id) == match)
            .where(or_(col(person.user_id) == user, col(attempt.mark).in_(marks)))
        )
        return {
            deal: BoardTry(
                deal, status not in UNDER_WAY, kept_points if status != "over" or kept_points is not None else points
            )
            for deal, status, kept_points, points in await self._query(query)
        }

    async def end(self, number: int, by: tuple[int, str]) -> bool:
        """End an open match now, and the tries at it; False if it is over already. The log of acts says who did it."""
        now = self._clock()
        async with self._begin() as session:
            rows = await end_deals(session, now, col(DealRow.match_id) == number)
            if rows:
                person = (await meet(session, dict([by]), rename=True))[by[0]]
                assert rows[0].guild is not None
                words = f"match {number}"
                session.add(ActRow(guild=rows[0].guild, at=now, act="end_match", person_id=person, words=words))
        return bool(rows)

    async def _matches(self, *where: ColumnElement[bool]) -> list[Match]:
        boards = (
            select_columns(table_of(DealRow), _SECRET.label("match_secret"), _ORGANISER.label("organiser"))
            .join_from(DealRow, MatchRow, col(MatchRow.id) == col(DealRow.match_id))
            .join(PersonRow, col(PersonRow.id) == col(MatchRow.person_id))
            .where(*where)
            .order_by(col(MatchRow.id).desc(), col(DealRow.id))
        )
        rows = await self._query(boards)
        return [_match(list(of_match)) for _, of_match in groupby(rows, key=attrgetter("match_id"))]


def _match(rows: Sequence[Any]) -> Match:
    """Return the match whose boards stand in these rows."""
    first = rows[0]
    boards = [deal_of(row) for row in rows]
    secret = bytes.fromhex(first.match_secret)
    return Match(first.match_id, first.guild, first.channel, first.organiser, boards, secret)
