"""C3: which cards the dealer may discard, which it must, and why not others."""

from __future__ import annotations

from typing import Final

from rules.contract import Refusal
from rules.tarot.cards import BIT, HONOURS, KINGS, PLAIN, TRUMPS, capital, indices, name

COMMON: Final = PLAIN & ~KINGS
"""The cards that may always be discarded (C3.1)."""


def discardable(held: int, count: int) -> tuple[int, int]:
    """C3.1: of a dealer's cards, those that may be among the `count` it discards, and those that must."""
    common = held & COMMON
    if common.bit_count() >= count:
        return common, 0
    return common | held & TRUMPS & ~HONOURS, common


def barred(held: int, cards: int, count: int) -> Refusal | None:
    """Why a dealer may not discard these of its cards; None if it may."""
    free, must = discardable(held, count)
    if cards & ~free:
        return kept(indices(cards & ~free)[0])
    if cards.bit_count() != count:
        sentence = "Discard exactly {count} cards; you named {given}."
        return Refusal("illegal_move", "C3.1", sentence, count=count, given=cards.bit_count())
    if must & ~cards:
        sentence = "Trumps may go only when everything else that may go goes too; {card} is left."
        return Refusal("illegal_move", "C3.1", sentence, card=name(indices(must & ~cards)[0]))
    return None


def kept(card: int) -> Refusal:
    """Why a card that is not `discardable` stays in the hand."""
    if BIT[card] & (KINGS | HONOURS):
        sentence = "{card} may not be discarded: Kings and Honours stay in the hand."
    else:
        sentence = "{card} may not be discarded: trumps may go only when there are too few other cards."
    return Refusal("illegal_move", "C3.1", sentence, card=capital(name(card)))
