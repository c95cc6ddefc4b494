"""Work of pads that transactions give rise to."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from sqlalchemy import ColumnElement, update
from sqlmodel.ext.asyncio.session import AsyncSession

from data.pads.statements import ENQUEUE
from data.tables.models import WorkRow
from data.tables.night_work import ENQUEUE_BOARDS_OF_PAD
from data.tables.work import WorkKind, WorkState

PAD_WORK: Final = (WorkKind.RECORD_PAD, WorkKind.PAD_BOARD)
"""The work that brings a pad's results and its board up to date."""

RECORD_DELAY_MS: Final = 500
"""Milliseconds until a pad's results are recorded: answers go first, and several changes are recorded at once."""


async def enqueue_pad_work(session: AsyncSession, pads: Collection[int], kinds: Iterable[WorkKind], now: int) -> None:
    """Enqueue work of pads, in the transaction that gives rise to it."""
    for kind in kinds if pads else ():
        due = now + RECORD_DELAY_MS if kind == WorkKind.RECORD_PAD else now
        await session.exec(ENQUEUE[kind], params=[{"pad": pad, "of_key": "", "at": due} for pad in pads])


async def enqueue_pad_posts(session: AsyncSession, pad: int, kind: WorkKind, keys: Iterable[int], now: int) -> None:
    """Enqueue the messages of a kind that stand for these changes of a pad."""
    if params := [{"pad": pad, "of_key": str(key), "at": now} for key in keys]:
        await session.exec(ENQUEUE[kind], params=params)


async def enqueue_again(session: AsyncSession, now: int, *which: ColumnElement[bool]) -> None:
    """Let work items be done once more."""
    again = {"state": WorkState.DUE, "seq": WorkRow.seq + 1, "due": now, "tries": 0}
    await session.exec(update(WorkRow).where(*which).values(again))


async def enqueue_boards_of_pad(session: AsyncSession, pad: int, now: int) -> None:
    """Enqueue the messages of the club nights that may show a pad."""
    await session.exec(ENQUEUE_BOARDS_OF_PAD, params={"number": pad, "at": now})
