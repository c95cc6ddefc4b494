"""The work items of changed club nights."""

from __future__ import annotations

from collections.abc import Iterable

from sqlmodel.ext.asyncio.session import AsyncSession

from data.tables.night_work import ENQUEUE_BOARD, ENQUEUE_RESULTS


async def enqueue_night_work(session: AsyncSession, nights: Iterable[int], now: int) -> None:
    """Enqueue the updates of changed nights' messages, and of the results of those that are over."""
    if changed := [{"night": night, "at": now} for night in nights]:
        for statement in (ENQUEUE_BOARD, ENQUEUE_RESULTS):
            await session.exec(statement, params=changed)
