"""Takes an erased person out of deals: their results go, and rankings are shown anew."""

from __future__ import annotations

from sqlalchemy import delete, tuple_, update
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from data.deals.messages import message_work
from data.deals.models import CupResultRow, DealRow, DealTryRow, MatchRow
from data.tables.models import WorkRow
from data.tables.outbox import enqueue_guild_work
from data.tables.work import WorkKind


async def leave_deals(session: AsyncSession, me: int, now: int) -> None:
    """Delete a person's results. Of a try at an open deal the mark stays until the close: there is no second one.

    Matches that they organise go on.
    """
    attempt, work = DealTryRow, WorkRow
    is_told = (
        select(attempt.guild, DealRow)
        .join(DealRow, col(DealRow.id) == col(attempt.deal_id))
        .where(attempt.person_id == me, col(attempt.guild).is_not(None))
    )
    run = select(DealRow.guild, DealRow).join(MatchRow, col(MatchRow.id) == col(DealRow.match_id))
    run = run.where(MatchRow.person_id == me)
    ranked = {(guild, *message_work(deal)) for query in (is_told, run) for guild, deal in await session.exec(query)}
    cup = CupResultRow
    deletion = delete(cup).where(col(cup.person_id) == me).returning(col(cup.guild), col(cup.week))
    ranked |= {(guild, WorkKind.CUP_RESULTS, str(week)) for guild, week in await session.exec(deletion)}
    await session.exec(delete(attempt).where(col(attempt.person_id) == me, col(attempt.mark).is_(None)))
    await session.exec(update(attempt).where(col(attempt.person_id) == me).values(table_id=None))
    if not ranked:
        return
    message = tuple_(col(work.guild), col(work.kind), col(work.key))
    posted = select(work.guild, work.kind, work.key).where(message.in_(ranked), col(work.message).is_not(None))
    for guild, kind, key in sorted((await session.exec(posted)).all()):
        await enqueue_guild_work(session, WorkKind(kind), now, [(guild, key)])
