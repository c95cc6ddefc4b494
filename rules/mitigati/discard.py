"""M4: the dealer's discard."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.contract import NOTHING, Barred, Legal, Move, Refusal, Score, State, View, not_to_act, unreadable
from rules.mitigati.declare import declaring
from rules.mitigati.match import Hand
from rules.mitigati.views import all_dealt, frame
from rules.tarot_tuned import CARDS, HONOURS, INDEX, KINGS, capital, indices, name, read_cards, texts, words
from rules.templates import Cards
from rules.tricks import make

KEPT: Final = KINGS | HONOURS
"""M4.1: what may not be discarded."""


class _Dealt(NamedTuple):
    hand: Hand
    to_act: tuple[int, ...]


class Discarding(_Dealt, State):  # pyright: ignore[reportIncompatibleVariableOverride]: a field for a property
    """The dealer, who holds all its cards, is to lay away as many as it was dealt beyond the others."""

    __slots__ = ()

    finished = False  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride]: asked at every move

    @property
    def phase(self) -> str:
        return "discard"

    @property
    def number(self) -> int:
        return self.hand.match.number

    def legal(self, seat: int) -> Legal:
        hand = self.hand
        match = hand.match
        if seat != match.dealer:
            return NOTHING
        count = match.setup.surplus
        free = hand.dealt[seat] & ~KEPT
        return Legal((), (Cards("discard", count, count, tuple(texts(free))),))

    def apply(self, seat: int, text: str) -> State:
        hand = self.hand
        match = hand.match
        if seat != match.dealer:
            raise not_to_act(seat)
        verb, *found = words(text)
        count = match.setup.surplus
        if verb in ("PASS", "ASK", "OFFER", "CONTINUE", "DECLARE", "PLAY"):
            sentence = "The dealer has to discard {count} cards first."
            raise Refusal("illegal_move", "M4.1", sentence, count=count)
        if verb != "DISCARD" or not found:
            raise unreadable(text)
        cards = read_cards(found, match.setup.pack, hand.dealt[seat], text)
        if cards & KEPT:
            raise _kept(indices(cards & KEPT)[0])
        if cards.bit_count() != count:
            sentence = "Discard exactly {count} cards; you named {given}."
            raise Refusal("illegal_move", "M4.1", sentence, count=count, given=cards.bit_count())
        found.sort(key=INDEX.__getitem__)
        move = make(Move, (seat, "discard " + " ".join(found)))
        return declaring(hand.after_discard(move, cards))

    def barred(self, seat: int) -> dict[str, Barred]:
        if seat != self.hand.match.dealer:
            return {}
        instead = tuple(texts(self.hand.held(seat) & ~KEPT))
        return {CARDS[card]: Barred(_kept(card), instead) for card in indices(self.hand.held(seat) & KEPT)}

    def view(self, seat: int | None) -> View:
        return {**frame(self, self.hand.match, seat), **all_dealt(self.hand, seat)}

    def score(self) -> Score:
        return self.hand.match.score()


def _kept(card: int) -> Refusal:
    """M4.1: why a King or an Honour may not be discarded."""
    sentence = "{card} may not be discarded: Kings and Honours stay in the hand."
    return Refusal("illegal_move", "M4.1", sentence, card=capital(name(card)))
