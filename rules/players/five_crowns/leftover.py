"""The points that the best cards of a hand leave, where the hand has more cards than may be kept."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from rules.melds import CARDS, UNIT, copies, numbers_in, points_left, points_left_without, points_of
from rules.melds.hands import JOKER_NUMBER, LOWEST, RANKS, SUIT_BITS, rank_of
from rules.melds.search import Search
from rules.melds.suites import SHORTEST, suites_chosen

CACHE_SIZE: Final = 20_000
"""Hands whose points are kept: the same hands come up again within a decision and in the next one."""

COUNTS: Final = {wild: tuple(points_of(card, wild) for card in CARDS) for wild in range(LOWEST, LOWEST + len(RANKS))}
"""For each wild rank the points of each card left in hand (F5.2)."""


def size_of(hand: int) -> int:
    """Return the number of cards in a hand."""
    return sum(copies(hand, number) for number in numbers_in(hand))


@lru_cache(CACHE_SIZE)
def kept(hand: int, wild: int, surplus: int) -> tuple[int, int]:
    """Return the points left and the cards kept when so many cards of a hand are given up, for the fewest points left.

    With more than one card too many the best arrangement of the whole hand is kept where it can be: now and then
    another leaves fewer points.
    """
    if surplus == 1:
        return _kept_without_one(hand, wild)
    rest = _rest(hand, wild)
    counts = COUNTS[wild]
    spare = [number for number in numbers_in(rest) for _ in range(copies(rest, number))]
    spare.sort(key=counts.__getitem__)
    for number in spare[max(0, len(spare) - surplus) :]:
        hand -= UNIT[number]
    for _ in range(surplus - len(spare)):
        leaves = points_left_without(hand, wild)
        hand -= UNIT[min(leaves, key=lambda number: (leaves[number], counts[number] >= counts[JOKER_NUMBER]))]
    if surplus > len(spare):
        return points_left(hand, wild), hand
    return sum(counts[number] for number in spare[: len(spare) - surplus]), hand


def _kept_without_one(hand: int, wild: int) -> tuple[int, int]:
    """Return the fewest points left, and the cards kept, when one card of a hand is given up."""
    rest, counts = _rest(hand, wild), COUNTS[wild]
    leftover = sum(counts[number] * copies(rest, number) for number in numbers_in(rest))
    if not rest:
        leaves = points_left_without(hand, wild)
        out = min(leaves, key=lambda number: (leaves[number], counts[number] >= counts[JOKER_NUMBER]))
        return leaves[out], hand - UNIT[out]
    out = max(numbers_in(rest), key=counts.__getitem__)
    fewest = leftover - counts[out]
    if rest == hand:  # nothing can be melded without one of its cards, either
        return fewest, hand - UNIT[out]
    # Without a card at least its own points fewer are left. Only a card that counts more than `out` may better that; no
    # wild card does, for it joins any meld.
    naturals = hand - rank_of(hand, wild - LOWEST) - copies(hand, JOKER_NUMBER) * UNIT[JOKER_NUMBER]
    for number in sorted(numbers_in(naturals), key=counts.__getitem__, reverse=True):
        if not fewest or leftover - counts[number] >= fewest:
            break
        without = points_left(hand - UNIT[number], wild)
        if without < fewest:
            fewest, out = without, number
    return fewest, hand - UNIT[out]


def _rest(hand: int, wild: int) -> int:
    """Return the cards that the best arrangement leaves in hand."""
    jokers = copies(hand, JOKER_NUMBER)
    ranked = rank_of(hand, wild - LOWEST)
    naturals = hand - ranked - jokers * UNIT[JOKER_NUMBER]
    wilds = jokers + size_of(ranked)
    counts = COUNTS[wild]
    total = sum(counts[number] * copies(naturals, number) for number in numbers_in(naturals))
    search = Search(naturals, wilds, total)
    if not search.best:
        return hand if wilds < SHORTEST else naturals
    return search.pool - sum(run << SUIT_BITS * suit for suit, run in suites_chosen(search.pool, search.wilds))


def hand_of_numbers(cards: Iterable[int]) -> int:
    """Return the hand that holds the cards with these numbers."""
    return sum(UNIT[card] for card in cards)
