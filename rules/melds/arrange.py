"""Best arrangements of a hand: the points left, those left after each discard, and the melds as laid down."""

from __future__ import annotations

from typing import NamedTuple

from rules.melds.hands import (
    JOKER_NUMBER,
    JOKER_POINTS,
    LOWEST,
    SUIT_BITS,
    UNIT,
    WILD_POINTS,
    copies,
    numbers_in,
    points_of_number,
    rank_of,
    texts_of,
)
from rules.melds.laying import laid_down
from rules.melds.search import Search
from rules.melds.suites import SHORTEST, suites_chosen


class Arrangement(NamedTuple):
    """Points left, the melds as they are laid down (wilds where they stand), and the cards that remain in hand."""

    left: int
    melds: tuple[tuple[str, ...], ...]
    rest: tuple[str, ...]


class _Parts(NamedTuple):
    """A hand taken apart: naturals, wild cards of the wild rank, jokers; how many are wild, what the naturals count."""

    naturals: int
    ranked: int
    jokers: int
    wilds: int
    points: int


def _parts(hand: int, wild: int) -> _Parts:
    jokers = copies(hand, JOKER_NUMBER)
    ranked = rank_of(hand, wild - LOWEST)
    naturals = hand - ranked - jokers * UNIT[JOKER_NUMBER]
    wilds = jokers + sum(copies(ranked, number) for number in numbers_in(ranked))
    points = sum(points_of_number(number, wild) * copies(naturals, number) for number in numbers_in(naturals))
    return _Parts(naturals, ranked, jokers, wilds, points)


def _unplaced(best: int, jokers: int, ranked: int) -> int:
    """Return the points of wilds that no meld takes in: none once there is a meld, and three alone are one (F4.2)."""
    if best or jokers + ranked >= SHORTEST:
        return 0
    return JOKER_POINTS * jokers + WILD_POINTS * ranked


def points_left(hand: int, wild: int) -> int:
    """Return the points left by the best arrangement of `hand` when the rank with number `wild` is wild (F5.1)."""
    parts = _parts(hand, wild)
    best = Search(parts.naturals, parts.wilds, parts.points).best
    return parts.points - best + _unplaced(best, parts.jokers, parts.wilds - parts.jokers)


def points_left_without(hand: int, wild: int) -> dict[int, int]:
    """Return the points left after each distinct discard (F3.3, F5.1), by card number."""
    # All at once is quicker than `points_left` of each: wilds are alike, and a natural that the best arrangement of the
    # whole hand leaves in hand is not missed.
    naturals, ranked, jokers, wilds, points = _parts(hand, wild)
    whole = Search(naturals, wilds, points)
    spare = _spare(whole)
    leftovers: dict[int, int] = {}
    for number in numbers_in(naturals):
        other_points = points - points_of_number(number, wild)
        best = whole.best if copies(spare, number) else Search(naturals - UNIT[number], wilds, other_points).best
        leftovers[number] = other_points - best + _unplaced(best, jokers, wilds - jokers)
    if wilds:
        best = Search(naturals, wilds - 1, points).best
        for number in numbers_in(ranked):
            leftovers[number] = points - best + _unplaced(best, jokers, wilds - jokers - 1)
        if jokers:
            leftovers[JOKER_NUMBER] = points - best + _unplaced(best, jokers - 1, wilds - jokers)
    return {number: leftovers[number] for number in sorted(leftovers)}


def _spare(search: Search) -> int:
    """Return the naturals that the best choice leaves in hand."""
    return search.pool - sum(run << SUIT_BITS * suit for suit, run in suites_chosen(search.pool, search.wilds))


def arrange(hand: int, wild: int) -> Arrangement:
    """Return the arrangement of `hand` that leaves the fewest points, rank number `wild` (3 to 13) being wild (F5.1).

    Its `left` are the points of its `rest` (F5.2). A suite lies from its lowest card up, wilds in their places.
    """
    parts = _parts(hand, wild)
    search = Search(parts.naturals, parts.wilds, parts.points)
    if not search.best and parts.wilds < SHORTEST:
        leftover = parts.points + _unplaced(0, parts.jokers, parts.wilds - parts.jokers)
        return Arrangement(leftover, (), tuple(texts_of(hand)))
    families = [family.cards for family in search.families]
    suites = suites_chosen(search.pool, search.wilds)
    melds = laid_down(suites, families, parts.ranked, parts.jokers)
    return Arrangement(parts.points - search.best, melds, tuple(texts_of(_spare(search))))
