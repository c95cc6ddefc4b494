"""Stored deals: opened with a secret, closed once, with the results that count."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, bindparam, delete, exists, func, update
from sqlalchemy import select as select_columns
from sqlmodel import and_, col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from data.deals.messages import message_work
from data.deals.models import CupResultRow, DealRow, DealTryRow, MatchRow
from data.deals.records import (
    DAY_MS,
    GRACE_MS,
    KEPT_DAYS,
    MAX_DAY,
    Deal,
    DealOrigin,
    DealPlan,
    NewDeal,
    TryResult,
    day_of,
    end_of,
    end_of_week,
    week_of,
)
from data.deals.streaks import Streaks, streaks_before, streaks_of
from data.engine.columns import checked, table_of
from data.engine.repository import Repository
from data.engine.statements import insert
from data.people.models import WITHOUT_STATISTICS, ActRow, PersonRow, PreferencesRow, is_banned
from data.people.rows import meet
from data.tables.models import SeatRow, TableRow, WorkRow
from data.tables.outbox import enqueue_guild_work, enqueue_work
from data.tables.records import LESSONS_GUILD_ID, UNDER_WAY, NewWork
from data.tables.work import WorkKind, WorkState

TRIES_PER_STATEMENT: Final = 200
"""Results that are kept in one statement: other work of the process goes on between two."""

_TRIES = table_of(DealTryRow)
_KEEP_RESULT = (
    update(_TRIES)
    .where(_TRIES.c.deal_id == bindparam("of_deal"), _TRIES.c.person_id == bindparam("of_person"))
    .values(points=bindparam("new_points"), streak=bindparam("new_streak"))
)


class FoundTry(NamedTuple):
    """A try by its mark: its table, and its person's user, which is negative for erased data (`is_erased`)."""

    table: int | None
    user: int


class FinishedTry(NamedTuple):
    """A finished try: its deal, its person's row, the server it counts for, and its points."""

    deal: int
    person: int
    guild: int | None
    points: int

    @property
    def key(self) -> tuple[int | None, int]:
        """The key of its streak."""
        return self.guild, self.person


