"""Wasteful plays in the tarot games: cards that any player would keep, whatever the hidden cards are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.contract import View
from rules.tarot.cards import ABOVE, CARDS, FOOL, POINTS

DEAR: Final = 5
"""The points of Aces, Kings and Honours."""
PRECIOUS: Final = sum(card for card, points in POINTS.items() if points == DEAR) | CARDS.mask(("17", "18", "19", "20"))
"""Those cards, and the highest trumps."""


def precious(view: View) -> set[str]:
    """Return the plays of cards that nobody parts with by mistake: of Aces, Kings, Honours and the highest trumps."""
    return {move for move in view["moves"] if move.startswith("play ") and CARDS.bit[move.split(" ")[1]] & PRECIOUS}


def given_away(moves: Sequence[str], best: int) -> set[str]:
    """Return the dear cards that lose a trick with this best card, where a card of 1 would lose it, too.

    The Fool is not lost.
    """
    cards = {move: CARDS.bit[move.split(" ")[1]] for move in moves}
    lost = {move: POINTS[card] for move, card in cards.items() if card != FOOL and not card & ABOVE[best]}
    return {move for move, points in lost.items() if points == DEAR} if 1 in lost.values() else set()
