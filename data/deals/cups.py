"""Stored results of the weekly cup: worked out once at the week's close, from the tries at the hands of its days."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import case, delete, func, null
from sqlalchemy import select as select_columns
from sqlmodel import col, select

from data.deals.models import CupResultRow, DealRow, DealTryRow
from data.deals.records import COMPARED_PEOPLE, CupResult, CupTry, day_of, days_of, end_of, end_of_week
from data.engine.columns import table_of
from data.engine.repository import Repository
from data.engine.statements import insert
from data.people.models import WITHOUT_STATISTICS, GuildRow, PersonRow, PreferencesRow, is_banned
from data.tables.outbox import enqueue_guild_work
from data.tables.work import WorkKind


class CupsRepository(Repository):
    """The weekly cups of all servers. Erased and banned people, and people without statistics, are left out."""

    async def tries(self, week: int) -> list[CupTry]:
        """Return the finished tries at the closed hands of a week, in all servers, in no order.

        Those of people who are banned from their server, or are in none, count for no server.
        """
        attempt, deal, person = DealTryRow, DealRow, PersonRow
        guild = case((is_banned(attempt.guild), null()), else_=col(attempt.guild))
        columns = col(deal.id), col(deal.game), col(deal.opens), col(attempt.person_id), guild, col(attempt.points)
        query = (
            select_columns(*columns)
            .join_from(attempt, deal, col(deal.id) == col(attempt.deal_id))
            .join(person, col(person.id) == col(attempt.person_id))
            .join(PreferencesRow, col(PreferencesRow.person_id) == col(person.id), isouter=True)
            .where(col(deal.kind) == "daily", col(deal.closes) <= end_of_week(week))
            .where(col(deal.closes) > end_of(days_of(week)[0] - 1), col(attempt.points).is_not(None))
            .where(col(person.user_id).is_not(None), ~WITHOUT_STATISTICS)
        )
        rows = await self._query(query)
        return [CupTry(number, game, day_of(opens), *others) for number, game, opens, *others in rows]

    async def results(self, week: int, guild: int | None = None) -> list[CupResult]:
        """Return the results of a week in a server, or in all, in no order."""
        result = CupResultRow
        where = [col(result.week) == week, *([] if guild is None else [col(result.guild) == guild])]
        columns: tuple[Any, ...] = (
            *(col(result.guild), col(result.person_id), col(result.permille), col(result.group_number)),
            col(PersonRow.name),
        )
        return [CupResult(*row) for row in await self._query(_shown(select_columns(*columns)).where(*where))]

    async def servers(self, week: int) -> dict[int, int]:
        """Return the results of a week of the servers in the comparison: the mean of their best people."""
        result, server = CupResultRow, GuildRow
        number = func.row_number().over(partition_by=col(result.guild), order_by=col(result.permille).desc())
        columns: tuple[Any, ...] = col(result.guild), col(result.permille), number.label("number")
        best = _shown(select_columns(*columns)).where(col(result.week) == week).subquery()
        takes_part = col(server.settings)["compares_servers"].as_boolean().is_(True)
        query = (
            select_columns(best.c.guild, func.sum(best.c.permille))
            .join(server, col(server.guild) == best.c.guild)
            .where(takes_part, best.c.number <= COMPARED_PEOPLE)
            .group_by(best.c.guild)
            .having(func.count() == COMPARED_PEOPLE)
        )
        return {guild: round(int(total) / COMPARED_PEOPLE) for guild, total in await self._query(query)}

    async def save(self, week: int, results: Sequence[CupResult]) -> None:
        """Keep the results of a week, and enqueue the message of each server. Does nothing if a week has some."""
        row, erased = CupResultRow, select_columns(col(PersonRow.id)).where(col(PersonRow.user_id).is_(None))
        saved_week = select(row.week).where(row.week == week).limit(1)
        async with self._begin() as session:
            if not results or (await session.exec(saved_week)).first() is not None:
                return
            values = [
                {"week": week, "guild": result.guild, "person_id": result.person, "permille": result.permille}
                | {"group_number": result.group_number}
                for result in results
            ]
            await session.exec(insert(table_of(row)).on_conflict_do_nothing(), params=values)
            # Somebody may have been erased since their tries were read.
            await session.exec(delete(row).where(col(row.week) == week, col(row.person_id).in_(erased)))
            guilds = sorted({result.guild for result in results})
            messages = [(guild, str(week)) for guild in guilds]
            await enqueue_guild_work(session, WorkKind.CUP_RESULTS, self._clock(), messages)


def _shown(query: Any) -> Any:
    """Return a query of results, joined to their people, without those whose result nobody is shown."""
    result, person, preferences = CupResultRow, PersonRow, PreferencesRow
    return (
        query.join_from(result, person, col(person.id) == col(result.person_id))
        .join(preferences, col(preferences.person_id) == col(person.id), isouter=True)
        .where(col(person.user_id).is_not(None), ~WITHOUT_STATISTICS, ~is_banned(result.guild))
    )
