"""Whether the player in a seat is late or asleep: votes on the seat depend on it."""

from __future__ import annotations

from typing import Final

from bot.people.quiet_hours import night_end
from bot.tables.model.clock_terms import stand_in_seats, terms_of, times_late
from bot.tables.model.clock_work import ElapsedTime
from bot.tables.model.seat_questions import Absence
from bot.tables.model.table_state import TableState
from data.store import Store

ABSENT_AFTER_MS: Final = 24 * 3600 * 1000
"""Milliseconds without a move after which a seat that is awaited can be given away, at a table without a clock."""


async def is_overdue(table: TableState, seat: int, now: int, elapsed_ms: ElapsedTime) -> bool:
    """Whether a seat is overdue: awaited for too long, or timed out since its last move. Raises StoreError."""
    settings = table.record.settings
    if settings.get("paused") is not None:
        return False
    if seat in stand_in_seats(settings) or times_late(settings, seat):
        return True
    awaited = table.state is not None and seat in table.state.awaited and seat in table.timers
    return awaited and terms_of(settings) is None and await elapsed_ms(table, seat, now) >= ABSENT_AFTER_MS


async def read_absence(table: TableState, seat: int, now: int, elapsed_ms: ElapsedTime, store: Store) -> Absence:
    """Read the facts on which a vote on a seat depends. Raises StoreError."""
    decision = table.decisions.get(seat)  # before anything is read: it may have been made by then
    user = table.record.seats[seat].user if 0 <= seat < len(table.record.seats) else None
    overdue = await is_overdue(table, seat, now, elapsed_ms)
    until = None if user is None else night_end(await store.preferences.of(user), now)
    return Absence(user, decision, overdue, until)
