"""Work of club nights that transactions give rise to."""

from __future__ import annotations

from sqlmodel.ext.asyncio.session import AsyncSession

from data.tables.night_work import ENQUEUE_BOARD, ENQUEUE_RESULTS


async def enqueue_night_work(session: AsyncSession, night: int, now: int) -> None:
    """Enqueue what shows a night that has changed: its message, and its results if it is over."""
    for statement in (ENQUEUE_BOARD, ENQUEUE_RESULTS):
        await session.exec(statement, params={"night": night, "at": now})