class DealsRepository(Repository):
    """The deals of all kinds, and everybody's tries."""

    async def hand_of_day(self, day: int, game: str) -> Deal | None:
        """Return the hand of a day in a game; None while nobody has asked for it."""
        return next((deal for deal in await self.hands_of_day(day) if deal.game == game), None)

    async def hands_of_day(self, day: int) -> list[Deal]:
        """Return the hands of a day, by their games' ids; none of a day that is too far off, as in a forged id."""
        if day > MAX_DAY:
            return []
        deals = await self._deals(col(DealRow.kind) == "daily", col(DealRow.opens) == end_of(day - 1))
        return sorted(deals, key=lambda deal: deal.game)

    async def find(self, number: int) -> Deal | None:
        """Return the deal of that number."""
        return next(iter(await self._deals(col(DealRow.id) == number)), None)

    async def from_hand(self, table: int, hand: int) -> Deal | None:
        """Return the challenge with the cards of a hand (from 0) of a table."""
        return next(iter(await self._deals(col(DealRow.table_id) == table, col(DealRow.hand) == hand)), None)

    async def open_from(self, table: int) -> list[Deal]:
        """Return the open challenges with cards of a table."""
        return await self._deals(col(DealRow.table_id) == table, col(DealRow.closed).is_(None))

    async def open(self, new: NewDeal) -> Deal:
        """Return the hand of a day, opened with this secret unless it is open already.

        Its close and that of its week are enqueued.
        """
        week = week_of(day_of(new.opens))
        async with self._begin() as session:
            same = DealRow.kind == new.kind, DealRow.game == new.game, DealRow.opens == new.opens
            close = [(LESSONS_GUILD_ID, str(week))]
            await enqueue_guild_work(session, WorkKind.CLOSE_WEEK, end_of_week(week) + GRACE_MS, close)
            return await _opened(session, new, *same)

    async def challenge(self, new: NewDeal, marks: Mapping[int, str], limit: int) -> Deal | None:
        """Return a challenge, opened unless one has the cards of the same hand.

        Its message is enqueued. `marks` are of the users who sat at its table: they have no try. None where `limit`
        challenges are open in the server already.
        """
        origin = new.origin
        assert origin is not None
        async with self._begin() as session:
            is_same_hand = DealRow.table_id == origin.table, DealRow.hand == origin.hand
            if (await session.exec(select(DealRow.id).where(*is_same_hand))).first() is None:
                is_open = DealRow.kind == "challenge", DealRow.guild == origin.guild, col(DealRow.closed).is_(None)
                if (await session.exec(select(func.count()).select_from(DealRow).where(*is_open))).one() >= limit:
                    return None
            deal = await _opened(session, new, *is_same_hand)
            if deal.secret == new.secret:
                people = await meet(session, dict.fromkeys(marks, ""))
                for user, mark in marks.items():
                    session.add(DealTryRow(deal_id=deal.id, person_id=people[user], guild=origin.guild, mark=mark))
                await enqueue_guild_work(session, WorkKind.CHALLENGE, self._clock(), [(origin.guild, str(deal.id))])
        return deal

    async def show_finished(self, table: int) -> None:
        """Enqueue the message of the challenge or match of a try, which has just been finished."""
        async with self._begin() as session:
            query = select(DealRow).join(DealTryRow, col(DealTryRow.deal_id) == col(DealRow.id))
            for row in await session.exec(query.where(DealTryRow.table_id == table)):
                await enqueue_messages(session, [row], self._clock())

    async def end(self, number: int, by: tuple[int, str]) -> bool:
        """End an open challenge now, and the tries at it, by a moderator's act; False if it is over already."""
        now = self._clock()
        async with self._begin() as session:
            rows = await end_deals(session, now, col(DealRow.id) == number, DealRow.kind == "challenge")
            for row in rows:
                moderator = (await meet(session, dict([by]), rename=True))[by[0]]
                assert row.guild is not None
                session.add(
                    ActRow(guild=row.guild, at=now, act="end_challenge", person_id=moderator, table_id=row.table_id)
                )
        return bool(rows)

    async def find_try(self, deal: int, mark: str) -> FoundTry | None:
        """Return the try that a person with this mark has begun at an open deal."""
        query = (
            select_columns(col(DealTryRow.table_id), PersonRow.user)
            .join_from(DealTryRow, PersonRow, col(PersonRow.id) == col(DealTryRow.person_id))
            .where(col(DealTryRow.deal_id) == deal, col(DealTryRow.mark) == mark)
        )
        return next((FoundTry(*row) for row in await self._query(query)), None)

    async def close(self, until: int) -> None:
        """Close the deals that end at `until` (ms) or before, the oldest first, since streaks go on from day to day.

        Keeps the results of finished tries, and enqueues telling them. Again it does nothing.
        """
        now = self._clock()
        async with self._begin() as session:
            query = select(DealRow).where(DealRow.closes <= until, col(DealRow.closed).is_(None))
            rows = (await session.exec(query.order_by(col(DealRow.closes)).with_for_update())).all()
            days = dict[int, list[int]]()
            for row in rows:
                row.update({"closed": now})
                if row.kind == "daily":
                    deal = deal_of(row)
                    days.setdefault(deal.day, []).append(deal.id)
            others = [row for row in rows if row.kind != "daily"]
            await _keep_results(session, [deal_of(row).id for row in others], None)
            await enqueue_messages(session, others, now)
            for day, deals in days.items():
                guilds = await _keep_results(session, deals, day)
                await enqueue_guild_work(
                    session, WorkKind.DAILY_RESULTS, now, [(guild, str(day)) for guild in sorted(guilds)]
                )
            if rows:
                await _delete_old(session, until - KEPT_DAYS * DAY_MS, now - KEPT_DAYS * DAY_MS)

    async def results(self, deals: Collection[int], guild: int) -> list[TryResult]:
        """Return the results of closed deals that a server's ranking shows, in no order.

        Those of erased and banned people, and of people without statistics, are left out.
        """
        has_points = col(DealTryRow.points).is_not(None)
        return await self._results(guild, col(DealTryRow.points), col(DealTryRow.deal_id).in_(deals), has_points)

    async def results_so_far(self, deals: Collection[int], guild: int) -> list[TryResult]:
        """Return the results of open deals: as `results`, from the tables of finished tries."""
        attempt, seat = DealTryRow, SeatRow
        over = exists().where(col(TableRow.id) == col(attempt.table_id), col(TableRow.status) == "over")
        points = select_columns(col(seat.points)).where(
            col(seat.table_id) == col(attempt.table_id), col(seat.person_id) == col(attempt.person_id)
        )
        return await self._results(guild, points.scalar_subquery(), col(attempt.deal_id).in_(deals), over)

    async def _results(self, guild: int, points: Any, *where: ColumnElement[bool]) -> list[TryResult]:
        attempt, person = DealTryRow, PersonRow
        columns: tuple[Any, ...] = (
            *(col(attempt.deal_id), col(person.user_id), col(person.name)),
            *(points, col(attempt.streak), col(attempt.table_id)),
        )
        query = (
            select_columns(*columns)
            .join_from(attempt, person, col(person.id) == col(attempt.person_id))
            .join(PreferencesRow, col(PreferencesRow.person_id) == col(person.id), isouter=True)
            .where(col(attempt.guild) == guild, *where)
            .where(col(person.user_id).is_not(None), ~WITHOUT_STATISTICS, ~is_banned(attempt.guild))
        )
        return [TryResult(*row) for row in await self._query(query)]

    async def _deals(self, *where: ColumnElement[bool]) -> list[Deal]:
        return [deal_of(row) for row in await self._query(select(DealRow).where(*where).order_by(col(DealRow.id)))]


