"""Plays in the tarot games: those that do the same, those that waste a card, and the dear cards that a seat saves."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Final, NamedTuple

from rules.contract import View
from rules.players.facts import Fact
from rules.tarot.cards import ABOVE, CARDS, FOOL, KINGS, LED, MAGICIAN, POINTS

DEAR: Final = 5
"""The points of Aces, Kings and Honours."""
PRECIOUS: Final = sum(card for card, points in POINTS.items() if points == DEAR) | CARDS.mask(("17", "18", "19", "20"))
"""Those cards, and the highest trumps."""


class OwnCards(NamedTuple):
    """The facts that a playout shows of a hand's Magician, King or Kings."""

    magician: Fact
    king: Fact
    kings: Fact

    def of(self, hand: int, pile: int) -> dict[Fact, float]:
        """Return the facts of a hand whose own side has this pile in the end."""
        facts: dict[Fact, float] = {}
        if hand & MAGICIAN:
            facts[self.magician] = bool(pile & MAGICIAN)
        if kings := hand & KINGS:
            facts[self.kings if kings & kings - 1 else self.king] = (kings & pile).bit_count()
        return facts


def distinct_plays(cards: Mapping[str, int], between: int, single: int = 0) -> list[str]:
    """Return the first play of each group of cards by move that are worth the same.

    They are of one suit, have as many points, and no card of `between` ranks between them. A card of `single` is a
    group by itself.
    """
    groups: dict[Hashable, str] = {}
    for move, card in cards.items():
        higher = between & LED[card] & -card & ~card
        groups.setdefault(move if card & single else (LED[card], POINTS[card], higher & -higher), move)
    return list(groups.values())


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
