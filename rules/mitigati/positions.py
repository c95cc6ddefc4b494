"""The phases of Mitigati in the order of play, and all that says what comes next."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.contract import NOTHING, Barred, Expects, Legal, Move, Score, State, View, not_expected, not_to_act
from rules.mitigati import bargain, declare, discard, follow, views
from rules.mitigati.cards import SEATS
from rules.mitigati.deal import deal_hand, next_dealer
from rules.mitigati.ending import end_bought_off_hand, end_played_hand
from rules.mitigati.moves import VERBS, canonical, read_bargain_move, read_declaration, read_play
from rules.mitigati.records import Course, Hand, Last, Round, Sheet, Trick
from rules.mitigati.scoring import score
from rules.mitigati.trick import winner
from rules.seats import with_seat
from rules.tarot.cards import CARDS
from rules.tarot.discard import Discardable
from rules.tarot.moves import plays, read_discard


@dataclass(frozen=True, slots=True)
class BetweenHands(State):
    """A position in which no seat may move."""

    sheet: Sheet

    @property
    def number(self) -> int:
        return self.sheet.number

    def view(self, seat: int | None) -> View:
        return views.between(self, self.sheet, seat)

    def score(self) -> Score:
        return score(self.sheet)


@dataclass(frozen=True, slots=True)
class InHand(State):
    """A position in which one seat is to move."""

    hand: Hand

    @property
    def number(self) -> int:
        return self.hand.sheet.number

    @property
    @abstractmethod
    def turn(self) -> int:
        """The seat whose turn it is."""

    @property
    def to_act(self) -> tuple[int, ...]:
        return (self.turn,)

    def score(self) -> Score:
        return score(self.hand.sheet)


@dataclass(frozen=True, slots=True)
class Dealing(BetweenHands):
    """A hand is to be dealt (M2)."""

    phase = "deal"

    @property
    def expects(self) -> Expects:
        return Expects("deal", tuple(CARDS.listed(self.sheet.setup.pack)))

    def chance(self, event: str, cards: Sequence[str]) -> State:
        if event != "deal":
            raise not_expected(event)
        order = CARDS.order(cards, CARDS.listed(self.sheet.setup.pack))
        return _after_packet(deal_hand(self.sheet, order), 1)


def _after_packet(hand: Hand, packets_dealt: int) -> State:
    """Return what follows when `packets_dealt` packets have been dealt: a round of bargaining, or the dealer's
    discard (M3.1).
    """
    setup = hand.sheet.setup
    if bargain.has_round(setup, packets_dealt):
        return Bargaining(hand, packets_dealt, Round(hand.sheet.eldest))
    if packets_dealt < len(setup.packets):
        return _after_packet(hand, packets_dealt + 1)
    return Discarding(hand)


@dataclass(frozen=True, slots=True)
class Bargaining(InHand):
    """A round of bargaining after `packets_dealt` packets (M3)."""

    packets_dealt: int
    so_far: Round

    phase = "bargain"

    @property
    def turn(self) -> int:
        return self.so_far.turn

    def legal(self, seat: int) -> Legal:
        return bargain.legal_words(self.so_far.standing[seat]) if seat == self.turn else NOTHING

    def sequences(self, seat: int) -> Iterator[str]:
        """Return the listed moves; perft does not count templates."""
        return iter(self.legal(seat).moves)

    def apply(self, seat: int, text: str) -> State:
        if seat != self.turn:
            raise not_to_act(seat)
        word = read_bargain_move(text)
        hand = self.hand._replace(log=_log(self.hand, seat, text))
        if word == "continue":
            return _after_packet(hand, self.packets_dealt + 1)  # M3.4
        if word == "pass":
            so_far = bargain.after_pass(self.so_far)
        else:
            if refusal := bargain.why_not_say(self.so_far.standing[seat], word):
                raise refusal
            so_far = bargain.after_word(self.so_far, word)
        if bargain.is_agreed(so_far):
            return hand_over(hand.sheet, end_bought_off_hand(hand, so_far, self.packets_dealt))
        if bargain.is_silent(so_far):
            return _after_packet(hand, self.packets_dealt + 1)
        return Bargaining(hand, self.packets_dealt, so_far)

    def view(self, seat: int | None) -> View:
        return views.bargaining(self, self.hand, self.so_far, self.packets_dealt, seat)


@dataclass(frozen=True, slots=True)
class Discarding(InHand):
    """The dealer, who holds all its cards, is to lay away as many as it was dealt beyond the others (M4)."""

    phase = "discard"

    @property
    def turn(self) -> int:
        return self.hand.sheet.dealer

    @property
    def discardable(self) -> Discardable:
        """The cards that the dealer may discard."""
        return discard.discardable(self.hand.cards_held(self.turn), self.hand.sheet.setup.extra_cards)

    def legal(self, seat: int) -> Legal:
        return self.discardable.legal() if seat == self.turn else NOTHING

    def barred(self, seat: int) -> dict[str, Barred]:
        return self.discardable.barred(self.hand.cards_held(seat)) if seat == self.turn else {}

    def apply(self, seat: int, text: str) -> State:
        if seat != self.turn:
            raise not_to_act(seat)
        cards = read_discard(text, VERBS, self.hand.sheet.setup.pack, self.hand.cards_held(seat), self.discardable)
        if refusal := self.discardable.why_not(cards):
            raise refusal
        return Declaring(self.hand._replace(log=_log(self.hand, seat, text), discard=cards))

    def view(self, seat: int | None) -> View:
        return _view_before_play(self, self.hand, seat)


@dataclass(frozen=True, slots=True)
class Declaring(InHand):
    """M5.1: from Eldest, going left, each seat declares once."""

    phase = "declare"

    @property
    def turn(self) -> int:
        return next(seat for seat in self.hand.sheet.seats_from_eldest if self.hand.declarations[seat] is None)

    def legal(self, seat: int) -> Legal:
        return declare.legal_declarations(self.hand.cards_held(seat)) if seat == self.turn else NOTHING

    def apply(self, seat: int, text: str) -> State:
        if seat != self.turn:
            raise not_to_act(seat)
        hand = self.hand
        own_cards = hand.cards_held(seat)
        declaration = declare.make_declaration(read_declaration(text, hand.sheet.setup.pack, own_cards), own_cards)
        declarations = with_seat(hand.declarations, seat, declaration)
        new_hand = hand._replace(log=_log(hand, seat, text), declarations=declarations)
        if None in declarations:
            return Declaring(new_hand)
        # M6.1: Eldest leads to the first trick.
        return Playing(
            new_hand, tuple(new_hand.cards_held(player) for player in range(SEATS)), (), Trick(new_hand.sheet.eldest)
        )

    def view(self, seat: int | None) -> View:
        return _view_before_play(self, self.hand, seat)


def _view_before_play(state: State, hand: Hand, seat: int | None) -> View:
    return views.before_play(state, hand, [hand.cards_held(player) for player in range(SEATS)], seat)


def _log(hand: Hand, seat: int, text: str) -> tuple[Move, ...]:
    """Return the log of a hand with one more move."""
    return (*hand.log, Move(seat, canonical(text)))


class Playing(Course, State):
    """A position between two cards (M6)."""

    __slots__ = ()

    phase = "play"

    @property
    def number(self) -> int:
        return self.hand.sheet.number

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return self.trick.turn

    @property
    def to_act(self) -> tuple[int, ...]:
        return (self.turn,)

    def legal(self, seat: int) -> Legal:
        return plays(follow.playable(self.trick, self.hands[seat])) if seat == self.turn else NOTHING

    def barred(self, seat: int) -> dict[str, Barred]:
        return follow.barred(self.trick, self.hands[seat]) if seat == self.turn else {}

    def apply(self, seat: int, text: str) -> State:
        hand, hands, tricks, trick = self
        if seat != trick.turn:
            raise not_to_act(seat)
        card = read_play(text, hand.sheet.setup.pack)
        if refusal := follow.why_not_play(trick, hands[seat], card):
            raise refusal
        hands = with_seat(hands, seat, hands[seat] ^ card)
        trick = Trick(trick.leader, (*trick.cards, card))
        if len(trick.cards) < SEATS:
            return Playing(hand, hands, tricks, trick)
        leader = winner(trick)
        tricks = (*tricks, Trick(trick.leader, trick.cards, leader))
        if any(hands):
            return Playing(hand, hands, tricks, Trick(leader))  # M6.1: the winner leads to the next trick
        return hand_over(hand.sheet, end_played_hand(hand, tricks))

    def view(self, seat: int | None) -> View:
        return views.playing(self, self, seat)

    def score(self) -> Score:
        return score(self.hand.sheet)


def hand_over(sheet: Sheet, last: Last) -> State:
    """Return the position after a hand, played or bought off (M3.8). The last hand ends the game (M1.3)."""
    scored = sheet._replace(points=(*sheet.points, last.points), last=last)
    if scored.is_complete:
        return Finished(scored)
    return Dealing(scored._replace(number=sheet.number + 1, dealer=next_dealer(sheet)))


@dataclass(frozen=True, slots=True)
class Finished(BetweenHands):
    """The last hand is over."""

    phase = "finished"
    finished = True
