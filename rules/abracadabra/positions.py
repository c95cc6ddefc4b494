"""The positions of Abracadabra, one class a phase: deal, suit, bid, place, trump, expose, play, and the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.abracadabra import bid, ending, expose, follow, moves, place, suit, trick, views
from rules.abracadabra.cards import BIDS, CARDS, SUITS
from rules.abracadabra.deal import deal_pack
from rules.abracadabra.moves import Action
from rules.abracadabra.records import PASSED, Hand, Sheet, Trick
from rules.abracadabra.scoring import score
from rules.cards import each
from rules.contract import NOTHING, Barred, Expects, Legal, Refusal, Score, State, View, not_expected, not_to_act
from rules.seats import with_seat
from rules.templates import Cards


@dataclass(frozen=True, slots=True)
class BetweenHands(State):
    """No hand is on the table."""

    sheet: Sheet

    @property
    def number(self) -> int:
        return self.sheet.number

    def score(self) -> Score:
        return score(self.sheet)

    def view(self, seat: int | None) -> View:
        return views.between(self, self.sheet, seat)


@dataclass(frozen=True, slots=True)
class Dealing(BetweenHands):
    """Phase `deal`: the order of the pack is awaited (K3)."""

    phase: ClassVar[str] = "deal"

    @property
    def expects(self) -> Expects:
        return Expects("deal", self.sheet.setup.pack)

    def chance(self, event: str, cards: Sequence[str]) -> State:
        """Deal, and turn a card up for trumps (A2.1). Return the position in which Eldest chooses."""
        if event != "deal":
            raise not_expected(event)
        setup = self.sheet.setup
        return Choosing(Hand(self.sheet, deal_pack(setup, self.sheet.dealer, CARDS.order(cards, setup.pack))))


@dataclass(frozen=True, slots=True)
class Finished(BetweenHands):
    """Phase `finished`: the game has ended (A4.2, A8.6)."""

    phase: ClassVar[str] = "finished"
    finished: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class InHand(State):
    """A hand is on the table."""

    hand: Hand

    @property
    def number(self) -> int:
        return self.hand.sheet.number

    def score(self) -> Score:
        return score(self.hand.sheet)

    def read(self, seat: int, text: str) -> Action:
        """Return the move that a text of this seat is.

        Raises Refusal `not_your_turn` (K4.1), or K7.1 where it is none.
        """
        if seat not in self.to_act:
            raise not_to_act(seat)
        return moves.read(text)

    def view(self, seat: int | None) -> View:
        return views.before_play(self, self.hand, seat)


@dataclass(frozen=True, slots=True)
class Choosing(InHand):
    """Phase `suit`: from Eldest on each seat chooses a suit that nobody has chosen (A3.1)."""

    phase: ClassVar[str] = "suit"

    @property
    def to_act(self) -> tuple[int, ...]:
        return (self.hand.next_seat(self.hand.deal.suits),)

    def legal(self, seat: int) -> Legal:
        if seat not in self.to_act:
            return NOTHING
        return Legal(tuple(str(moves.Suit(letter)) for letter in suit.free_suits(self.hand.deal)))

    def apply(self, seat: int, text: str) -> State:
        move = self.read(seat, text)
        if not isinstance(move, moves.Suit):
            raise moves.wrong_phase(self.phase)
        deal = self.hand.deal
        if refusal := suit.why_not_choose(deal, move.suit):
            raise refusal
        new_hand = self.hand.after_move(seat, str(move), suits=with_seat(deal.suits, seat, move.suit))
        return Choosing(new_hand) if None in new_hand.deal.suits else Bidding(new_hand)


@dataclass(frozen=True, slots=True)
class Bidding(InHand):
    """Phase `bid`: one round from Eldest (A4.1), and with a dummy perhaps a further one (A4.2)."""

    phase: ClassVar[str] = "bid"

    @property
    def to_act(self) -> tuple[int, ...]:
        return (self.hand.next_seat(self.hand.deal.bids),)

    def legal(self, seat: int) -> Legal:
        if seat not in self.to_act:
            return NOTHING
        numbers = bid.legal_bids(self.hand.deal, self.hand.sheet.setup.tricks)
        return Legal((*(str(moves.Bid(number)) for number in numbers), str(moves.Pass())))

    def apply(self, seat: int, text: str) -> State:
        deal, tricks = self.hand.deal, self.hand.sheet.setup.tricks
        match self.read(seat, text):
            case moves.Pass() as move:
                number = PASSED
            case moves.Bid(number) as move:
                if refusal := bid.why_not_bid(deal, tricks, number):
                    raise refusal
            case _:
                raise moves.wrong_phase(self.phase)
        new_hand = self.hand.after_move(seat, str(move), bids=with_seat(deal.bids, seat, number))
        return Bidding(new_hand) if None in new_hand.deal.bids else _after_bidding(new_hand)


def _after_bidding(hand: Hand) -> State:
    """Return the position after a round of bidding (A4.1, A4.2)."""
    deal, setup = hand.deal, hand.sheet.setup
    declarer = bid.find_declarer(deal)
    if declarer is not None:
        return Placing(hand.with_deal(declarer=declarer))
    if setup.has_dummy and not deal.further:  # A4.2
        return Bidding(hand.with_deal(further=True, bids=(None,) * setup.seats))
    return hand_over(hand, ())


@dataclass(frozen=True, slots=True)
class Placing(InHand):
    """Phase `place`: Declarer places as many bid cards as it bid (A5.1), later the others fewer (A5.3)."""

    phase: ClassVar[str] = "place"

    @property
    def to_act(self) -> tuple[int, ...]:
        return place.placers(self.hand.deal)

    def legal(self, seat: int) -> Legal:
        if seat not in self.to_act:
            return NOTHING
        fewest, most = place.count_limits(self.hand.deal, seat)
        return Legal((), (Cards("place", fewest, most, tuple(BIDS.listed(self.hand.sheet.setup.bid_cards))),))

    def apply(self, seat: int, text: str) -> State:
        move, deal = self.read(seat, text), self.hand.deal
        if not isinstance(move, moves.Place):
            raise moves.wrong_phase(self.phase, place.clause(deal, seat))
        if refusal := place.why_not_place(self.hand, seat, move.bid_cards):
            raise refusal
        new_hand = self.hand.after_move(seat, str(move), placed=with_seat(deal.placed, seat, move.bid_cards))
        if seat == deal.declarer and not new_hand.sheet.setup.has_turn_up:
            return Naming(new_hand)  # A5.2
        return Placing(new_hand) if None in new_hand.deal.placed else Exposing(new_hand)


@dataclass(frozen=True, slots=True)
class Naming(InHand):
    """Phase `trump`: where no card is turned Declarer announces the trump suit (A5.2)."""

    phase: ClassVar[str] = "trump"

    @property
    def to_act(self) -> tuple[int, ...]:
        declarer = self.hand.deal.declarer
        return () if declarer is None else (declarer,)

    def legal(self, seat: int) -> Legal:
        return Legal(tuple(str(moves.Trump(letter)) for letter in SUITS)) if seat in self.to_act else NOTHING

    def apply(self, seat: int, text: str) -> State:
        move = self.read(seat, text)
        if not isinstance(move, moves.Trump):
            raise moves.wrong_phase(self.phase)
        return Placing(self.hand.after_move(seat, str(move), trumps=move.suit))


@dataclass(frozen=True, slots=True)
class Exposing(InHand):
    """Phase `expose`: Declarer may turn up placed cards and its pile (A6.1), then the others their piles (A6.2)."""

    phase: ClassVar[str] = "expose"

    @property
    def to_act(self) -> tuple[int, ...]:
        return expose.exposers(self.hand.deal)

    def legal(self, seat: int) -> Legal:
        return expose.legal_exposures(self.hand, seat) if seat in self.to_act else NOTHING

    def apply(self, seat: int, text: str) -> State:
        move, deal = self.read(seat, text), self.hand.deal
        if not isinstance(move, moves.Exposure):
            raise moves.wrong_phase(self.phase, expose.clause(deal, seat))
        if refusal := expose.why_not_expose(self.hand, seat, move):
            raise refusal
        right_bids = move.bid_cards if seat == deal.declarer else deal.right
        new_hand = self.hand.after_move(seat, str(move), right=right_bids, piles=with_seat(deal.piles, seat, move.pile))
        if None in new_hand.deal.piles:
            return Exposing(new_hand)
        first = trick.first_trick(new_hand.sheet.setup, new_hand.sheet.eldest)
        return Playing(new_hand, first.leader, sum(new_hand.deal.hands), (), first)


@dataclass(frozen=True, slots=True)
class Playing(InHand):
    """Phase `play`: tricks are played from the hands, and with a dummy from it too (A7.1, A7.2)."""

    phase: ClassVar[str] = "play"

    turn: int
    """The seat whose turn it is."""
    unplayed_cards: int
    """The cards that have not been played."""
    tricks: tuple[Trick, ...]
    """The finished ones."""
    trick: Trick
    """The one in progress, before its lead without a card."""

    @property
    def source(self) -> int:
        """The cards from which it plays: its own, or the dummy's (A7.2), which is dealt to after the seats."""
        return self.cards_held(self.hand.sheet.setup.seats if self.from_dummy else self.turn)

    @property
    def from_dummy(self) -> bool:
        """Whether these are the dummy's."""
        return len(self.trick.cards) == self.trick.dummy

    def cards_held(self, holder: int) -> int:
        """Return the cards that a seat or the dummy still has."""
        return self.hand.deal.hands[holder] & self.unplayed_cards

    @property
    def to_act(self) -> tuple[int, ...]:
        return (self.turn,)

    @property
    def playable(self) -> int:
        """The cards that may be played now."""
        return follow.playable(self.trick, self.source)

    def why_not_play(self, card: int) -> Refusal | None:
        """Return the refusal of a card in this position; None if it may be played."""
        turn_up, own_cards = self.hand.deal.turn_up, self.cards_held(self.turn)
        return follow.why_not_play(turn_up, self.trick, card, self.source, own_cards, from_dummy=self.from_dummy)

    def legal(self, seat: int) -> Legal:
        return moves.plays(self.playable) if seat == self.turn else NOTHING

    def barred(self, seat: int) -> dict[str, Barred]:
        """Return the refusal of each card that the seat to act may not play now, a due dummy's cards included."""
        if seat != self.turn:
            return {}
        instead = tuple(CARDS.listed(self.playable))
        cards = each(self.cards_held(seat) | self.source)
        return {CARDS.text[card]: Barred(refusal, instead) for card in cards if (refusal := self.why_not_play(card))}

    def apply(self, seat: int, text: str) -> State:
        if seat != self.turn:
            raise not_to_act(seat)
        move = moves.read(text)
        if not isinstance(move, moves.Play):
            raise moves.wrong_phase(self.phase)
        if refusal := self.why_not_play(move.card):
            raise refusal
        hand, setup = self.hand, self.hand.sheet.setup
        unplayed = self.unplayed_cards & ~move.card
        new_trick = trick.with_card(setup, hand.deal, self.trick, move.card)
        if new_trick.winner is None:
            return Playing(
                hand, trick.seat_at(setup, new_trick, len(new_trick.cards)), unplayed, self.tricks, new_trick
            )
        tricks = (*self.tricks, new_trick)
        if unplayed:
            return Playing(hand, new_trick.winner, unplayed, tricks, trick.next_trick(new_trick))
        return hand_over(hand, tricks)

    def view(self, seat: int | None) -> View:
        return views.playing(self, self.hand, self.unplayed_cards, self.tricks, self.trick, seat)


def hand_over(hand: Hand, tricks: tuple[Trick, ...]) -> State:
    """Return the score of a deal, a void one where there are no tricks (A4.2); then the next deal or the end (A8.6)."""
    sheet = ending.with_hand(hand, tricks)
    return Finished(sheet) if sheet.is_complete else Dealing(ending.next_hand(sheet))
