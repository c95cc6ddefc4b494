"""The search for the families that, with the best suites of what they leave, take in the most points."""

# It is cut off by what the families not yet decided could add at most. A single card with two wilds is a suite in its
# table, so families here have two naturals or more.

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate, product
from typing import NamedTuple

from rules.melds.hands import BITS, LOWEST, RANKS, SUIT_BITS, SUITS, copies, rank_of
from rules.melds.suites import REMEMBERED, SHORTEST, best_suites


class Family(NamedTuple):
    """Two or more naturals of one rank: the wilds it needs, what its naturals count, and they themselves as a hand."""

    cost: int
    points: int
    cards: int


@lru_cache(REMEMBERED)
def families_of(cards: int, rank: int) -> tuple[Family, ...]:
    """Return the families (F4.1) of two naturals or more that some cards of one rank can make, the largest first."""
    numbers = [rank + len(RANKS) * suit for suit in range(len(SUITS))]
    families: list[Family] = []
    for counts in product(*(range(copies(cards, number) + 1) for number in numbers)):
        size = sum(counts)
        if size >= 2:
            family_cards = sum(count << SUIT_BITS * suit for suit, count in enumerate(counts)) << BITS * rank
            families.append(Family(max(0, SHORTEST - size), size * (rank + LOWEST), family_cards))
    families.sort(key=lambda family: (family.cost, -family.points))
    return tuple(families)


class Search:
    """The best choice of families for one hand's naturals.

    `best` are the most points in melds, `families` the choice, `pool` the naturals and `wilds` the wilds that it leaves
    to the suites.
    """

    def __init__(self, naturals: int, wilds: int, total: int) -> None:
        """`total` is what all naturals count."""
        self.families: tuple[Family, ...] = ()
        self.pool = naturals
        self.wilds = wilds
        self._total = total
        suites = best_suites(naturals, wilds)
        self.best = suites[wilds]
        ranks = [families_of(rank_of(naturals, rank), rank) for rank in range(len(RANKS))]
        possible = [[family for family in families if family.cost <= wilds] for families in ranks]
        self._options = [families for families in reversed(possible) if families]
        """For each rank that could be a family its families, the dearest rank first."""
        largest = [families[0].points for families in self._options]
        self._later = [sum(largest) - points for points in accumulate(largest)]
        """For each of them what the families of all later ranks can hold."""
        self._descend(0, naturals, wilds, 0, suites, ())

    def _descend(
        self, start: int, pool: int, wilds: int, points: int, suites: list[int], chosen: tuple[Family, ...]
    ) -> None:
        """Try more families, of the ranks from `start` on. `suites` is what suites make of `pool`, by wilds spent."""
        for place in range(start, len(self._options)):
            for family in self._options[place]:
                if self.best == self._total:
                    return
                if family.cost > wilds:
                    continue
                remaining = wilds - family.cost
                worth = points + family.points
                if worth + self._later[place] + suites[remaining] <= self.best:
                    continue
                cards_left = pool - family.cards
                suites_here = best_suites(cards_left, remaining)
                families = (*chosen, family)
                if worth + suites_here[remaining] > self.best:
                    self.best = worth + suites_here[remaining]
                    self.families, self.pool, self.wilds = families, cards_left, remaining
                self._descend(place + 1, cards_left, remaining, worth, suites_here, families)
