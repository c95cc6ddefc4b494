"""The latest state of turns at a table: the last move, when each decision arose, who was shown which events."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from typing import Final, NamedTuple

from bot.tables.model.automatic_moves import Maker
from data.tables.events import EventKind
from rules.contract import Event, Game, Move, State

DISCLOSURES: Final[frozenset[EventKind]] = frozenset(
    {EventKind.SIT, EventKind.LEAVE, EventKind.RELEASE, EventKind.NOTE, EventKind.SHOW}
)
"""The events by which a player comes to know more than the moves showed.

No earlier move can be taken back: a new player, or a partner, has seen more cards. A hand that a computer player shows
bars none: it comes with every hand.
"""


def reassign_decision(before: Mapping[int, int], seat: int | None, seq: int) -> Mapping[int, int]:
    """Return the decisions after a new player took `seat` at event `seq`.

    Pings to the former player no longer refer to it.
    """
    return before if seat is None or seat not in before else {**before, seat: seq}


class LastLook(NamedTuple):
    """A player's last look at their hand: its time (ms), and the last event that they saw.

    Both are 0 for a player who has not looked yet.
    """

    at: int = 0
    seq: int = 0


class HandMoves(NamedTuple):
    """The numbers of the events of the current hand, else of the last one: one per log entry.

    `before` has those of the hand before. `late` has the moves that a computer player made on time-out.
    """

    hand: tuple[int, ...] = ()
    before: tuple[int, ...] = ()
    late: frozenset[int] = frozenset()

    def next_hand(self) -> HandMoves:
        """Return the same once another hand begins."""
        return HandMoves((), self.hand, self.late.intersection(self.hand))

    def with_event(self, seq: int, *, late: bool) -> HandMoves:
        """Return the same after event `seq`."""
        return self._replace(hand=(*self.hand, seq), late=self.late | {seq} if late else self.late)

    def without_event(self, seq: int) -> HandMoves:
        """Return the same after the move of event `seq` was taken back, with all that was played since."""
        return self._replace(hand=self.hand[: bisect_left(self.hand, seq)])


class LastMove(NamedTuple):
    """The last move that a player chose, while it may still be taken back with all that followed.

    `states` are the positions from before it to now; those after the second came from computer players. `earlier` is
    the move before in the same turn.
    """

    seq: int
    seat: int
    text: str
    states: tuple[State, ...]
    moved: Mapping[int, int]  # the table's `last_move_seq` before it
    unasked: Mapping[int, int]  # the table's `auto_move_streak` before it
    earlier: LastMove | None = None

    @property
    def before(self) -> State:
        """The position in which it was made."""
        return self.states[0]

    @property
    def known_text(self) -> str:
        """Its text, if all of it is known to everybody; else nothing."""
        entry = self.states[1].view(None)["log"][-1]
        is_public = entry.get("move") == self.text and not entry.get("hidden")
        return self.text if is_public else ""

    def followed(self, game: Game, before: State, after: State) -> LastMove | None:
        """Return the same after a move that a computer player made, or that left no choice.

        None if it cannot be taken back together with this one, or if a card was revealed.
        """
        if self.reveals(game) or not game.conduct.can_take_back_together(self.before, before):
            return None
        return self._replace(states=(*self.states, after))

    def reveals(self, game: Game) -> bool:
        """Whether anybody learnt more from what came last than the move itself; nothing before it revealed anything."""
        return game.conduct.reveals(*self.states[-2:])


class Snapshot(NamedTuple):
    """The table's state of moves before one of them."""

    last: LastMove | None
    moved: Mapping[int, int]
    unasked: Mapping[int, int]


def last_move(
    game: Game, then: Snapshot, event: Event, seq: int, states: tuple[State, State], by: Maker
) -> LastMove | None:
    """Return the last move that may be taken back, once event `seq` has led from one of `states` to the other."""
    last, (before, after) = then.last, states
    if not isinstance(event, Move) or by is None:
        return None
    if by == "computer":
        return None if last is None else last.followed(game, before, after)
    same_turn = (
        last is not None and last.seat == event.seat and len(last.states) == 2 and game.conduct.is_mid_turn(before)
    )
    earlier = last if same_turn else None
    text = game.canonical(event.text)
    return LastMove(seq, event.seat, text, states, then.moved, then.unasked, earlier)


def decisions_after(
    before: State | None, after: State, mover: int | None, seq: int, decisions: Mapping[int, int]
) -> dict[int, int]:
    """Return the event number at which the decision of each seat to act arose.

    A decision arises when a seat comes to act, when the hand or the phase changes, and after the seat's own move.
    """
    fresh = before is None or before.phase != after.phase or before.number != after.number
    return {seat: seq if fresh or seat == mover or seat not in decisions else decisions[seat] for seat in after.to_act}
