"""Work of leagues that transactions give rise to."""

from __future__ import annotations

from collections.abc import Iterable

from sqlmodel.ext.asyncio.session import AsyncSession

from data.tables.outbox import enqueue_guild_work
from data.tables.work import WorkKind


async def enqueue_league_work(session: AsyncSession, leagues: Iterable[tuple[int, int]], now: int) -> None:
    """Enqueue what shows leagues that have changed, and what is to be done in them next, by server and number."""
    keys = [(guild, str(league)) for guild, league in leagues]
    for kind in (WorkKind.LEAGUE_BOARD, WorkKind.LEAGUE_CALENDAR):
        await enqueue_guild_work(session, kind, now, keys)
