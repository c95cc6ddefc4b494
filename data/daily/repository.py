"""Stored hands of the day: opened with a fresh secret, closed once, with the results that count."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, NamedTuple

from sqlalchemy import bindparam, delete, exists, update
from sqlalchemy import select as select_columns
from sqlmodel import and_, col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from data.daily.models import DailyHandRow, DailyTryRow
from data.daily.records import DAY_MS, GRACE_MS, KEPT_DAYS, DailyHand, DailyResult, end_of
from data.daily.streaks import streaks_before, streaks_of
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

_TRIES = table_of(DailyTryRow)
_KEEP_RESULT = (
    update(_TRIES)
    .where(_TRIES.c.day == bindparam("of_day"), _TRIES.c.game == bindparam("of_game"))
    .where(_TRIES.c.person_id == bindparam("of_person"))
    .values(points=bindparam("new_points"), streak=bindparam("new_streak"))
)


class FoundTry(NamedTuple):
    """A try by its mark: its table, and its person's user, which is negative for erased data (`is_erased`)."""

    table: int | None
    user: int


class FinishedTry(NamedTuple):
    """A finished try of a day: its person's row, the server it counts for, and its points."""

    game: str
    person: int
    guild: int | None
    points: int

    @property
    def key(self) -> tuple[int | None, int]:
        """The key of its streak."""
        return self.guild, self.person


class DailyRepository(Repository):
    """The hands of the day in all games, and everybody's tries."""

    async def hand(self, day: int, game: str) -> DailyHand | None:
        """The hand of a day in a game; None while nobody has asked for it."""
        return next((hand for hand in await self.hands(day) if hand.game == game), None)

    async def hands(self, day: int) -> list[DailyHand]:
        """The hands of a day, by their games' ids."""
        query = select(DailyHandRow).where(DailyHandRow.day == day).order_by(col(DailyHandRow.game))
        return [DailyHand(row.day, row.game, bytes.fromhex(row.secret), row.closed) for row in await self._query(query)]

    async def open(self, day: int, game: str, secret: bytes) -> DailyHand:
        """The hand of a day in a game, with this secret unless it has one. Its close is enqueued."""
        row = checked(DailyHandRow, {"day": day, "game": game, "secret": secret.hex(), "closed": None})
        async with self._begin() as session:
            await session.exec(insert(table_of(DailyHandRow)).values(row).on_conflict_do_nothing())
            await enqueue_guild_work(
                session, WorkKind.CLOSE_DAY, end_of(day) + GRACE_MS, [(LESSONS_GUILD_ID, str(day))]
            )
            kept = await session.get(DailyHandRow, (day, game))
        assert kept is not None
        return DailyHand(day, game, bytes.fromhex(kept.secret), kept.closed)

    async def find_try(self, day: int, game: str, mark: str) -> FoundTry | None:
        """The try that a person with this mark has begun on an open day."""
        query = (
            select_columns(col(DailyTryRow.table_id), PersonRow.user)
            .join_from(DailyTryRow, PersonRow, col(PersonRow.id) == col(DailyTryRow.person_id))
            .where(col(DailyTryRow.day) == day, col(DailyTryRow.game) == game, col(DailyTryRow.mark) == mark)
        )
        return next((FoundTry(*row) for row in await self._query(query)), None)

    async def close(self, day: int) -> None:
        """Close a day, and before it all earlier ones that are open, since streaks go on from day to day.

        Keeps the results of finished tries, and enqueues telling them. Again it does nothing.
        """
        now = self._clock()
        async with self._begin() as session:
            query = select(DailyHandRow).where(DailyHandRow.day <= day, col(DailyHandRow.closed).is_(None))
            games = dict[int, list[str]]()
            for hand in (await session.exec(query.order_by(col(DailyHandRow.day)).with_for_update())).all():
                hand.update({"closed": now})
                games.setdefault(hand.day, []).append(hand.game)
            for one, played in games.items():
                guilds = await _keep_results(session, one, played)
                await enqueue_guild_work(
                    session, WorkKind.DAILY_RESULTS, now, [(guild, str(one)) for guild in sorted(guilds)]
                )
            if games:
                await _delete_old(session, day - KEPT_DAYS, now - KEPT_DAYS * DAY_MS)

    async def results(self, day: int, guild: int) -> list[DailyResult]:
        """The results of a closed day that a server's ranking shows, in no order.

        Those of erased and banned people, and of people without statistics, are left out.
        """
        attempt, person = DailyTryRow, PersonRow
        banned = exists().where(col(BanRow.guild) == guild, col(BanRow.person_id) == col(person.id))
        user: Any = col(person.user_id)
        table: Any = col(attempt.table_id)
        columns: tuple[Any, ...] = (
            *(col(attempt.game), user.label("user"), col(person.name)),
            *(col(attempt.points), col(attempt.streak), table.label("table")),
        )
        query = (
            select_columns(*columns)
            .join_from(attempt, person, col(person.id) == col(attempt.person_id))
            .join(PreferencesRow, col(PreferencesRow.person_id) == col(person.id), isouter=True)
            .where(col(attempt.guild) == guild, col(attempt.day) == day, col(attempt.streak).is_not(None))
            .where(col(person.user_id).is_not(None), ~WITHOUT_STATISTICS, ~banned)
        )
        return [DailyResult(**row._asdict()) for row in await self._query(query)]


async def _keep_results(session: AsyncSession, day: int, games: Collection[str]) -> set[int]:
    """Keep what the finished tries of a day brought, and delete the others. Returns the servers they count for."""
    attempt, seat, person = DailyTryRow, SeatRow, PersonRow
    of_day = col(attempt.day) == day, col(attempt.game).in_(games)
    finished = (
        select_columns(col(attempt.game), col(attempt.person_id), col(attempt.guild), col(seat.points))
        .join_from(attempt, TableRow, and_(col(TableRow.id) == col(attempt.table_id), col(TableRow.status) == "over"))
        .join(seat, and_(col(seat.table_id) == col(attempt.table_id), col(seat.person_id) == col(attempt.person_id)))
        .join(person, col(person.id) == col(attempt.person_id))
        .where(*of_day, col(person.user_id).is_not(None))
    )
    connection = await session.connection()
    tries = [FinishedTry(*row) for row in await connection.execute(finished)]
    today = await streaks_of(session, day)
    before = await streaks_before(session, day, {done.guild for done in tries})
    for start in range(0, len(tries), TRIES_PER_STATEMENT):
        results = [
            {
                "of_day": day,
                "of_game": done.game,
                "of_person": done.person,
                "new_points": done.points,
                "new_streak": today.get(done.key) or before.get(done.key, 0) + 1,
            }
            for done in tries[start : start + TRIES_PER_STATEMENT]
        ]
        await connection.execute(_KEEP_RESULT, results)
    await session.exec(delete(attempt).where(*of_day, col(attempt.streak).is_(None)))
    await session.exec(update(attempt).where(*of_day).values(mark=None))
    return {done.guild for done in tries if done.guild is not None}


async def _delete_old(session: AsyncSession, day: int, due: int) -> None:
    """Delete the results and secrets of the days before `day`, and the work of their messages from before `due` (ms).

    Also parked work goes: its rankings are gone.
    """
    for row in (DailyTryRow, DailyHandRow):
        await session.exec(delete(row).where(col(row.day) < day))
    waiting = col(WorkRow.state).in_((WorkState.DUE, WorkState.RETRACT))
    await session.exec(
        delete(WorkRow).where(col(WorkRow.kind) == WorkKind.DAILY_RESULTS, ~waiting, col(WorkRow.due) < due)
    )
