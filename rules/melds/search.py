"""The search for the families that, with the best suites of what they leave, take in the most points.

It is cut off by what the families not yet decided could add at most. A single card with two wilds is a suite in its
table, so families here have two naturals or more.
"""

from __future__ import annotations

from itertools import product
from operator import add, sub
from typing import Final, NamedTuple

from rules.melds.hands import RANK, ROW, SUIT_BITS
from rules.melds.suites import PLANS, TABLES, best_suites, joined, table_of

_ONES: Final = 0x11111111111
_REMEMBERED: Final = 100_000


class Family(NamedTuple):
    """Two or more naturals of one rank: the wilds it needs, what its naturals count, and they themselves as a hand."""

    cost: int
    points: int
    cards: int


_subsets: dict[tuple[int, int], tuple[Family, ...]] = {}


def families_of(column: int, rank: int) -> tuple[Family, ...]:
    """The families of two naturals or more that a rank's cards (`column`, at rank 0) can make, the largest first."""
    known = _subsets.get((column, rank))
    if known is not None:
        return known
    if len(_subsets) > _REMEMBERED:
        _subsets.clear()
    counts = [column >> SUIT_BITS * suit & 15 for suit in range(5)]
    found: list[Family] = []
    for taken in product(*(range(count + 1) for count in counts)):
        size = sum(taken)
        if size >= 2:
            cards = sum(number << SUIT_BITS * suit for suit, number in enumerate(taken)) << 4 * rank
            found.append(Family(max(0, 3 - size), size * (rank + 3), cards))
    found.sort(key=lambda family: (family.cost, -family.points))
    _subsets[column, rank] = tuple(found)
    return _subsets[column, rank]


def _candidates(naturals: int, wilds: int) -> tuple[list[tuple[Family, ...]], list[list[int]]]:
    """For each rank that could be a family its families, dearest rank first; and a bound on what is still to come.

    The bound's entry for a place has, by wilds spent, the most that families of its rank and all later ones can hold.
    """
    ranks = (
        (naturals & ROW)
        + (naturals >> SUIT_BITS & ROW)
        + (naturals >> 2 * SUIT_BITS & ROW)
        + (naturals >> 3 * SUIT_BITS & ROW)
        + (naturals >> 4 * SUIT_BITS)
    )
    many = (ranks >> 3 | ranks >> 2 | (ranks >> 1 if wilds else ranks & ranks >> 1)) & _ONES
    options: list[tuple[Family, ...]] = []
    bounds = [[0] * (wilds + 1)]
    while many:
        bit = (many & -many).bit_length() - 1
        many &= many - 1
        rank = bit >> 2
        options.append(families_of((naturals & RANK[rank]) >> bit, rank))
        size = ranks >> bit & 15
        bound = bounds[-1]
        if size > 2:
            bounds.append([points + size * (rank + 3) for points in bound])
        else:
            # Ranks come in rising order: this pair is worth more than any before it.
            bounds.append([bound[0], *(points + 2 * (rank + 3) for points in bound[:-1])])
    options.reverse()
    bounds.reverse()
    return options, bounds


class Search:
    """The best choice of families for one hand's naturals: `best` points in melds, and what the choice was."""

    __slots__ = ("best", "bounds", "families", "options", "pool", "total", "wilds")

    def __init__(self, naturals: int, wilds: int, total: int, floor: int = -1) -> None:
        """`floor`: only what beats it is of interest; `best` stays at it where nothing does."""
        self.total = total
        self.families: tuple[Family, ...] = ()
        self.pool = naturals
        self.wilds = wilds
        suites = best_suites(naturals, wilds)
        self.best = max(suites[wilds], floor)
        if self.best < total:
            self.options, self.bounds = _candidates(naturals, wilds)
            self.descend(0, naturals, wilds, 0, suites, ())

    def descend(
        self, index: int, pool: int, wilds: int, points: int, suites: list[int], chosen: tuple[Family, ...]
    ) -> None:
        """Try more families, of the ranks from `index` on. `suites` is what suites make of `pool`, by wilds spent."""
        for place in range(index, len(self.options)):
            bound = self.bounds[place + 1]
            for family in self.options[place]:
                cost, worth, cards = family
                if cost > wilds:
                    continue
                left = wilds - cost
                most = points + worth + (max(map(add, bound, suites[left::-1])) if left else bound[0] + suites[0])
                if most <= self.best:
                    continue
                rest = pool - cards
                here = best_suites(rest, left)
                value = points + worth + here[left]
                if value > self.best:
                    self.best = value
                    self.families = (*chosen, family)
                    self.pool = rest
                    self.wilds = left
                    if value == self.total:
                        return
                if bound[left]:
                    self.descend(place + 1, rest, left, points + worth, here, (*chosen, family))
                    if self.best == self.total:
                        return


