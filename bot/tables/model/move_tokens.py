"""Moves as buttons offer them, and whether an offer still stands when its button is pressed.

A button of a hand is one seat's. It names the event of the seat's decision, and the move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from bot.common.errors import Stale
from bot.common.id_codes import checksum
from bot.tables.model.table_state import TableState
from rules.contract import View

CURRENT_STATE_TEXT: Final = "This is how things stand now."
"""Said above what is shown instead of what was asked for."""

MOVE_GONE_TEXT: Final = f"That choice is gone. {CURRENT_STATE_TEXT}"
OLD_BUTTON_TEXT: Final = f"That button is from before an update. {CURRENT_STATE_TEXT}"


class HandOffer(NamedTuple):
    """Move number `place` of a seat's legal moves, sorted, in the decision that event `decision` made arise.

    `mark` is the move's checksum: where others' moves have changed the list meanwhile, no button becomes another.
    """

    decision: int
    place: int
    mark: str

    def move(self, table: TableState, seat: int) -> str:
        """Return the move's text. Raises Stale where that decision has been made, or no longer has the move."""
        legal = sorted(table.state.legal(seat).moves) if table.state is not None else []
        if table.decisions.get(seat) != self.decision or self.place >= len(legal):
            raise Stale(MOVE_GONE_TEXT)
        if checksum(legal[self.place]) != self.mark:
            raise Stale(MOVE_GONE_TEXT)
        return legal[self.place]


class FormOffer(NamedTuple):
    """A move that was put together by a form, in the decision that event `decision` made arise.

    `text` reads it from the seat's view; it raises Stale where the form is no longer what it was.
    """

    decision: int
    text: Callable[[View], str]

    def move(self, table: TableState, seat: int) -> str:
        """Return the move's text. Raises Stale where that decision has been made, or its form has changed."""
        if table.state is None or table.decisions.get(seat) != self.decision:
            raise Stale(MOVE_GONE_TEXT)
        return self.text(table.state.view(seat))


Offer = HandOffer | FormOffer


def has_moved_since(offer: Offer, table: TableState, seat: int) -> bool:
    """Whether a seat has moved since a button showed it this: pressed twice, say, or again after no answer came."""
    return table.last_move_seq.get(seat, 0) > offer.decision


def move_tokens(moves: Sequence[str]) -> dict[str, tuple[int, str]]:
    """Return the token of each legal move, by its text: its place among the moves and its checksum."""
    return {move: (place, checksum(move)) for place, move in enumerate(sorted(moves))}