def row_of(new: NewDeal) -> dict[str, Any]:
    """Return the row of a new deal, checked. Raises StoreError where a field does not fit."""
    plan = new.plan
    row: dict[str, Any] = {"kind": new.kind, "game": new.game, "options": dict(plan.options)}
    row |= {"seats": plan.seats, "seat": plan.seat, "dealer": plan.dealer}
    row |= {"secret": new.secret.hex(), "opens": new.opens, "closes": new.closes}
    row["packs"] = [list(pack) for pack in new.packs]
    if (origin := new.origin) is not None:
        row |= {"guild": origin.guild, "channel": origin.channel, "table_id": origin.table}
        row |= {"hand": origin.hand, "points": origin.points}
    return checked(DealRow, row, only=frozenset(row))


def deal_of(row: DealRow) -> Deal:
    """Return the deal of a row."""
    assert row.id is not None
    plan = DealPlan(row.options, row.seats, row.seat, row.dealer)
    origin = None
    if row.guild is not None and row.channel is not None and row.hand is not None and row.points is not None:
        origin = DealOrigin(row.guild, row.channel, row.table_id, row.hand, row.points)
    terms = row.kind, row.game, plan, row.opens, row.closes, bytes.fromhex(row.secret), row.packs, origin
    return Deal(*terms, id=row.id, closed=row.closed, match=row.match_id)


async def _opened(session: AsyncSession, new: NewDeal, *same: ColumnElement[bool] | bool) -> Deal:
    """Return the deal that fits `same`: this one, whose close is enqueued, unless there is one already."""
    await session.exec(insert(table_of(DealRow)).values(row_of(new)).on_conflict_do_nothing())
    await enqueue_close(session, new.closes, new.closes + GRACE_MS)
    return deal_of((await session.exec(select(DealRow).where(*same))).one())


