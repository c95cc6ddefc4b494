"""What a table keeps in mind of what was done last: the last move, when each decision arose, what was shown to whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from data.records import EventKind
from rules.contract import Event, Move, State

LEARNT: Final[frozenset[EventKind]] = frozenset({"sit", "leave", "release", "note", "show"})
"""The events with which somebody comes to know more than the move showed. No move from before them is taken back:
whoever sits in a seat now has seen other cards than whoever was to agree, and a partner's note or cards are known.
"""


LOOKED: Final = "looked"
"""The table's setting for when (ms) each seat's player last looked at their hand, and the number of the event up to
which it was shown to them, by the seat's.
"""


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


class Played(NamedTuple):
    """The events of the hand in progress, or of the one that is over while none is: their numbers, one for each entry
    of its log; those of the hand `before`; and which of all these a computer player made as a player's time had run
    out.
    """

    hand: tuple[int, ...] = ()
    before: tuple[int, ...] = ()
    late: frozenset[int] = frozenset()

    def begun(self) -> Played:
        """The same once another hand begins."""
        return Played((), self.hand, self.late.intersection(self.hand))

    def taking(self, seq: int, *, late: bool) -> Played:
        """The same after event `seq`."""
        return self._replace(hand=(*self.hand, seq), late=self.late | {seq} if late else self.late)

    def without(self, seq: int) -> Played:
        """The same after the last move, event `seq`, was taken back."""
        return self._replace(hand=self.hand[:-1] if self.hand[-1:] == (seq,) else self.hand)


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