class Removals:
    """One search for all discards: for each of some cards the most points in melds when one copy of it is away.

    It walks over the same families as `Search`, once; at each choice the suites are put together for all cards at once.
    """

    __slots__ = ("best", "bounds", "ceilings", "lowest", "options")

    def __init__(self, naturals: int, wilds: int, ceilings: dict[int, int], whole: Search | None = None) -> None:
        """`whole` is the best choice for the whole hand; without it only what reaches a ceiling is of interest."""
        self.ceilings = ceilings
        """Card number -> what cannot be exceeded; a card that has reached it is done with."""
        self.best = {number: -1 if whole else ceiling - 1 for number, ceiling in ceilings.items()}
        self.lowest = min(self.best.values())
        """The least of `best` among cards that are not done; a choice that cannot beat it helps no card."""
        if whole:
            self.begin(whole)
        if self.ceilings:
            suites = best_suites(naturals, wilds)
            if suites[wilds] > self.lowest:
                self.measure(naturals, wilds, 0, suites[wilds])
            if self.ceilings:
                self.options, self.bounds = _candidates(naturals, wilds)
                self.descend(0, naturals, wilds, 0, suites)

    def begin(self, whole: Search) -> None:
        """Start from the best choice for the whole hand, each family a card smaller for the cards that it holds."""
        points = sum([family.points for family in whole.families])
        suites = best_suites(whole.pool, whole.wilds)
        for family in whole.families:
            cards = family.cards
            size = 0
            held: list[int] = []
            while cards:
                shift = (cards & -cards).bit_length() - 1 & ~3
                size += cards >> shift & 15
                cards &= ~(15 << shift)
                held.append(shift >> 2)
            extra = 1 if size <= 3 else 0
            if extra > whole.wilds:
                continue
            value = points - held[0] % 11 - 3 + suites[whole.wilds - extra]
            for number in held:
                if number in self.ceilings and self.best[number] < value:
                    self.best[number] = value
                    if value >= self.ceilings[number]:
                        del self.ceilings[number]
        self.measure(whole.pool, whole.wilds, points, whole.best)

    def measure(self, pool: int, wilds: int, points: int, here: int) -> None:
        """Weigh one choice of families for every card still sought of which the suites have a copy."""
        best, ceilings = self.best, self.ceilings
        sought = [number for number in ceilings if best[number] < here and pool >> 4 * number & 15]
        if not sought:
            return
        others: dict[int, list[int]] = {}
        changed = False
        for number in sought:
            suit = number // 11
            rank = number - 11 * suit
            row = pool >> SUIT_BITS * suit & ROW
            less = row - (1 << 4 * rank)
            values = TABLES.get(row) or table_of(row)
            fewer = TABLES.get(less) or table_of(less)
            if not wilds:
                value = here - values[0] + fewer[0]
            else:
                # What the suit loses at each number of wilds bounds what the whole loses.
                if here - min(rank + 3, *map(sub, values[: wilds + 1], fewer)) <= best[number]:
                    continue
                rest = others.get(suit)
                if rest is None:
                    rest = others[suit] = best_suites(pool - (row << SUIT_BITS * suit), wilds)[::-1]
                value = points + max(map(add, fewer, rest))
            if value > best[number]:
                best[number] = value
                changed = True
                if value >= ceilings[number]:
                    del ceilings[number]
        if changed:
            self.lowest = min([best[number] for number in ceilings], default=0)

    def descend(self, index: int, pool: int, wilds: int, points: int, suites: list[int]) -> None:
        """Try more families, of the ranks from `index` on."""
        for place in range(index, len(self.options)):
            bound = self.bounds[place + 1]
            for cost, worth, cards in self.options[place]:
                if cost > wilds:
                    continue
                left = wilds - cost
                most = points + worth + (max(map(add, bound, suites[left::-1])) if left else bound[0] + suites[0])
                if most <= self.lowest:
                    continue
                rest = pool - cards
                here = best_suites(rest, left)
                if points + worth + here[left] > self.lowest:
                    self.measure(rest, left, points + worth, points + worth + here[left])
                    if not self.ceilings:
                        return
                if bound[left]:
                    self.descend(place + 1, rest, left, points + worth, here)
                    if not self.ceilings:
                        return


def suites_chosen(search: Search) -> list[tuple[int, int]]:
    """The suites of the best choice, as (suit, naturals of the suite)."""
    wilds = search.wilds
    rows = [search.pool >> SUIT_BITS * suit & ROW for suit in range(5)]
    so_far = [[0] * (wilds + 1)]
    for row in rows[:-1]:
        so_far.append(joined(so_far[-1], table_of(row), wilds))
    found: list[tuple[int, int]] = []
    for suit in range(4, -1, -1):
        before, values = so_far[suit], table_of(rows[suit])
        spent = max(range(min(wilds + 1, len(values))), key=lambda more: before[wilds - more] + values[more])
        found += [(suit, run) for run in PLANS[rows[suit]][spent]]
        wilds -= spent
    found.reverse()
    return found


def uncovered(search: Search) -> int:
    """The naturals that the best choice leaves in hand."""
    pool = search.pool
    for suit, run in suites_chosen(search):
        pool -= run << SUIT_BITS * suit
    return pool
