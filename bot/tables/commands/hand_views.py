"""Each player's last look at their hand, kept with the table.

A player who comes back after a day is told what happened since they were last shown anything (bot/ui/table/recap.py).
"""

from __future__ import annotations

import logging
from typing import Final

from bot.tables.model.automatic_moves import STREAK_AT_HANDOVER
from bot.tables.model.table_state import TableState
from bot.tables.model.turn_state import LastLook
from bot.tables.services.tables import Tables
from data.engine.errors import StoreError
from data.tables.records import Append, TableRecord

log = logging.getLogger(__name__)

AWAY_AFTER_MS: Final = 20 * 3600 * 1000
"""Milliseconds after which a player counts as coming back. It is less than a day, for players who look once a day."""

MIN_RECORD_INTERVAL_MS: Final = 3600 * 1000
"""Milliseconds within which only the first look of a seat is kept; this process knows of all."""

NEVER_LOOKED: Final = LastLook()
"""The last look of a player who has seen nothing yet: the recap has the whole game so far."""


async def record_look(tables: Tables, table: TableState, seat: int, seq: int) -> None:
    """Record that the seat's player saw their hand as of event `seq`; stored at most once an hour."""
    user, now = table.record.seats[seat].user, tables.clock()
    if user is None or table.record.private:
        return
    table.last_looks[user] = LastLook(now, seq)
    saved = _last_look(table.record, seat)
    if table.record.status != "playing" or (saved is not None and saved.at > now - MIN_RECORD_INTERVAL_MS):
        return

    def write(record: TableRecord) -> Append:
        if record.seats[seat].user != user:  # somebody else sits there by then
            return Append(record.id, record.seq)
        looked = {**record.settings.get("last_looks", {}), str(seat): [now, seq]}
        return Append(record.id, record.seq, changes={"settings": {**record.settings, "last_looks": looked}})

    try:
        await tables.update_row(table.id, write)
    except StoreError as error:  # they are told what happened once more: no worse
        log.info("table %s: the look of seat %s is not saved (%s)", table.id, seat, type(error).__name__)


async def last_shown(tables: Tables, table: TableState, seat: int, interaction: int) -> LastLook | None:
    """Return the last look of a seat's player at their hand before this interaction; None if they need no recap.

    Players need no recap within AWAY_AFTER_MS or in the first hand. NEVER_LOOKED means a new player. A move or a call
    for the next hand is a look, too.
    """
    user = table.record.seats[seat].user
    if user is None or table.record.private or table.record.status == "frozen":
        return None
    oldest, look = tables.clock() - AWAY_AFTER_MS, table.last_looks.get(user) or _last_look(table.record, seat)
    if look is not None and look.at > oldest:
        return None
    sat_down = table.auto_move_streak.get(seat, 0) >= STREAK_AT_HANDOVER
    if look is None and table.last_hand is None and not sat_down:
        return None  # it is the first hand, and all of it is told anyway
    try:
        act = await tables.store.lists.last_done(table.id, user, interaction)
    except StoreError as error:
        log.info("table %s: the last look of seat %s cannot be read (%s)", table.id, seat, type(error).__name__)
        return None
    latest = max(
        filter(None, (look, act and LastLook(*act))), key=lambda last_look: last_look.seq, default=NEVER_LOOKED
    )
    return latest if latest.at <= oldest else None


def _last_look(record: TableRecord, seat: int) -> LastLook | None:
    saved = record.settings.get("last_looks", {}).get(str(seat))
    return None if saved is None else LastLook(*saved)
