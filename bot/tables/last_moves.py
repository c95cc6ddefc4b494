"""What a table keeps in mind of the moves that were made last: when each decision arose, who chose their move and who
had it made for them, and what was last shown to whom.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from data.records import EventKind
from rules.contract import Event, Move, State

MADE_FOR_THEM: Final = frozenset({"forced", "late", "claimed"})
"""What the public part of a move says that its player did not choose: it left no choice, their time had run out, or
somebody else had claimed the rest of the hand.
"""

UNASKED: Final[dict[str, bool]] = {"unasked": True}
"""The hidden part of a move that was made for its player: their only card."""

ORDERED: Final[dict[str, bool]] = {"ordered": True}
"""The hidden part of a move that its player had ordered beforehand (bot/tables/orders.py)."""

CLAIMED: Final[dict[str, bool]] = {"claimed": True}
"""The public part of a move that was made for its player because another had claimed the rest of the hand."""

NEW_HANDS: Final[frozenset[EventKind]] = frozenset({"sit", "leave", "release"})
"""The events with which a seat gets another player. No move from before them is taken back: whoever plays there now has
seen other cards than whoever was to agree, and did not make the move.
"""

NONE_OF_THEIRS: Final = 10**6
"""As many moves as no seat makes in a hand: whoever has just sat down made none of them."""


def counted(before: Mapping[int, int], seat: int, *, unasked: bool) -> Mapping[int, int]:
    """How many of each seat's last moves were made for it, after one of `seat`."""
    return {**before, seat: before.get(seat, 0) + 1 if unasked else 0}


def handed_over(before: Mapping[int, int], seat: int | None) -> Mapping[int, int]:
    """The same after somebody has sat down in `seat`, of whose moves they made none."""
    return before if seat is None else {**before, seat: NONE_OF_THEIRS}


def asked_anew(before: dict[int, int], seat: int | None, seq: int) -> dict[int, int]:
    """The decisions after somebody has sat down in `seat`, by event `seq`: what is awaited there is theirs from then
    on, and nothing that was sent to whoever had the seat before is about it.
    """
    return before if seat not in before else {**before, seat: seq}


class LastLook(NamedTuple):
    """When (ms) somebody was last shown their hand at a table, and the number of the event up to which they saw it;
    both are 0 of somebody who has been shown none.
    """

    at: int = 0
    seq: int = 0


class LastMove(NamedTuple):
    """The last that happened in the game, where it was a move that somebody chose: its event's number, its seat, and
    how things stood before it and after it.
    """

    seq: int
    seat: int
    before: State
    after: State
    moved: Mapping[int, int]

    @classmethod
    def of(cls, seq: int, event: Event, before: State, after: State, moved: Mapping[int, int]) -> LastMove | None:
        """What has just happened, if it is one."""
        return cls(seq, event.seat, before, after, moved) if isinstance(event, Move) else None


def decided(
    before: State | None, after: State, mover: int | None, seq: int, known: Mapping[int, int]
) -> dict[int, int]:
    """For each seat to act, the number of the event that made its decision arise.

    A decision arises when a seat comes to act, when the hand or the phase changes, and after the seat's own move.
    """
    fresh = before is None or before.phase != after.phase or before.number != after.number
    return {seat: seq if fresh or seat == mover or seat not in known else known[seat] for seat in after.to_act}
