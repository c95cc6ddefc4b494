"""Takes an erased person out of leagues: entries go, places in groups become nameless, messages are shown anew."""

from __future__ import annotations

from sqlalchemy import delete, update
from sqlmodel import col, or_, select
from sqlmodel.ext.asyncio.session import AsyncSession

from data.leagues.models import LeagueActRow, LeagueEntrantRow, LeagueRow
from data.leagues.outbox import enqueue_league_work


async def leave_leagues(session: AsyncSession, me: int, now: int) -> None:
    """Delete a person's entries without a place, and the reasons by them and about them.

    Who has a place keeps it without a name; the league's calendar gives it to somebody else.
    """
    league, entrant, act = LeagueRow, LeagueEntrantRow, LeagueActRow
    await session.exec(update(act).where(or_(act.person_id == me, act.whom_id == me)).values(words=""))
    theirs = or_(league.person_id == me, col(league.id).in_(select(entrant.league_id).where(entrant.person_id == me)))
    changed = list[tuple[int, int]]()
    for row in await session.exec(select(league).where(theirs).order_by(col(league.id)).with_for_update()):
        assert row.id is not None
        row.update({"seq": row.seq + 1})
        changed.append((row.guild, row.id))
    await session.exec(delete(entrant).where(col(entrant.person_id) == me, col(entrant.place).is_(None)))
    await enqueue_league_work(session, changed, now)
