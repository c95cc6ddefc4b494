"""Takes an erased person out of tables and club nights: seats are given up, messages are shown anew."""

from __future__ import annotations

from typing import Final

from sqlalchemy import exists
from sqlmodel import and_, col, func, or_, select
from sqlmodel.ext.asyncio.session import AsyncSession

from data.nights.models import NightPartRow, NightRow
from data.nights.records import MAX_NIGHT_MS
from data.pads.models import PadRow
from data.privacy.erasure_pads import pads_of
from data.tables.events import EventKind
from data.tables.models import EventRow, SeatRow, TableRow, WorkRow
from data.tables.outbox import enqueue_work
from data.tables.records import LESSONS_GUILD_ID, LIVE, NewWork
from data.tables.work import DeletePayload, ErasedSeatPayload, WorkKind

RECENT_MS: Final = 30 * 24 * 3600 * 1000
"""How long after a table's end an erasure still edits its board in the channel, to take the person's name off it."""

MAX_SHOWN_TABLES: Final = 200
"""The most boards of ended tables that one erasure edits, the newest first: each is a request to Discord."""


async def leave_tables(session: AsyncSession, me: int, now: int) -> None:
    """Move live tables on, and enqueue giving up seats there. Show boards of recent tables anew."""
    await _leave_live_tables(session, me, now)
    await _show_recent_tables(session, me, now)


async def _leave_live_tables(session: AsyncSession, me: int, now: int) -> None:
    """Add an event to each live table of theirs, so that nobody writes from an older state."""
    table, event, seat = TableRow, EventRow, SeatRow
    theirs = or_(
        col(table.id).in_(select(event.table_id).where(event.person_id == me)),
        col(table.id).in_(select(seat.table_id).where(seat.person_id == me)),
        table.host_id == me,
    )
    query = select(table).where(col(table.status).in_(LIVE), theirs).order_by(col(table.id)).with_for_update()
    new_work: list[tuple[int, NewWork]] = []
    for row in (await session.exec(query)).all():
        assert row.id is not None
        seq = row.seq + 1
        row.update({"seq": seq, "rev": row.rev + 1})
        session.add(EventRow(table_id=row.id, seq=seq, kind=EventKind.ERASE, public={}, person_id=me, at=now))
        new_work.append((row.id, _free_seat(me, seq, now)))
        if row.guild != LESSONS_GUILD_ID:
            new_work.append((row.id, NewWork(WorkKind.ANNOUNCE, "passed", seq, {}, now)))
            new_work.append((row.id, NewWork(WorkKind.REFRESH, "", seq, {}, now)))
    await enqueue_work(session, new_work)


async def _show_recent_tables(session: AsyncSession, me: int, now: int) -> None:
    """Enqueue new boards, thread names and thread posts of finished tables, without the erased name."""
    table = TableRow
    seated = col(table.id).in_(select(SeatRow.table_id).where(SeatRow.person_id == me))
    is_shown = col(table.status).not_in(LIVE), col(table.message).is_not(None), table.shown_seq >= table.seq
    query = select(table).where(seated, *is_shown, table.updated > now - RECENT_MS).order_by(col(table.id).desc())
    new_work: list[tuple[int, NewWork]] = []
    for row in (await session.exec(query.limit(MAX_SHOWN_TABLES).with_for_update())).all():
        assert row.id is not None
        row.update({"shown_seq": row.seq - 1, "rev": row.rev + 1})
        new_work.append((row.id, NewWork(WorkKind.REFRESH, "", row.seq, {}, now)))
        home = row.settings.get("parent_channel") or row.channel
        if row.thread is not None:
            new_work.append((row.id, _free_seat(me, row.seq, now)))
        within = row.thread or row.channel  # a rematch has no other thread than its channel
        if within != home:  # the post from which it was made has the number of the thread
            post = DeletePayload(channel=home, message=within, becomes_pointer=True)
            new_work.append((row.id, NewWork(WorkKind.DELETE_BOARD, f"{within:x}", 0, post, now)))
    await enqueue_work(session, new_work)


def _free_seat(me: int, seq: int, now: int) -> NewWork:
    return NewWork(WorkKind.FREE_ERASED_SEAT, str(me), seq, ErasedSeatPayload(user=-me), now)


async def change_nights(session: AsyncSession, me: int) -> list[int]:
    """Move on the posted club nights that they have begun, ended or deleted, or that had a table or pad of theirs.

    Returns these nights.
    """
    night, table, pad, part = NightRow, TableRow, PadRow, NightPartRow
    seated, pads = select(SeatRow.table_id).where(SeatRow.person_id == me), pads_of(me)
    over = func.coalesce(night.ended, col(night.began) + MAX_NIGHT_MS)
    theirs = or_(
        night.person_id == me,
        night.ender_id == me,
        night.deleter_id == me,
        exists().where(
            col(table.guild) == night.guild, col(table.id).in_(seated), col(table.created).between(night.began, over)
        ),
        exists().where(
            col(pad.guild) == night.guild, col(pad.id).in_(pads), col(pad.created).between(night.began, over)
        ),
        exists().where(
            col(part.night_id) == night.id,
            or_(
                and_(part.source == "table", col(part.number).in_(seated)),
                and_(part.source == "pad", col(part.number).in_(pads)),
            ),
        ),
    )
    work = WorkRow
    results = exists().where(
        col(work.night_id) == night.id, col(work.kind) == WorkKind.NIGHT_RESULTS, col(work.message).is_not(None)
    )
    posted = or_(col(night.message).is_not(None), results)
    changed: list[int] = []
    for row in await session.exec(select(night).where(theirs, posted).order_by(col(night.id)).with_for_update()):
        assert row.id is not None
        row.update({"seq": row.seq + 1})
        changed.append(row.id)
    return changed
