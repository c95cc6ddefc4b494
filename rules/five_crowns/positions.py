"""The positions of Five Crowns: before a deal (F2), a turn's two moves (F3), a reshuffle (F3.4), the end (F5).

They alone say what comes next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.contract import NOTHING, Expects, Legal, Score, State, View, not_expected, not_to_act
from rules.five_crowns import views
from rules.five_crowns.cards import Cards, read_order, texts
from rules.five_crowns.deal import deal_hand
from rules.five_crowns.moves import read
from rules.five_crowns.records import RESHUFFLE, Hand, Last, LogEntry, Sheet
from rules.five_crowns.reshuffle import after_reshuffle, cards_to_reshuffle, is_last_stock
from rules.five_crowns.scoring import hand_points, score
from rules.five_crowns.turn import (
    FIRST_ACTIONS,
    after_first_move,
    after_second_move,
    second_actions,
    why_not_first,
    why_not_second,
)


@dataclass(frozen=True, slots=True)
class BetweenHands(State):
    """A position without cards on the table."""

    sheet: Sheet

    @property
    def number(self) -> int:
        """The number of the deal that is awaited, or of the last one."""
        return self.sheet.number

    def score(self) -> Score:
        """Return the score as the sheet stands."""
        return score(self.sheet)

    def view(self, seat: int | None) -> View:
        """Return all that `seat` may know (K5); docs/views/five_crowns.md has the keys."""
        return views.between(self, self.sheet, seat)


@dataclass(frozen=True, slots=True)
class Dealing(BetweenHands):
    """Phase `deal`: the order of the pack is awaited (F2.1)."""

    phase: ClassVar[str] = "deal"

    @property
    def expects(self) -> Expects:
        """The whole pack."""
        return expected_event(self.phase, self.sheet.setup.pack)

    def chance(self, event: str, cards: Sequence[str]) -> State:
        """Return the deal, in this order of the pack; eldest begins (F1.3)."""
        if event != self.phase:
            raise not_expected(event)
        order = read_order(cards, self.sheet.setup.pack, "K3.2")
        return start_turn(deal_hand(self.sheet, order), self.sheet.eldest)


@dataclass(frozen=True, slots=True)
class Finished(BetweenHands):
    """Phase `finished`: after the last deal (F5.3)."""

    phase: ClassVar[str] = "finished"
    finished: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class InHand(State):
    """A position in the middle of a deal. It is the turn of seat `turn`."""

    hand: Hand
    turn: int

    @property
    def number(self) -> int:
        """The number of the deal."""
        return self.hand.sheet.number

    def score(self) -> Score:
        """Return the score as the deal began."""
        return score(self.hand.sheet)

    def view(self, seat: int | None) -> View:
        """Return all that `seat` may know (K5); docs/views/five_crowns.md has the keys."""
        return views.in_hand(self, self.hand, self.turn, seat)


@dataclass(frozen=True, slots=True)
class Drawing(InHand):
    """Phase `draw`, a turn's first move: the top of the stock, or of the discard pile (F3.1)."""

    phase: ClassVar[str] = "draw"

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seat whose turn it is."""
        return (self.turn,)

    def legal(self, seat: int) -> Legal:
        """Return `draw` and `take`."""
        return Legal(tuple(map(str, FIRST_ACTIONS))) if seat == self.turn else NOTHING

    def apply(self, seat: int, text: str) -> State:
        """Return the same turn with its card come in; see `State.apply`."""
        if seat != self.turn:
            raise not_to_act(seat)
        action = read(text)
        if refusal := why_not_first(self.hand, self.turn, action):
            raise refusal
        hand, fresh_entry = after_first_move(self.hand, self.turn, action)
        return Discarding(hand, self.turn, fresh_entry)


@dataclass(frozen=True, slots=True)
class Discarding(InHand):
    """Phase `discard`, a turn's second move: a discard, with which the seat may go out (F3.1, F3.3).

    `fresh` says how the seat has come by its card in this turn.
    """

    phase: ClassVar[str] = "discard"

    fresh: LogEntry

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seat whose turn it is."""
        return (self.turn,)

    def legal(self, seat: int) -> Legal:
        """Return discards, and discards with which the seat goes out."""
        if seat != self.turn:
            return NOTHING
        return Legal(tuple(map(str, second_actions(self.hand, self.turn))))

    def apply(self, seat: int, text: str) -> State:
        """Return the next seat's turn (F1.3), or the end of the deal when all have had their last (F5.1)."""
        if seat != self.turn:
            raise not_to_act(seat)
        action = read(text)
        if refusal := why_not_second(self.hand, self.turn, action):
            raise refusal
        hand = after_second_move(self.hand, self.turn, self.fresh, action)
        following = (self.turn + 1) % hand.sheet.setup.seats
        return hand_over(hand) if following == hand.seat_out else start_turn(hand, following)

    def view(self, seat: int | None) -> View:
        """Return all that `seat` may know (K5); docs/views/five_crowns.md has the keys."""
        return views.in_hand(self, self.hand, self.turn, seat, self.fresh)


@dataclass(frozen=True, slots=True)
class Reshuffling(InHand):
    """Phase `reshuffle`: the stock is empty at the start of a turn, and a new one is awaited (F3.4)."""

    phase: ClassVar[str] = "reshuffle"

    @property
    def expects(self) -> Expects:
        """All of the discard pile but its top card."""
        return expected_event(RESHUFFLE, cards_to_reshuffle(self.hand))

    def chance(self, event: str, cards: Sequence[str]) -> State:
        """Return the turn of the same seat, with these cards as the stock."""
        if event != RESHUFFLE:
            raise not_expected(event)
        order = read_order(cards, cards_to_reshuffle(self.hand), "F3.4")
        return Drawing(after_reshuffle(self.hand, self.turn, order), self.turn)


def expected_event(event: str, cards: Cards) -> Expects:
    """Return the chance event that orders these cards."""
    return Expects(event, tuple(texts(sorted(cards))))


def start_turn(hand: Hand, turn: int) -> State:
    """Return the start of a turn: with an empty stock a reshuffle, or after the last one the deal's end (F3.4)."""
    if hand.stock:
        return Drawing(hand, turn)
    return hand_over(hand) if is_last_stock(hand) else Reshuffling(hand, turn)


def hand_over(hand: Hand) -> State:
    """Count the deal (F5.1). Return the position before the next deal (F1.3), or after the game (F5.3)."""
    sheet = hand.sheet
    points = hand_points(hand)
    last = Last(sheet.number, sheet.dealer, hand.size, hand.orders, hand.hands, hand.log, hand.seat_out, points)
    if sheet.number + 1 == sheet.setup.deals:
        return Finished(Sheet(sheet.setup, sheet.number, sheet.dealer, (*sheet.points, points), last))
    return Dealing(Sheet(sheet.setup, sheet.number + 1, sheet.eldest, (*sheet.points, points), last))
