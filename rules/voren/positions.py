"""The positions of Voren: deal, dealer's decision, staying in, play, end. They alone say what comes next."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.cards import each
from rules.contract import NOTHING, Barred, Expects, Legal, Refusal, Score, State, View, not_expected, not_to_act
from rules.trick_counts import count_tricks_won
from rules.voren import views
from rules.voren.cards import CARDS, name_of
from rules.voren.deal import deal_pack, decision_due, decision_made, initial_words
from rules.voren.follow import followable, why_not_follow
from rules.voren.lead import first_leader, leadable, play_order, why_not_lead
from rules.voren.moves import DECISIONS, canonical, card_of, plays
from rules.voren.pot import payments_into_pot
from rules.voren.records import Hand, Last, PlayedCard, Sheet, Trick, Words
from rules.voren.scoring import exempt_from_match, score, settle, settle_sheet
from rules.voren.stay import cards_for_play, is_one_left, legal_words, play_due, why_not_say, words_after
from rules.voren.trick import with_card


@dataclass(frozen=True, slots=True)
class BetweenHands(State):
    """A position without a hand on the table."""

    sheet: Sheet

    @property
    def number(self) -> int:
        """The number of the hand that is awaited, or of the last one."""
        return self.sheet.number

    def score(self) -> Score:
        """Return the score as the sheet stands (V6.6)."""
        return score(self.sheet)

    def view(self, seat: int | None) -> View:
        """Return all that `seat` may know (K5); docs/views/voren.md has the keys."""
        return views.between(self, self.sheet, seat)


@dataclass(frozen=True, slots=True)
class Dealing(BetweenHands):
    """Phase `deal`: the order of the pack is awaited (K3)."""

    phase: ClassVar[str] = "deal"

    @property
    def expects(self) -> Expects:
        """The whole pack."""
        return Expects("deal", self.sheet.setup.pack)

    def chance(self, event: str, cards: Sequence[str]) -> State:
        """Deal (V3.1) and turn up (V3.2). Return the position in which the dealer decides."""
        if event != "deal":
            raise not_expected(event)
        sheet = self.sheet
        order = CARDS.order(cards, sheet.setup.pack)
        deal = deal_pack(sheet.setup, sheet.dealer, order)
        return Deciding(Hand(sheet, order, deal, initial_words(sheet.setup.seats)), sheet.dealer)


@dataclass(frozen=True, slots=True)
class InHand(State):
    """A position in the middle of a hand: it is one seat's turn."""

    hand: Hand
    turn: int

    @property
    def number(self) -> int:
        """The number of the hand."""
        return self.hand.sheet.number

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seat whose turn it is."""
        return (self.turn,)

    @property
    @abstractmethod
    def moves(self) -> tuple[str, ...]:
        """The legal moves of the seat whose turn it is."""

    @abstractmethod
    def after_move(self, move: str) -> State:
        """Return the position after a move, in canonical text, of the seat whose turn it is. Raises Refusal."""

    def legal(self, seat: int) -> Legal:
        """Return the listed moves; Voren has no templates."""
        return Legal(self.moves) if seat == self.turn else NOTHING

    def apply(self, seat: int, text: str) -> State:
        """Return the position after this move; see `State.apply`."""
        if seat != self.turn:
            raise not_to_act(seat)
        return self.after_move(canonical(text))

    def score(self) -> Score:
        """Return the score as the hand began."""
        return score(self.hand.sheet)


@dataclass(frozen=True, slots=True)
class Deciding(InHand):
    """Phase `dealer`: the turn-up lies, nobody has seen a card, the dealer decides (V3.4)."""

    phase: ClassVar[str] = "dealer"

    @property
    def moves(self) -> tuple[str, ...]:
        """The four decisions of V3.4."""
        return tuple(DECISIONS)

    def after_move(self, move: str) -> State:
        """Return the position after the dealer's decision (V3.4). Eldest speaks first (V4.1)."""
        if move not in DECISIONS:
            raise decision_due()
        poke, all_play = DECISIONS[move]
        words = Words(poke, all_play, self.hand.words.states, None)
        return Staying(self.hand.with_words(words), self.hand.sheet.eldest)

    def view(self, seat: int | None) -> View:
        """Return all that `seat` may know (K5); docs/views/voren.md has the keys."""
        return views.deciding(self, self.hand, seat)


@dataclass(frozen=True, slots=True)
class Staying(InHand):
    """Phase `stay`: from Eldest round to the dealer each seat speaks once (V4.1)."""

    phase: ClassVar[str] = "stay"

    @property
    def moves(self) -> tuple[str, ...]:
        """Return `stay`, `fold` (V4.3), `poke` (V4.2)."""
        return legal_words(self.hand.words)

    def after_move(self, move: str) -> State:
        """Return the position after a seat stays in, folds or takes the poke (V4). The dealer speaks last."""
        if refusal := why_not_say(move, self.hand.words):
            raise refusal
        words = words_after(self.hand.words, self.turn, move)
        hand = self.hand.with_words(words)
        if is_one_left(words):  # V4.4
            return hand_over(hand, ())
        if self.turn == hand.sheet.dealer:
            return next_lead(hand, first_leader(self.turn, words.seats_in), words.seats_in, 0, ())
        return Staying(hand, (self.turn + 1) % len(words.states))

    def view(self, seat: int | None) -> View:
        """Return all that `seat` may know (K5); docs/views/voren.md has the keys."""
        return views.staying(self, self.hand, 0, seat)


