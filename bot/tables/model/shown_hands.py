"""The hands that partners showed a seat. Hints and stand-ins may use them besides its view."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.model.partner_notes import Slip, for_seat
from bot.tables.model.seat_history import SeatHistory
from bot.tables.model.table_state import TableState
from data.tables.events import EventKind, NoteSecret
from data.tables.records import EventRecord, SeatRecord
from rules.views import ShownHand


def end_of_last_hand(table: TableState) -> int:
    """Return the number of the last event before what belongs to this hand: all since the one before was over."""
    return 0 if table.last_hand is None else table.last_hand.last


def showings_to(table: TableState, seat: int) -> tuple[Slip, ...]:
    """Return the showings in this hand for the then player of a seat."""
    since = end_of_last_hand(table)
    return tuple(slip for slip in table.notes.slips if slip.shown and seat in slip.to and slip.seq > since)


def shown_hands(
    confided: Sequence[EventRecord], seats: Sequence[SeatRecord], seat: int, user: int | None, after: int, before: int
) -> tuple[ShownHand, ...]:
    """Return the hands that a user, or without one the computer player, was shown in `seat` between two events.

    `confided` are the events of `TablesRepository.confidences`. A hand whose cards have been erased since is left out,
    and so is what another computer player in the seat was shown.
    """
    history = SeatHistory.of(seats, confided)
    return tuple(
        ShownHand(event.seat, tuple(event.read_hidden(NoteSecret).get("cards", ())))
        for event in for_seat(confided, seats, seat, user)
        if event.kind == EventKind.SHOW
        and event.seat is not None
        and event.seat != seat
        and event.hidden
        and after < event.seq < before
        and not (user is None and history.has_changed(seat, event.seq, before - 1))
    )
