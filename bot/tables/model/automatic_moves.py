"""Moves that nobody chose when they were made: how the log tells them apart, and how many of a seat's last were so.

News "since your last move" begins with the last move that its player chose. None of these moves is taken back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from data.tables.events import MovePayload, MoveSecret

MADE_FOR_THEM: Final = frozenset({"forced", "late", "claimed"})
"""Keys in the public part of a move that its player did not choose.

The player had no choice or ran out of time, or another player claimed the rest of the hand.
"""

LATE_PAYLOAD: Final = MovePayload(late=True)
"""The public part of a move that a computer player made as its player's time had run out: one, or until they are back.
"""

UNASKED_SECRET: Final = MoveSecret(unasked=True)
"""The hidden part of a move that was made for its player: their only card."""

NO_CHOICE: Final = MoveSecret(only=True)
"""The hidden part of a move that a computer player made for a player who had no other: it says nothing about them."""

PREMOVE_SECRET: Final = MoveSecret(premove=True)
"""The hidden part of a move that was made from a pre-move (bot/tables/model/premoves.py)."""

CLAIMED_PAYLOAD: Final = MovePayload(claimed=True)
"""The public part of a move that was made for its player because another had claimed the rest of the hand."""

Maker = Literal["player", "computer"] | None
"""The maker of a move, for take-backs.

"player": its player, by choice. "computer": a computer player, or the rules where there was no choice. None: another
mover for its player, as on a time-out or a claim.
"""

STREAK_AT_HANDOVER: Final = 10**6
"""The streak of a new player: more automatic moves than a hand can have."""


def made_for_them(public: Mapping[str, Any], hidden: Mapping[str, Any] | None) -> bool:
    """Whether a move was made for its player, by what its event says of itself."""
    return hidden in (UNASKED_SECRET, PREMOVE_SECRET, NO_CHOICE) or not MADE_FOR_THEM.isdisjoint(public)


def maker(user: int | None, public: Mapping[str, Any], hidden: Mapping[str, Any] | None) -> Maker:
    """Return the maker of a move, by its event.

    Hidden marks do not count: a card played for a player is that player's move, and ends take-backs.
    """
    if made_for_them(public, hidden) and "forced" not in public:
        return None
    return "computer" if user is None else "player"


def streaks_after_move(before: Mapping[int, int], seat: int, *, unasked: bool) -> Mapping[int, int]:
    """Return the number of each seat's last moves that were made for it, after a move of `seat`."""
    return {**before, seat: before.get(seat, 0) + 1 if unasked else 0}


def streaks_after_handover(before: Mapping[int, int], seat: int | None) -> Mapping[int, int]:
    """Return the numbers after a new player took `seat`: none of its moves was theirs."""
    return before if seat is None else {**before, seat: STREAK_AT_HANDOVER}
