"""M4: the dealer's discard."""

from __future__ import annotations

from typing import Final

from rules.contract import Barred, Legal, Refusal, unreadable
from rules.mitigati.moves import VERBS
from rules.mitigati.records import Setup
from rules.tarot.cards import CARDS, HONOURS, KINGS, capital, indices, name, texts
from rules.tarot.moves import misplaced, read_cards, words
from rules.templates import Cards

KEPT: Final = KINGS | HONOURS
"""M4.1: what may not be discarded."""


def discardable(setup: Setup, held: int) -> Legal:
    """M4.1: what a dealer who holds these cards may discard."""
    return Legal((), (Cards("discard", setup.extra, setup.extra, tuple(texts(held & ~KEPT))),))


def read_discard(text: str, setup: Setup, held: int) -> int:
    """The cards that a dealer who holds these lays away by this move. Raises Refusal: K7.1, K4.3, M4.1."""
    verb, *named = words(text)
    count = setup.extra
    if verb != "DISCARD":
        raise misplaced(verb, VERBS, text, "M4.1", "The dealer has to discard {count} cards first.", count=count)
    if not named:
        raise unreadable(text)
    cards = read_cards(named, setup.pack, held, text)
    for card in indices(cards & KEPT):
        raise _kept(card)
    if len(named) != count:
        sentence = "Discard exactly {count} cards; you named {given}."
        raise Refusal("illegal_move", "M4.1", sentence, count=count, given=len(named))
    return cards


def barred(held: int) -> dict[str, Barred]:
    """The cards that a dealer who holds these may not discard."""
    instead = tuple(texts(held & ~KEPT))
    return {CARDS[card]: Barred(_kept(card), instead) for card in indices(held & KEPT)}


def _kept(card: int) -> Refusal:
    """M4.1: why a King or an Honour may not be discarded."""
    sentence = "{card} may not be discarded: Kings and Honours stay in the hand."
    return Refusal("illegal_move", "M4.1", sentence, card=capital(name(card)))
