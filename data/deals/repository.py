"""Stored deals: opened with a secret, closed once, with the results that count."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, NamedTuple

from sqlalchemy import bindparam, delete, exists, update
from sqlalchemy import select as select_columns
from sqlmodel import and_, col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from data.deals.models import DealRow, DealTryRow
from data.deals.records import DAY_MS, GRACE_MS, KEPT_DAYS, MAX_DAY, Deal, DealPlan, NewDeal, TryResult, end_of
from data.deals.streaks import streaks_before, streaks_of
from data.engine.columns import checked, table_of
from data.engine.repository import Repository
from data.engine.statements import insert
from data.people.models import WITHOUT_STATISTICS, BanRow, PersonRow, PreferencesRow
from data.tables.models import SeatRow, TableRow, WorkRow
from data.tables.outbox import enqueue_guild_work
from data.tables.records import LESSONS_GUILD_ID
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
        """The hand of a day in a game; None while nobody has asked for it."""
        return next((deal for deal in await self.hands_of_day(day) if deal.game == game), None)

    async def hands_of_day(self, day: int) -> list[Deal]:
        """The hands of a day, by their games' ids; none of a day that is too far off, as in a forged id."""
        if day > MAX_DAY:
            return []
        query = select(DealRow).where(DealRow.kind == "daily", DealRow.opens == end_of(day - 1))
        return [_deal(row) for row in await self._query(query.order_by(col(DealRow.game)))]

    async def open(self, new: NewDeal) -> Deal:
        """The hand of a day, opened with this secret unless it is open already. Its close is enqueued."""
        async with self._begin() as session:
            await session.exec(insert(table_of(DealRow)).values(_row(new)).on_conflict_do_nothing())
            close = [(LESSONS_GUILD_ID, str(new.closes))]
            await enqueue_guild_work(session, WorkKind.CLOSE_DEALS, new.closes + GRACE_MS, close)
            query = select(DealRow).where(
                DealRow.kind == new.kind, DealRow.game == new.game, DealRow.opens == new.opens
            )
            return _deal((await session.exec(query)).one())

    async def find_try(self, deal: int, mark: str) -> FoundTry | None:
        """The try that a person with this mark has begun at an open deal."""
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
            days = dict[int, list[int]]()
            for row in (await session.exec(query.order_by(col(DealRow.closes)).with_for_update())).all():
                row.update({"closed": now})
                deal = _deal(row)
                days.setdefault(deal.day, []).append(deal.id)
            for day, deals in days.items():
                guilds = await _keep_results(session, deals, day)
                await enqueue_guild_work(
                    session, WorkKind.DAILY_RESULTS, now, [(guild, str(day)) for guild in sorted(guilds)]
                )
            if days:
                await _delete_old(session, until - KEPT_DAYS * DAY_MS, now - KEPT_DAYS * DAY_MS)

    async def results(self, deals: Collection[int], guild: int) -> list[TryResult]:
        """The results of closed deals that a server's ranking shows, in no order.

        Those of erased and banned people, and of people without statistics, are left out.
        """
        attempt, person = DealTryRow, PersonRow
        banned = exists().where(col(BanRow.guild) == guild, col(BanRow.person_id) == col(person.id))
        columns: tuple[Any, ...] = (
            *(col(attempt.deal_id), col(person.user_id), col(person.name)),
            *(col(attempt.points), col(attempt.streak), col(attempt.table_id)),
        )
        query = (
            select_columns(*columns)
            .join_from(attempt, person, col(person.id) == col(attempt.person_id))
            .join(PreferencesRow, col(PreferencesRow.person_id) == col(person.id), isouter=True)
            .where(col(attempt.guild) == guild, col(attempt.deal_id).in_(deals), col(attempt.points).is_not(None))
            .where(col(person.user_id).is_not(None), ~WITHOUT_STATISTICS, ~banned)
        )
        return [TryResult(*row) for row in await self._query(query)]


def _row(new: NewDeal) -> dict[str, Any]:
    """The row of a new deal, checked. Raises StoreError where a field does not fit."""
    plan = new.plan
    row = {"kind": new.kind, "game": new.game, "options": dict(plan.options), "seats": plan.seats, "seat": plan.seat}
    row |= {"dealer": plan.dealer, "secret": new.secret.hex(), "opens": new.opens, "closes": new.closes}
    return checked(DealRow, row, only=frozenset(row))


def _deal(row: DealRow) -> Deal:
    assert row.id is not None
    plan = DealPlan(row.options, row.seats, row.seat, row.dealer)
    secret = bytes.fromhex(row.secret)
    return Deal(row.kind, row.game, plan, row.opens, row.closes, secret, row.id, row.closed)


async def _keep_results(session: AsyncSession, deals: Collection[int], day: int) -> set[int]:
    """Keep what the finished tries at hands of a day brought, and delete the others.

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
    today = await streaks_of(session, day)
    before = await streaks_before(session, day, {done.guild for done in tries})
    for start in range(0, len(tries), TRIES_PER_STATEMENT):
        results = [
            {
                "of_deal": done.deal,
                "of_person": done.person,
                "new_points": done.points,
                "new_streak": today.get(done.key) or before.get(done.key, 0) + 1,
            }
            for done in tries[start : start + TRIES_PER_STATEMENT]
        ]
        await connection.execute(_KEEP_RESULT, results)
    await session.exec(delete(attempt).where(of_deals, col(attempt.points).is_(None)))
    await session.exec(update(attempt).where(of_deals).values(mark=None))
    return {done.guild for done in tries if done.guild is not None}


async def _delete_old(session: AsyncSession, end: int, due: int) -> None:
    """Delete the deals that ended before `end` (ms) with all tries, and the work of messages from before `due` (ms).

    Also parked work goes: its rankings are gone.
    """
    await session.exec(delete(DealRow).where(col(DealRow.closes) < end))
    waiting = col(WorkRow.state).in_((WorkState.DUE, WorkState.RETRACT))
    await session.exec(
        delete(WorkRow).where(col(WorkRow.kind) == WorkKind.DAILY_RESULTS, ~waiting, col(WorkRow.due) < due)
    )