async def end_deals(session: AsyncSession, now: int, *which: ColumnElement[bool] | bool) -> list[DealRow]:
    """End open deals now, and the tries at them. Returns those that it has ended."""
    rows = (await session.exec(select(DealRow).where(*which, DealRow.closes > now).with_for_update())).all()
    if not rows:
        return []
    for row in rows:
        row.update({"closes": now})
    await enqueue_close(session, now, now)
    tries = select(DealTryRow.table_id).join(TableRow, col(TableRow.id) == col(DealTryRow.table_id))
    tries = tries.where(col(DealTryRow.deal_id).in_([row.id for row in rows]), col(TableRow.status).in_(UNDER_WAY))
    expire = NewWork(WorkKind.EXPIRE, due=now)
    await enqueue_work(session, [(table, expire) for table in await session.exec(tries) if table is not None])
    return list(rows)


async def enqueue_close(session: AsyncSession, closes: int, due: int) -> None:
    """Enqueue the close of the deals that end at `closes` (ms)."""
    await enqueue_guild_work(session, WorkKind.CLOSE_DEALS, due, [(LESSONS_GUILD_ID, str(closes))])


async def enqueue_messages(session: AsyncSession, rows: Iterable[DealRow], now: int) -> None:
    """Enqueue the messages of challenges and matches with these deals."""
    for guild, kind, key in sorted({(row.guild or 0, *message_work(row)) for row in rows}):
        await enqueue_guild_work(session, kind, now, [(guild, key)])


async def _keep_results(session: AsyncSession, deals: Collection[int], day: int | None) -> set[int]:
    """Keep what the finished tries at hands of a day brought, and delete the others; None for other deals.

    Returns the servers they count for.
    """
    attempt, seat, person = DealTryRow, SeatRow, PersonRow
    of_deals = col(attempt.deal_id).in_(deals)
    finished = (
        select_columns(col(attempt.deal_id), col(attempt.person_id), col(attempt.guild), col(seat.points))
        .join_from(attempt, TableRow, and_(col(TableRow.id) == col(attempt.table_id), col(TableRow.status) == "over"))
        .join(seat, and_(col(seat.table_id) == col(attempt.table_id), col(seat.person_id) == col(attempt.person_id)))
        .join(person, col(person.id) == col(attempt.person_id))
        .where(of_deals, col(person.user_id).is_not(None))
    )
    connection = await session.connection()
    tries = [FinishedTry(*row) for row in await connection.execute(finished)]
    today: Streaks = {}
    before: Streaks = {}
    if day is not None:
        today = await streaks_of(session, day)
        before = await streaks_before(session, day, {attempt_done.guild for attempt_done in tries})
    for start in range(0, len(tries), TRIES_PER_STATEMENT):
        results = [
            {
                "of_deal": attempt_done.deal,
                "of_person": attempt_done.person,
                "new_points": attempt_done.points,
                "new_streak": None
                if day is None
                else today.get(attempt_done.key) or before.get(attempt_done.key, 0) + 1,
            }
            for attempt_done in tries[start : start + TRIES_PER_STATEMENT]
        ]
        await connection.execute(_KEEP_RESULT, results)
    await session.exec(delete(attempt).where(of_deals, col(attempt.points).is_(None)))
    await session.exec(update(attempt).where(of_deals).values(mark=None))
    return {attempt_done.guild for attempt_done in tries if attempt_done.guild is not None}


async def _delete_old(session: AsyncSession, end: int, due: int) -> None:
    """Delete the deals and weeks that ended before `end` (ms) with all results.

    Delete the work of messages from before `due` (ms), too, also parked work: its rankings are gone.
    """
    await session.exec(delete(DealRow).where(col(DealRow.closes) < end))
    await session.exec(delete(CupResultRow).where(col(CupResultRow.week) < week_of(day_of(end - 1))))
    await session.exec(delete(MatchRow).where(~exists().where(col(DealRow.match_id) == col(MatchRow.id))))
    waiting = col(WorkRow.state).in_((WorkState.DUE, WorkState.RETRACT))
    shows_results = col(WorkRow.kind).in_(
        (WorkKind.DAILY_RESULTS, WorkKind.CUP_RESULTS, WorkKind.CHALLENGE, WorkKind.MATCH)
    )
    await session.exec(delete(WorkRow).where(shows_results, ~waiting, col(WorkRow.due) < due))