@dataclass(frozen=True, slots=True)
class Playing(InHand):
    """Phase `play`: three tricks (V5).

    `order` are the seats in the order in which they play to the trick in progress, `played_cards` all cards played so
    far, `tricks` the finished tricks, and `trick` is the one in progress, None before the lead.
    """

    order: tuple[int, ...]

    played_cards: int
    tricks: tuple[Trick, ...]
    trick: Trick | None

    phase: ClassVar[str] = "play"

    def cards_held(self, seat: int) -> int:
        """Return the cards that a seat holds."""
        return cards_for_play(self.hand.deal, self.hand.words, seat) & ~self.played_cards

    @property
    def playable(self) -> int:
        """The cards that the seat whose turn it is may play (V5)."""
        own_cards, trumps, trick = self.cards_held(self.turn), self.hand.deal.trumps, self.trick
        if trick:
            return followable(own_cards, trick.led_card, trick.winning_play.card, trumps)
        return leadable(own_cards, trumps, len(self.tricks))

    @property
    def moves(self) -> tuple[str, ...]:
        """One move a card that may be played."""
        return plays(self.playable)

    def after_move(self, move: str) -> State:
        """Return the position after a seat plays a card (V5)."""
        card = card_of(move)
        if card is None:
            raise decision_made() if move in DECISIONS else play_due()
        if refusal := self._why_not_play(card):
            raise refusal
        hand, order, played_cards = self.hand, self.order, self.played_cards | card
        trick = with_card(self.trick, PlayedCard(self.turn, card), hand.deal.trumps)
        if len(trick.cards) < len(order):
            return Playing(hand, order[len(trick.cards)], order, played_cards, self.tricks, trick)
        tricks = (*self.tricks, trick)
        if card == self.cards_held(self.turn):  # the last card of the last trick
            return hand_over(hand, tricks)
        return next_lead(hand, trick.winner, order, played_cards, tricks)

    def _why_not_play(self, card: int) -> Refusal | None:
        """Return why the seat whose turn it is may not play a card; None if it may."""
        own_cards, trumps, trick = self.cards_held(self.turn), self.hand.deal.trumps, self.trick
        if not card & own_cards:
            sentence = "You do not hold the {name} ({card})."
            return Refusal("illegal_move", "K4.3", sentence, name=name_of(card), card=CARDS.text[card])
        if trick:
            return why_not_follow(card, own_cards, trick.led_card, trick.winning_play.card, trumps)
        return why_not_lead(card, own_cards, trumps, len(self.tricks))

    def barred(self, seat: int) -> dict[str, Barred]:
        """Return the refusal of each card that the seat to act may not play now, with the cards that it may play."""
        if seat != self.turn:
            return {}
        instead = tuple(CARDS.listed(self.playable))
        cards = each(self.cards_held(seat))
        return {CARDS.text[card]: Barred(refusal, instead) for card in cards if (refusal := self._why_not_play(card))}

    def view(self, seat: int | None) -> View:
        """Return all that `seat` may know (K5); docs/views/voren.md has the keys."""
        return views.playing(self, self.hand, self.played_cards, self.tricks, self.trick, seat)


@dataclass(frozen=True, slots=True)
class Finished(BetweenHands):
    """Phase `finished`: the last hand is settled."""

    phase: ClassVar[str] = "finished"
    finished: ClassVar[bool] = True


def next_lead(hand: Hand, leader: int, seats: tuple[int, ...], played_cards: int, tricks: tuple[Trick, ...]) -> Playing:
    """Return the position before `leader` leads the next trick. `seats` are those still in."""
    return Playing(hand, leader, play_order(leader, seats), played_cards, tricks, None)


def hand_over(hand: Hand, tricks: tuple[Trick, ...]) -> State:
    """Settle the hand (V6). Return the position before the next deal (V6.4), or after the game."""
    sheet, setup, seats_in = hand.sheet, hand.sheet.setup, hand.words.seats_in
    is_last = sheet.number + 1 == setup.length
    payments = payments_into_pot(setup.ante, sheet.dealer, sheet.debts)
    tricks_won, exempt = count_tricks_won(tricks, setup.seats), exempt_from_match(tricks)
    settlement = settle(payments, setup.ante, setup.limit, seats_in, tricks_won, exempt, is_last)
    last = Last(sheet.number, sheet.dealer, hand.order, hand.deal, hand.words, tricks, payments, settlement)
    points = (*sheet.points, settlement.points)
    if is_last:
        return Finished(Sheet(setup, sheet.number, sheet.dealer, points, settlement.debts, last))
    return Dealing(Sheet(setup, sheet.number + 1, sheet.eldest, points, settlement.debts, last))  # V6.4


def settle_debts(state: State) -> State:
    """Return the position after V6.5, with the hand that ended last as the last one; a hand in progress stays as
    it lies.
    """
    if isinstance(state, BetweenHands):
        sheet = settle_sheet(state.sheet)
        return state if sheet is state.sheet else replace(state, sheet=sheet)
    if isinstance(state, InHand):
        sheet = settle_sheet(state.hand.sheet)
        return state if sheet is state.hand.sheet else replace(state, hand=state.hand._replace(sheet=sheet))
    return state
