"""Planning a pre-move for one's next turn, and taking it back.

Neither is an event: all players know the log's length, and nobody else may know of a pre-move.
"""

from __future__ import annotations

from typing import Final

from bot.common.errors import Declined, Stale
from bot.tables.commands.play import moved
from bot.tables.model.move_tokens import CURRENT_STATE_TEXT
from bot.tables.model.premoves import of_seat, premove_options, seat_waiting_since_seq, with_premove
from bot.tables.model.seats import NOT_SEATED, TABLE_ENDED
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from data.tables.records import Append
from data.tables.settings import StandingPremove, StoredPremove
from rules.premoves import is_premove_allowed, read_premove, why_never_legal

YOUR_TURN: Final = "It is your turn now. Choose your move below."
NO_PLAN_NOW_TEXT: Final = "You cannot plan a move now."
CHOOSE_ANOTHER_TEXT: Final = "Choose another move."
PREMOVE_GONE_TEXT: Final = f"That move can no longer be planned. {CURRENT_STATE_TEXT}"


async def plan(tables: Tables, table_id: int, user: int, premove: str, since_event: int) -> TableState:
    """Store the text of a pre-move for a user's next turn, in place of an older one. Returns the table after it.

    `since_event` is where their wait began. Raises Stale if they may move or have moved, or it is not allowed now;
    Declined, StoreError.
    """

    def write(table: TableState) -> Append:
        seat = _waiting(table, user, since_event)
        may = premove_options(table, seat)
        if not may.moves:
            raise Stale(NO_PLAN_NOW_TEXT)
        if not is_premove_allowed(read_premove(premove), may):
            raise Stale(PREMOVE_GONE_TEXT)
        if never := why_never_legal(read_premove(premove), may):
            raise Stale(f"{never} {CHOOSE_ANOTHER_TEXT}")
        entry = StandingPremove(premove=premove, since=since_event, left=table.record.seq)
        return _append(table, with_premove(table.record.settings, seat, entry))

    return await tables.update_row_from_state(table_id, write)


async def withdraw(tables: Tables, table_id: int, user: int, since_event: int) -> TableState:
    """Take back the pre-move of a user who waits since this event. Returns the table after it.

    Raises Stale where it stands no longer, Declined where they have no seat, StoreError.
    """

    def write(table: TableState) -> Append:
        seat = _waiting(table, user, since_event)
        stood = of_seat(table, seat)
        if stood is None or stood.end is not None:
            raise Stale("You have no planned move here.")
        return _append(table, with_premove(table.record.settings, seat, None))

    return await tables.update_row_from_state(table_id, write)


def _waiting(table: TableState, user: int, since_event: int) -> int:
    """Return the seat of a player who has waited for their next turn since an event."""
    seat = table.seat_of(user)
    if seat is None:
        raise Declined(NOT_SEATED)
    if table.record.status != "playing" or table.state is None:
        raise Stale(TABLE_ENDED if table.record.is_finished else NO_PLAN_NOW_TEXT)
    if seat_waiting_since_seq(table, seat) != since_event:
        raise Stale(
            f"{moved(table, seat)} {CURRENT_STATE_TEXT}"
            if table.last_move_seq.get(seat, 0) > since_event
            else PREMOVE_GONE_TEXT
        )
    if seat in table.state.to_act:
        raise Stale(YOUR_TURN)
    return seat


def _append(table: TableState, premoves: dict[str, StoredPremove]) -> Append:
    return Append(table.id, table.record.seq, changes={"settings": {**table.record.settings, "premoves": premoves}})
