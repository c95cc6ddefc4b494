"""Deadlines after a change of a clock's standstills: an absence begins or ends, or a player's night changes."""

from __future__ import annotations

import logging
from typing import Final

from bot.common.errors import UnknownTable
from bot.tables.model.follow_up_work import DEBOUNCE_MS, NO_MENTIONS_SETTING
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from data.engine.errors import StoreError
from data.tables.records import MENTIONS_KEY, Append, NewWork, TableRecord
from data.tables.work import AwayPayload, WorkKind

log = logging.getLogger(__name__)

RETURN_KEY_PREFIX: Final = "back:"
"""The key prefix of work that redraws a board when an absence ends."""


async def retime_tables_of(tables: Tables, user: int, until: int | None = None) -> None:
    """Recheck deadlines and redraw boards of a user's tables, now and at `until`.

    `until` is the end of the absence; None if that is unchanged. The setting that it follows is stored: errors are
    logged, and those of one table hold up no other.
    """
    try:
        await _digest_now(tables, user)
        tables_of_user = await tables.find_all(record.id for record in await tables.store.tables.of_user(user))
    except StoreError as error:
        log.warning("user %s: the deadlines of their tables are not rechecked (%s)", user, error)
        return
    for table in tables_of_user:
        try:
            await _retime(tables, table, user, until)
        except (StoreError, UnknownTable) as error:
            log.warning("table %s: its deadlines are not rechecked (%s)", table.id, error)


async def _retime(tables: Tables, table: TableState, user: int, until: int | None) -> None:
    """Recheck the deadlines of one of a user's tables. Raises UnknownTable, StoreError."""

    def write_corrections(record: TableRecord) -> Append:
        work = list[NewWork]()
        if record.status == "playing":
            work.append(NewWork(WorkKind.CORRECT_TIMES, due=tables.clock() + DEBOUNCE_MS))
        if until is not None:  # a lobby may have begun by then
            seats = [player.seat for player in record.seats if player.user == user]
            work += [
                NewWork(WorkKind.CHECK_BOARD, f"{RETURN_KEY_PREFIX}{seat}", payload=AwayPayload(until=until), due=until)
                for seat in seats
            ]
        return Append(record.id, record.seq, work=tuple(work))

    await tables.update_row(table.id, write_corrections)
    if table.record.status == "playing":
        await _call_again(tables, table, user)
        await recheck_deadlines(tables, table.id)


async def _call_again(tables: Tables, table: TableState, user: int) -> None:
    """Bring a deferred turn ping forward to the time it would have had without the rest, or to now."""
    wait, seat = table.record.settings.get("mention"), table.seat_of(user)
    decision = None if seat is None else table.decisions.get(seat)
    if decision is None or wait == NO_MENTIONS_SETTING:
        return
    for event in await tables.store.tables.log(table.id, decision - 1, 1):  # none if the table was just deleted
        due = max(event.at + tables.delays.until_ping(table.record.settings), tables.clock())
        await tables.store.clocks.bring_forward(table.id, WorkKind.PING, f"{seat}:{decision}", due)


async def _digest_now(tables: Tables, user: int) -> None:
    """Let the scheduler look at a user's digest now: they may be back."""
    for row in await tables.store.notices.digests(user):
        await tables.store.clocks.bring_forward(row.table, WorkKind.POST_DIGEST, row.key, tables.clock())
        tables.on_work_due.emit(tables.clock())


async def enqueue_time_corrections(tables: Tables, table_id: int) -> None:
    """Let the mentions and reminders of a table tell anew until when there is time. Raises StoreError."""

    def write_corrections(record: TableRecord) -> Append:
        return Append(record.id, record.seq, work=(NewWork(WorkKind.CORRECT_TIMES, MENTIONS_KEY, due=tables.clock()),))

    await tables.update_row(table_id, write_corrections)
    tables.on_work_due.emit(tables.clock())


async def recheck_deadlines(tables: Tables, table_id: int) -> None:
    """Let the clocks and reminders of a table be looked at again. Raises StoreError."""
    await tables.store.clocks.recheck(table_id, (WorkKind.EXPIRE_CLOCK, WorkKind.REMIND))
    tables.on_work_due.emit(tables.clock())
