"""Pre-moves for a player's next turn, in the table's settings (`premoves`): only that player sees them.

The step that lets the seat decide, or ends the hand, settles its pre-move. The outcome stays until the player has seen
it and has moved.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import NamedTuple, Unpack

from bot.common.errors import redact
from bot.tables.model.automatic_moves import PREMOVE_SECRET
from bot.tables.model.clock_terms import stand_in_seats
from bot.tables.model.step import Step
from bot.tables.model.table_state import TableState
from bot.tables.model.votes import mark_present
from data.people.records import is_erased
from data.tables.events import PLAYED, EventKind, TakeBackPayload
from data.tables.records import SeatRecord
from data.tables.settings import PremoveDetails, PremoveEnd, StandingPremove, StoredPremove, TableSettings
from rules.contract import Refusal, State
from rules.premoves import Premove, PremoveOptions, read_premove, resolve_premove

log = logging.getLogger(__name__)


class SeatPremove(NamedTuple):
    """A seat's pre-move, pending or ended."""

    premove: Premove
    stored: StoredPremove

    @property
    def end(self) -> PremoveEnd | None:
        """The end of the pre-move; None while it is pending."""
        return self.stored.get("end")

    @property
    def at(self) -> int:
        """The number that tells this end from another; 0 while the pre-move is pending."""
        return self.stored.get("at", 0)


def of_seat(table: TableState, seat: int) -> SeatPremove | None:
    """Return the pre-move of the player in a seat, pending or ended; None if there is none."""
    entry = _by_seat(table.record.settings).get(str(seat))
    return None if entry is None else SeatPremove(read_premove(entry["premove"]), entry)


def seat_waiting_since_seq(table: TableState, seat: int) -> int:
    """Return the event since which a seat waits for its next turn: its own last move, or the beginning of the hand."""
    return max(table.hand_start_seq, table.last_move_seq.get(seat, 0))


def question_seq(table: TableState, seat: int) -> int:
    """Return the subject of a question below a hand.

    It is the event of the seat's decision, below zero while the seat waits.
    """
    return table.decisions[seat] if seat in table.decisions else -seat_waiting_since_seq(table, seat)


def premove_options(table: TableState, seat: int) -> PremoveOptions:
    """Return the pre-moves open to the player in a seat now.

    There are none while the player may move, while a computer player moves for them, or at a table for one.
    """
    state, record = table.state, table.record
    waits = state is not None and record.status == "playing" and table.hand_start_seq and seat not in state.to_act
    if (
        state is None
        or not waits
        or record.private
        or state.expects is not None
        or seat in stand_in_seats(record.settings)
    ):
        return PremoveOptions()
    return table.game.conduct.premoves(state.view(seat))


def with_premove(settings: TableSettings, seat: int, entry: StoredPremove | None) -> dict[str, StoredPremove]:
    """Return the pre-moves of a table with this one for a seat, or without one (None)."""
    others = {key: premove for key, premove in _by_seat(settings).items() if key != str(seat)}
    return others if entry is None else {**others, str(seat): entry}


def record_outcome_shown(table: TableState, outcome: tuple[int, int] | None) -> None:
    """Record that a message showed a seat how its pre-move ended.

    `outcome` is the seat and the number of the end, or None. The record lasts while the table is in memory, as a
    repeated message does no harm.
    """
    if outcome is not None:
        seat, at = outcome
        table.premove_ends_seen[seat] = at


def _by_seat(settings: TableSettings) -> Mapping[str, StoredPremove]:
    return settings.get("premoves", {})


# -- what becomes of them ----------------------------------------------------------------------------------------------


def apply_premoves(step: Step) -> None:
    """Make the moves that follow from a step: forced moves, and pre-moves that are due.

    Drops the pre-moves that no longer hold.
    """
    if any(event.kind in PLAYED for event in step.events):
        step.move_forced()
    if not _by_seat(step.settings):
        return
    players = step.players()
    for seat in map(int, _by_seat(step.settings)):
        if _has_changed(step.record.seats, players, seat) or seat in stand_in_seats(step.settings):
            _put(step, seat, None)
    _drop_told(step)
    while (due := _next(step)) is not None:
        seat, move = due
        step.move(seat, move, None, players[seat].user, hidden=PREMOVE_SECRET)
        mark_present(step, seat)
        step.move_forced()
    if step.changes.get("status", "playing") != "playing":  # nobody has a next turn here any more
        step.update_settings(premoves={})


def _has_changed(before: tuple[SeatRecord, ...], after: tuple[SeatRecord, ...], seat: int) -> bool:
    """Whether another player sits in a seat, or nobody whose data is still here."""
    if seat >= min(len(before), len(after)):
        return True
    user = after[seat].user
    return after[seat].kind != "person" or user is None or is_erased(user) or user != before[seat].user


def _drop_told(step: Step) -> None:
    """Drop the outcomes of pre-moves that their players have seen, once those players move."""
    moved = {event.seat for event in step.events if event.kind == EventKind.MOVE and not (event.hidden or event.public)}
    for key, entry in _by_seat(step.settings).items():
        seat = int(key)
        if seat in moved and "end" in entry and step.before.premove_ends_seen.get(seat) == entry["at"]:
            _put(step, seat, None)


def _next(step: Step) -> tuple[int, str] | None:
    """Return the seat and text of the next move from a pre-move. Ends or drops the pre-moves that come to no move."""
    back = min(
        (event.read(TakeBackPayload)["seq"] for event in step.events if event.kind == EventKind.TAKE_BACK), default=None
    )
    for key, entry in _by_seat(step.settings).items():
        seat, state = int(key), step.after.state
        if "end" in entry:
            continue
        if step.hands or state is None or step.changes.get("status", "playing") != "playing":
            _end(step, seat, entry, "over")
        # The seat moved otherwise than by it, for example because there was nothing to decide.
        elif step.after.last_move_seq.get(seat, 0) > entry["since"]:
            _end(step, seat, entry, "moved")
        elif back is not None and entry["left"] >= back:
            _end(step, seat, entry, "back")
        elif seat in state.to_act:
            move = _resolve_move(step, state, seat, entry)
            if move is not None:
                return seat, move
    return None


def _resolve_move(step: Step, state: State, seat: int, entry: StandingPremove) -> str | None:
    """Return the move that a pre-move makes now; None if it makes none."""
    game = step.before.game
    try:
        view = state.view(seat)
        outcome = resolve_premove(read_premove(entry["premove"]), view["moves"], game.conduct.candidates(view))
        if outcome.move is not None:
            state.apply(seat, outcome.move)
    except Refusal as refusal:
        _end(step, seat, entry, "refused", why=refusal.message, clause=refusal.clause or "")
        return None
    except Exception as error:  # a fault of the game: it is no reason why somebody else's move should not be made
        log.exception("table %s: the pre-move of seat %s cannot be read", step.record.id, seat, exc_info=redact(error))
        _end(step, seat, entry, "broken")
        return None
    if outcome.move is None:
        _end(step, seat, entry, "asked", why=outcome.why or "")
    else:
        _end(step, seat, entry, "done", did=game.canonical(outcome.move))
    return outcome.move


def _end(step: Step, seat: int, entry: StandingPremove, end: PremoveEnd, **details: Unpack[PremoveDetails]) -> None:
    _put(step, seat, {"premove": entry["premove"], "end": end, "at": step.next_seq, **details})


def _put(step: Step, seat: int, entry: StoredPremove | None) -> None:
    step.update_settings(premoves=with_premove(step.settings, seat, entry))
