"""M4: the dealer's discard."""

from __future__ import annotations

from dataclasses import dataclass

from rules.contract import NOTHING, Legal, Move, Refusal, Score, State, View, not_to_act, unreadable
from rules.mitigati.declare import Declaring
from rules.mitigati.match import Hand
from rules.mitigati.views import all_dealt, frame
from rules.tarot import CARDS, HONOURS, KINGS, capital, indices, name, read_cards, texts, words


@dataclass(frozen=True, slots=True)
class Discarding(State):
    """The dealer, who holds all its cards, is to lay away as many as it was dealt beyond the others."""

    hand: Hand

    @property
    def phase(self) -> str:
        return "discard"

    @property
    def number(self) -> int:
        return self.hand.match.number

    @property
    def to_act(self) -> tuple[int, ...]:
        return (self.hand.match.dealer,)

    def _count(self) -> int:
        setup = self.hand.match.setup
        return setup.pack.bit_count() - 3 * sum(setup.packets)

    def legal(self, seat: int) -> Legal:
        if seat != self.hand.match.dealer:
            return NOTHING
        count = self._count()
        free = self.hand.held(seat) & ~(KINGS | HONOURS)
        return Legal((), ({"verb": "discard", "count": [count, count], "cards": texts(free)},))

    def apply(self, seat: int, text: str) -> State:
        if seat != self.hand.match.dealer:
            raise not_to_act(seat)
        verb, *found = words(text)
        count = self._count()
        if verb in ("PASS", "ASK", "OFFER", "CONTINUE", "DECLARE", "PLAY"):
            sentence = "The dealer has to discard {count} cards first."
            raise Refusal("illegal_move", "M4.1", sentence, count=count)
        if verb != "DISCARD" or not found:
            raise unreadable(text)
        held = self.hand.held(seat)
        cards = read_cards(found, self.hand.match.setup.pack, held, text)
        if cards & (KINGS | HONOURS):
            raise _kept(indices(cards & (KINGS | HONOURS))[0])
        if cards.bit_count() != count:
            sentence = "Discard exactly {count} cards; you named {given}."
            raise Refusal("illegal_move", "M4.1", sentence, count=count, given=cards.bit_count())
        move = Move(seat, " ".join(("discard", *texts(cards))))
        return Declaring(self.hand.after_discard(move, cards))

    def barred(self, seat: int) -> dict[str, Refusal]:
        if seat != self.hand.match.dealer:
            return {}
        return {CARDS[card]: _kept(card) for card in indices(self.hand.held(seat) & (KINGS | HONOURS))}

    def view(self, seat: int | None) -> View:
        return {**frame(self, self.hand.match, seat), **all_dealt(self.hand, seat)}

    def score(self) -> Score:
        return self.hand.match.score()


def _kept(card: int) -> Refusal:
    """M4.1: why a King or an Honour may not be discarded."""
    sentence = "{card} may not be discarded: Kings and Honours stay in the hand."
    return Refusal("illegal_move", "M4.1", sentence, card=capital(name(card)))
