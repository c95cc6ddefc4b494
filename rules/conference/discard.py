"""C3: the dealer's discard. C4.1: the dealer names the gallowglass suit."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.conference.match import Hand
from rules.conference.play import begin
from rules.conference.views import after_deal, frame
from rules.contract import NOTHING, Barred, Legal, Move, Refusal, Score, State, View, not_to_act, unreadable
from rules.tarot_tuned import (
    CARDS,
    HONOURS,
    KINGS,
    PLAIN,
    SUIT_MASKS,
    SUITS,
    TRUMPS,
    capital,
    indices,
    name,
    read_cards,
    texts,
    words,
)
from rules.templates import Cards
from rules.tricks import make


def discardable(held: int, count: int) -> tuple[int, int]:
    """C3.1: of a dealer's cards, those that may be discarded and those among them that must."""
    plain = held & PLAIN & ~KINGS
    if plain.bit_count() >= count:
        return plain, 0
    return plain | held & TRUMPS & ~HONOURS, plain


class _Dealt(NamedTuple):
    hand: Hand
    to_act: tuple[int, ...]


class _Dealers(_Dealt, State):  # pyright: ignore[reportIncompatibleVariableOverride]: a field for a property
    """A position after the deal in which only the dealer may move."""

    __slots__ = ()

    @property
    def number(self) -> int:
        return self.hand.match.number

    def view(self, seat: int | None) -> View:
        held = tuple(self.hand.held(one) for one in range(4))
        return {**frame(self, self.hand.match, seat), **after_deal(self.hand, seat, held)}

    def score(self) -> Score:
        return self.hand.match.score()


class Discarding(_Dealers):
    """The dealer, who holds all its cards, is to lay away as many as it was dealt beyond the others."""

    __slots__ = ()

    @property
    def phase(self) -> str:
        return "discard"

    def legal(self, seat: int) -> Legal:
        match = self.hand.match
        if seat != match.dealer:
            return NOTHING
        count = match.setup.surplus
        free, must = discardable(self.hand.held(seat), count)
        return Legal((), (Cards("discard", count, count, tuple(texts(free)), tuple(texts(must))),))

    def apply(self, seat: int, text: str) -> State:
        match = self.hand.match
        if seat != match.dealer:
            raise not_to_act(seat)
        verb, *found = words(text)
        count = match.setup.surplus
        if verb in ("CUT", "RESHUFFLE", "GALLOWGLASS", "PLAY"):
            raise Refusal("illegal_move", "C3.1", "The dealer has to discard {count} cards first.", count=count)
        if verb != "DISCARD" or not found:
            raise unreadable(text)
        held = self.hand.held(seat)
        cards = read_cards(found, match.setup.pack, held, text)
        free, must = discardable(held, count)
        if cards & ~free:
            raise _kept(indices(cards & ~free)[0])
        if cards.bit_count() != count:
            sentence = "Discard exactly {count} cards; you named {given}."
            raise Refusal("illegal_move", "C3.1", sentence, count=count, given=cards.bit_count())
        if must & ~cards:
            sentence = "Trumps may go only when everything else that may go goes too; {card} is left."
            raise Refusal("illegal_move", "C3.1", sentence, card=name(indices(must & ~cards)[0]))
        match, opening, order, dealt, *_, step = self.hand
        move = make(Move, (seat, " ".join(["discard", *texts(cards)])))
        hand = make(Hand, (match, opening, order, dealt, (move,), cards, 0, step))
        return Hiring(hand, self.to_act) if match.setup.gallowglass else begin(hand)

    def barred(self, seat: int) -> dict[str, Barred]:
        match = self.hand.match
        if seat != match.dealer:
            return {}
        held = self.hand.held(seat)
        free, _ = discardable(held, match.setup.surplus)
        instead = tuple(texts(free))
        return {CARDS[card]: Barred(_kept(card), instead) for card in indices(held & ~free)}


def _kept(card: int) -> Refusal:
    """C3.1: why a card may not be discarded."""
    if KINGS >> card & 1 or HONOURS >> card & 1:
        sentence = "{card} may not be discarded: Kings and Honours stay in the hand."
    else:
        sentence = "{card} may not be discarded: trumps may go only when there are too few other cards."
    return Refusal("illegal_move", "C3.1", sentence, card=capital(name(card)))


NAMES: Final = {f"gallowglass {letter}": mask for letter, mask in zip(SUITS, SUIT_MASKS, strict=True)}
NAMES["gallowglass none"] = 0


class Hiring(_Dealers):
    """The dealer may name a gallowglass suit."""

    __slots__ = ()

    @property
    def phase(self) -> str:
        return "gallowglass"

    def legal(self, seat: int) -> Legal:
        return Legal(tuple(NAMES)) if seat == self.hand.match.dealer else NOTHING

    def apply(self, seat: int, text: str) -> State:
        if seat != self.hand.match.dealer:
            raise not_to_act(seat)
        found = words(text)
        if found[0] in ("CUT", "RESHUFFLE", "DISCARD", "PLAY"):
            sentence = "Name the gallowglass suit first, or say that you hire none."
            raise Refusal("illegal_move", "C4.1", sentence)
        named = canonical_name(found)
        if named not in NAMES:
            raise unreadable(text)
        hand = self.hand._replace(log=(*self.hand.log, Move(seat, named)), hired=NAMES[named])
        return begin(hand)


def canonical_name(found: list[str]) -> str:
    """The canonical text of these upper-case words as a naming of the gallowglass suit (K7.1)."""
    verb, *rest = found
    return " ".join((verb.lower(), *("none" if word == "NONE" else word for word in rest)))
