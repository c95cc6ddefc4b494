"""The cards of an arrangement as laid down: each wild stands in the place of its card, none is left over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.melds.hands import BITS, CARDS, JOKER, RANKS, copies, texts_of
from rules.melds.suites import SHORTEST

LONGEST: Final = 11
"""Cards in the longest suite (F4.3)."""

Melds = tuple[tuple[str, ...], ...]


class _Wilds:
    """The wild cards of a hand that are not yet in a meld."""

    def __init__(self, ranked: int, jokers: int) -> None:
        self.cards = [*texts_of(ranked), *[JOKER] * jokers]

    def for_place(self, card: str) -> str:
        """Return a wild to stand for `card`: that very card where it is among them."""
        if card in self.cards:
            self.cards.remove(card)
            return card
        return self.cards.pop()

    def take(self, count: int) -> list[str]:
        """Return `count` of these cards."""
        return [self.cards.pop() for _ in range(count)]


class _Suite:
    """A suite as it lies: its suit, its lowest rank, its cards."""

    def __init__(self, suit: int, low: int, cards: list[str]) -> None:
        self.suit = suit
        self.low = low
        self.cards = cards

    @classmethod
    def of(cls, suit: int, run: int, wilds: _Wilds) -> _Suite:
        """Return the suite of these naturals, gaps and a shortage of cards made good with wilds."""
        low = ((run & -run).bit_length() - 1) // BITS
        high = (run.bit_length() - 1) // BITS
        high = max(high, min(low + SHORTEST - 1, len(RANKS) - 1))
        low = min(low, high - SHORTEST + 1)
        suite = cls(suit, low, [])
        for rank in range(low, high + 1):
            suite.cards.append(suite.card(rank) if copies(run, rank) else wilds.for_place(suite.card(rank)))
        return suite

    def card(self, rank: int) -> str:
        """Return the card that is at home in this place."""
        return CARDS[len(RANKS) * self.suit + rank]

    def halves(self) -> list[_Suite]:
        """Return the same cards as two suites."""
        half = len(self.cards) // 2
        return [
            _Suite(self.suit, self.low, self.cards[:half]),
            _Suite(self.suit, self.low + half, self.cards[half:]),
        ]

    def lengthen(self, wilds: _Wilds) -> None:
        """Take in wilds at the top, then at the bottom, as long as there are places and wilds."""
        while wilds.cards and self.low + len(self.cards) < len(RANKS):
            self.cards.append(wilds.for_place(self.card(self.low + len(self.cards))))
        while wilds.cards and self.low > 0:
            self.low -= 1
            self.cards.insert(0, wilds.for_place(self.card(self.low)))


def laid_down(runs: Sequence[tuple[int, int]], families: Sequence[int], ranked: int, jokers: int) -> Melds:
    """Return the melds of these suites (suit and naturals) and families (naturals), with all wilds in them.

    There is a meld, or there are wilds enough for one (F4.2).
    """
    wilds = _Wilds(ranked, jokers)
    suites = [_Suite.of(suit, run, wilds) for suit, run in runs]
    sets = [texts_of(family) for family in families]
    for cards in sets:
        cards += wilds.take(max(0, SHORTEST - len(cards)))
    if sets or len(wilds.cards) >= SHORTEST:
        if wilds.cards:
            sets = sets or [[]]
            sets[0] += wilds.take(len(wilds.cards))
    else:
        if sum(LONGEST - len(suite.cards) for suite in suites) < len(wilds.cards):
            # Only suites of eleven, or one of ten: two halves of it have room enough.
            longest = max(suites, key=lambda suite: len(suite.cards))
            suites.remove(longest)
            suites += longest.halves()
        for suite in suites:
            suite.lengthen(wilds)
    return (*(tuple(suite.cards) for suite in suites), *(tuple(cards) for cards in sets))
