"""The phases in the order of play: cut, deal, discard, gallowglass, play, finished."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.cards import each
from rules.conference import allegiance, cut, discard, follow, gallowglass, lead, moves, views
from rules.conference.cards import SPIRITS
from rules.conference.deal import deal_hand
from rules.conference.records import SEATS, Course, Hand, Last, Pact, Sheet, Trick
from rules.conference.scoring import hand_points, hand_result, score, side_totals
from rules.conference.trick import winner
from rules.contract import (
    NOTHING,
    Barred,
    Expects,
    Legal,
    Move,
    Refusal,
    Score,
    State,
    View,
    not_expected,
    not_to_act,
)
from rules.seats import with_seat
from rules.tarot.cards import CARDS, LED
from rules.tarot.discard import Discardable
from rules.tarot.moves import read_discard


@dataclass(frozen=True, slots=True)
class BetweenHands(State):
    """A position in which no cards are in hand."""

    sheet: Sheet

    @property
    def number(self) -> int:
        return self.sheet.number

    def view(self, seat: int | None) -> View:
        return views.between(self, self.sheet, seat)

    def score(self) -> Score:
        return score(self.sheet)


@dataclass(frozen=True, slots=True)
class Cutting(BetweenHands):
    """C2.3: the gathered pack lies before Youngest; anybody may call for a shuffle instead."""

    phase: ClassVar[str] = "cut"

    @property
    def to_act(self) -> tuple[int, ...]:
        return cut.ALL_SEATS

    @property
    def awaited(self) -> tuple[int, ...]:
        return (self.sheet.youngest,)

    def legal(self, seat: int) -> Legal:
        return cut.legal_moves(self.sheet, seat)

    def apply(self, seat: int, text: str) -> State:
        piles = moves.read_cut(text)
        if piles is None:
            return Dealing(self.sheet, (Move(seat, moves.RESHUFFLE),))
        if refusal := cut.why_not_cut(self.sheet, seat, piles):
            raise refusal
        return Dealing(self.sheet, (Move(seat, moves.cut_text(piles)),), piles)

    def view(self, seat: int | None) -> View:
        return {**views.between(self, self.sheet, seat), "gathered": views.gathered_pack_view(self.sheet)}


@dataclass(frozen=True, slots=True)
class Dealing(BetweenHands):
    """The pack before a deal: from any order, or from the gathered one cut into `piles`."""

    opening: tuple[Move, ...] = ()
    piles: int = 0

    phase: ClassVar[str] = "deal"

    @property
    def expects(self) -> Expects:
        return cut.expected_deal(self.sheet, self.piles)

    def chance(self, event: str, cards: Sequence[str]) -> State:
        if event != "deal":
            raise not_expected(event)
        order = CARDS.order(cards, CARDS.listed(self.sheet.setup.pack))
        if refusal := cut.why_not_order(self.sheet, order, self.piles):
            raise refusal
        return Discarding(deal_hand(self.sheet, self.opening, order))

    def view(self, seat: int | None) -> View:
        return views.before_deal(self, self.sheet, seat, self.opening, self.piles)


@dataclass(frozen=True, slots=True)
class InHand(State):
    """A position after the deal in which only the dealer may move."""

    hand: Hand

    @property
    def turn(self) -> int:
        """The dealer."""
        return self.hand.sheet.dealer

    @property
    def cards_held(self) -> int:
        """The cards of the dealer."""
        return self.hand.dealt_cards[self.turn] & ~self.hand.discard

    @property
    def number(self) -> int:
        return self.hand.sheet.number

    @property
    def to_act(self) -> tuple[int, ...]:
        return (self.turn,)

    def view(self, seat: int | None) -> View:
        return views.before_play(self, self.hand, hands_of(self.hand), seat)

    def score(self) -> Score:
        return score(self.hand.sheet)


@dataclass(frozen=True, slots=True)
class Discarding(InHand):
    """C3: the dealer, who holds all its cards, is to lay away as many as it was dealt beyond the others."""

    phase: ClassVar[str] = "discard"

    @property
    def discardable(self) -> Discardable:
        """The cards that the dealer may discard."""
        return discard.discardable(self.cards_held, self.hand.sheet.setup.extra)

    def legal(self, seat: int) -> Legal:
        return self.discardable.legal() if seat == self.turn else NOTHING

    def barred(self, seat: int) -> dict[str, Barred]:
        return self.discardable.barred(self.cards_held) if seat == self.turn else {}

    def apply(self, seat: int, text: str) -> State:
        if seat != self.turn:
            raise not_to_act(seat)
        setup = self.hand.sheet.setup
        cards = read_discard(text, moves.VERBS, setup.pack, self.cards_held, self.discardable)
        if refusal := self.discardable.why_not(cards):
            raise refusal
        hand = replace(self.hand, discard=cards)
        return Hiring(hand) if setup.gallowglass else first_lead(hand)


@dataclass(frozen=True, slots=True)
class Hiring(InHand):
    """C4.1: the dealer may name a gallowglass suit."""

    phase: ClassVar[str] = "gallowglass"

    def legal(self, seat: int) -> Legal:
        return Legal(moves.gallowglasses()) if seat == self.turn else NOTHING

    def apply(self, seat: int, text: str) -> State:
        if seat != self.turn:
            raise not_to_act(seat)
        return first_lead(replace(self.hand, gallowglass=moves.read_gallowglass(text)))


class Playing(Course, State):
    """C5: between two cards."""

    __slots__ = ()

    phase: ClassVar[str] = "play"

    @property
    def number(self) -> int:
        return self.hand.sheet.number

    @property
    def to_act(self) -> tuple[int, ...]:
        return (self.turn,)

    def playable(self) -> int:
        """Return the cards that the seat in turn may play."""
        forced_card = allegiance.forced_card(self.pact, self.turn)
        return follow.playable(self.hands[self.turn], self.led_suit, self.hand.hired_suit, forced_card)

    def why_not_play(self, card: int) -> Refusal | None:
        """Return the refusal of a card of the seat in turn; None if it may be played."""
        forced_card = allegiance.forced_card(self.pact, self.turn)
        return follow.why_not_play(self.hands[self.turn], self.led_suit, self.hand.hired_suit, forced_card, card)

    def legal(self, seat: int) -> Legal:
        if seat != self.turn:
            return NOTHING
        has_to_call = allegiance.has_to_call(self.hand.sheet.setup, self.pact, seat)
        return moves.plays(self.playable(), has_to_call)

    def apply(self, seat: int, text: str) -> State:
        if seat != self.turn:
            raise not_to_act(seat)
        setup = self.hand.sheet.setup
        card, ours = moves.read_play(text, setup.pack)
        if refusal := self.why_not_play(card):
            raise refusal
        course: Course = self
        if card & SPIRITS:
            if refusal := allegiance.why_not_call(setup, self.pact, seat, card, ours):
                raise refusal
            if setup.is_allegiance:
                course = allegiance.bring_out(self, seat, card, ours)
        hand, hands, tricks, trick, led_suit, pact, _ = course
        hands = with_seat(hands, seat, hands[seat] ^ card)
        trick = Trick(trick.leader, (*trick.cards, (seat, card)))
        led_suit = led_suit or LED[card]  # C5.4: after the Fool the next card asks for a suit
        if len(trick.cards) < SEATS:
            return Playing(hand, hands, tricks, trick, led_suit, pact, lead.next_player(hand.sheet, seat))
        return _after_trick(hand, hands, tricks, trick, led_suit, pact)

    def barred(self, seat: int) -> dict[str, Barred]:
        if seat != self.turn:
            return {}
        instead = tuple(CARDS.listed(self.playable()))
        cards = each(self.hands[seat])
        return {CARDS.text[card]: Barred(refusal, instead) for card in cards if (refusal := self.why_not_play(card))}

    def view(self, seat: int | None) -> View:
        return views.playing(self, self, seat)

    def score(self) -> Score:
        return score(self.hand.sheet)


@dataclass(frozen=True, slots=True)
class Finished(BetweenHands):
    """The last hand is over."""

    phase: ClassVar[str] = "finished"
    finished: ClassVar[bool] = True


def hands_of(hand: Hand) -> tuple[int, ...]:
    """Return the cards of each seat before the first card is played."""
    return tuple(cards & ~hand.discard for cards in hand.dealt_cards)


def first_lead(hand: Hand) -> Playing:
    """Return the position before the first lead (C5.1)."""
    leader = lead.first_leader(hand.sheet)
    return Playing(hand, hands_of(hand), (), Trick(leader), 0, Pact(), leader)


def _after_trick(
    hand: Hand, hands: tuple[int, ...], tricks: tuple[Trick, ...], full_trick: Trick, led_suit: int, pact: Pact
) -> State:
    """Return the position after a full trick: its winner leads to the next (C5.1)."""
    stand_ins = gallowglass.stand_ins(full_trick.cards, hands, led_suit, hand.hired_suit) if hand.hired_suit else 0
    leader = winner(full_trick.cards, led_suit, stand_ins, pact.idle_card)
    assert leader is not None, "a full trick has a card that can win"
    tricks = (*tricks, Trick(full_trick.leader, full_trick.cards, leader))
    return Playing(hand, hands, tricks, Trick(leader), 0, pact, leader) if any(hands) else hand_over(hand, tricks, pact)


def hand_over(hand: Hand, tricks: tuple[Trick, ...], pact: Pact) -> State:
    """Return the position after the last trick."""
    outcome = hand_result(hand, tricks, pact.calls)
    points = hand_points(side_totals(outcome), hand.sheet.dealer, bool(hand.hired_suit), bool(pact.calls))
    last = Last(
        hand.sheet.number,
        hand.sheet.dealer,
        points,
        hand.opening,
        hand.order,
        hand.dealt_cards,
        hand.discard,
        hand.gallowglass,
        tricks,
        pact,
        outcome,
    )
    return between_hands(hand.sheet.after_hand(points, last))


def between_hands(sheet: Sheet) -> State:
    """Return the position before the first event of the hand that is awaited, or after the last hand."""
    if sheet.is_complete:
        return Finished(sheet)
    if sheet.last and sheet.setup.between_hands == "cut":
        return Cutting(sheet)
    return Dealing(sheet)
