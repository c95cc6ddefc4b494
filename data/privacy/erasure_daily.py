"""Takes an erased person out of hands of the day: their results go, and rankings are shown anew."""

from __future__ import annotations

from sqlalchemy import delete, tuple_, update
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from data.daily.models import DailyTryRow
from data.tables.models import WorkRow
from data.tables.outbox import enqueue_guild_work
from data.tables.work import WorkKind


async def leave_daily_hands(session: AsyncSession, me: int, now: int) -> None:
    """Delete a person's results. Of a try on an open day the mark stays until the close: there is no second one."""
    attempt, work = DailyTryRow, WorkRow
    told = select(attempt.guild, attempt.day).where(attempt.person_id == me, col(attempt.guild).is_not(None))
    ranked = {(guild, str(day)) for guild, day in await session.exec(told)}
    await session.exec(delete(attempt).where(col(attempt.person_id) == me, col(attempt.mark).is_(None)))
    await session.exec(update(attempt).where(col(attempt.person_id) == me).values(table_id=None))
    if not ranked:
        return
    posted = select(work.guild, work.key).where(
        work.kind == WorkKind.DAILY_RESULTS,
        tuple_(col(work.guild), col(work.key)).in_(ranked),
        col(work.message).is_not(None),
    )
    shown = sorted((await session.exec(posted)).all())
    await enqueue_guild_work(session, WorkKind.DAILY_RESULTS, now, shown)
