"""Work of club nights that transactions give rise to."""

from __future__ import annotations

from collections.abc import Iterable

from sqlmodel.ext.asyncio.session import AsyncSession

from data.tables.night_work import ENQUEUE_BOARD, ENQUEUE_RESULTS


async def enqueue_night_work(session: AsyncSession, nights: Iterable[int], now: int) -> None:
    """Enqueue what shows nights that have changed: their messages, and the results of those that are over."""
    if changed := [{"night": night, "at": now} for night in nights]:
        for statement in (ENQUEUE_BOARD, ENQUEUE_RESULTS):
            await session.exec(statement, params=changed)
