"""Streaks: the days in a row on which a person finished a hand of the day in a server.

A day on which the bot was away breaks none. The runs in the database show that; all processes note them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TypeAlias

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from data.deals.models import DealRow, DealTryRow
from data.deals.records import KEPT_DAYS, MAX_AWAY_MS, end_of
from data.tables.models import RunRow
from data.tables.records import LESSONS_GUILD_ID
from data.tables.shard_rows import table_shard

Streaks: TypeAlias = dict[tuple[int | None, int], int]
"""The streak of each person in each server, by the server (None is no server) and the person's row."""


async def streaks_of(session: AsyncSession, day: int) -> Streaks:
    """Return the streaks that a closed day has given."""
    attempt = DealTryRow
    rows = select(attempt.guild, attempt.person_id, attempt.streak).join(
        DealRow, col(DealRow.id) == col(attempt.deal_id)
    )
    rows = rows.where(DealRow.kind == "daily", DealRow.opens == end_of(day - 1))
    return {(guild, who): streak for guild, who, streak in await session.exec(rows) if streak is not None}


async def streaks_before(session: AsyncSession, day: int, guilds: Collection[int | None]) -> Streaks:
    """Return the streaks in these servers that a day continues.

    These are yesterday's, or older ones if the bot was away since.
    """
    first = day - KEPT_DAYS
    runs = (await session.exec(select(RunRow).where(col(RunRow.last) >= end_of(first - 1)))).all()
    open_guilds: set[int | None] = set(guilds)
    streaks: Streaks = {}
    for earlier in range(day - 1, first - 1, -1):
        for key, streak in (await streaks_of(session, earlier)).items():
            if key[0] in open_guilds:
                streaks.setdefault(key, streak)
        open_guilds = {guild for guild in open_guilds if was_away(runs, earlier, guild)}
        if not open_guilds:
            break
    return streaks


def was_away(runs: Iterable[RunRow], day: int, guild: int | None) -> bool:
    """Whether the bot was away from a server for more than `MAX_AWAY_MS` of a day, by the runs of its shards.

    None is no server: direct messages come to the first shard.
    """
    server = LESSONS_GUILD_ID if guild is None else guild
    until, end = end_of(day - 1), end_of(day)
    away = 0
    own = ((run.began, run.last) for run in runs if table_shard(server, 0, run.shard_count) == run.shard)
    for began, last in sorted(own):
        away += max(0, min(began, end) - until)
        until = max(until, last)
    return away + max(0, end - until) > MAX_AWAY_MS
