"""Dealing out hidden cards: exactly the possible distributions, each as likely as any other, and fast."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb
from random import Random

import pytest

from rules.dealing import Sharing, count_ways

DRAWS = 2500


def list_ways(allowed: list[int], sizes: list[int]) -> list[tuple[int, ...]]:
    """Return all distributions, as the holder of each card, by brute force."""
    return [
        holders
        for holders in product(range(len(sizes)), repeat=len(allowed))
        if all(mask >> holder & 1 for mask, holder in zip(allowed, holders))
        and all(holders.count(holder) == size for holder, size in enumerate(sizes))
    ]


def make_case(rng: Random) -> tuple[list[int], list[int]]:
    """Return a few cards and holders with some knowledge; there may be no distribution at all."""
    holders = rng.randint(1, 4)
    sizes = [rng.randint(0, 3) for _ in range(holders)]
    everybody = (1 << holders) - 1
    choice = [everybody, everybody & ~1, rng.randrange(everybody + 1), rng.randrange(1, everybody + 1)]
    return [rng.choice(choice) for _ in range(min(sum(sizes), 8))], fit_sizes(sizes)


def fit_sizes(sizes: list[int]) -> list[int]:
    """Return the sizes reduced to eight cards at most."""
    while sum(sizes) > 8:
        sizes[sizes.index(max(sizes))] -= 1
    return sizes


SHAPES = (0, 4, 6, 7, 40, 3, 11, 24, 41, 44, 45, 60, 65, 80, 81, 96, 100, 130, 136, 142, 145, 156, 182, 205, 244)
"""Seeds of `make_case`: three cases have no distribution, two have one, the others up to 600."""


def test_ways_are_counted_as_by_brute_force() -> None:
    counts: list[int] = []
    for seed in SHAPES:
        rng = Random(seed)
        allowed, sizes = make_case(rng)
        shape = f"seed {seed}: {allowed} into {sizes}"
        possible = list_ways(allowed, sizes)
        counts.append(len(possible))
        assert count_ways(allowed, sizes) == len(possible), shape
        cards = [f"card {number}" for number in range(len(allowed))]
        if not possible:
            with pytest.raises(ValueError, match="no distribution"):
                Sharing(cards, allowed, sizes).draw(rng)
            continue
        for _ in range(5):
            hands = Sharing(cards, allowed, sizes).draw(rng)
            assert [len(hand) for hand in hands] == sizes, shape
            holders = {card: holder for holder, hand in enumerate(hands) for card in hand}
            assert tuple(holders[card] for card in cards) in possible, shape
    assert (counts.count(0), counts.count(1), max(counts)) == (3, 2, 600)


CASES = [
    ([0b111, 0b111, 0b011, 0b110, 0b101, 0b001], [2, 2, 2]),
    ([0b11, 0b11, 0b11, 0b01, 0b10], [2, 3]),
    ([0b1111, 0b1110, 0b1110, 0b0111, 0b0110, 0b1111, 0b1001], [2, 2, 2, 1]),
    ([0b111, 0b110, 0b110, 0b110, 0b101, 0b011, 0b010], [2, 4, 1]),
]


@pytest.mark.parametrize(("allowed", "sizes"), CASES)
def test_each_distribution_is_as_likely_as_any_other(allowed: list[int], sizes: list[int]) -> None:
    rng = Random(5)
    possible = list_ways(allowed, sizes)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(DRAWS):
        hands = Sharing(range(len(allowed)), allowed, sizes).draw(rng)
        holders = {card: holder for holder, hand in enumerate(hands) for card in hand}
        counts[tuple(holders[card] for card in range(len(allowed)))] += 1
    assert set(counts) == set(possible)
    expected = DRAWS / len(possible)
    freedom = len(possible) - 1
    bound = freedom * (1 - 2 / (9 * freedom) + 4.265 * (2 / (9 * freedom)) ** 0.5) ** 3
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < bound


@pytest.mark.parametrize(
    ("allowed", "sizes"),
    [([0b01, 0b11, 0b11], [3, 0]), ([0b001, 0b111, 0b111], [3, 0, 0]), ([0b101, 0b111, 0b110], [0, 0, 3])],
)
def test_the_cards_of_a_hand_come_in_random_order(allowed: list[int], sizes: list[int]) -> None:
    rng, full = Random(6), sizes.index(3)
    orders = Counter(tuple(Sharing("ABC", allowed, sizes).draw(rng)[full]) for _ in range(1500))
    assert len(orders) == 6
    assert min(orders.values()) > 200


def test_sizes_that_do_not_fit_are_refused() -> None:
    for cards, allowed, sizes in (("AB", [1, 1], [1]), ("AB", [1], [2]), ("", [], [1])):
        with pytest.raises(ValueError, match="sizes"):
            Sharing(cards, allowed, sizes).draw(Random(1))
    assert Sharing("", [], [0, 0]).draw(Random(1)) == [[], []]
    assert Sharing("", [], []).draw(Random(1)) == []


def test_without_knowledge_the_count_is_the_multinomial_one() -> None:
    assert count_ways([0b1111] * 57, [19, 19, 15, 4]) == comb(57, 19) * comb(38, 19) * comb(19, 4)


def test_a_whole_tarot_pack_under_much_knowledge_is_dealt() -> None:
    """Four hidden holders, each void in another suit and some cards known to be out of two hands."""
    rng = Random(7)
    allowed = [0b1111 & ~(1 << number % 4) if number % 3 else 0b1111 for number in range(60)]
    allowed += [0b0011] * 4 + [0b1100] * 4 + [0b1000]
    sizes = [19, 19, 19, 12]
    for _ in range(5):
        hands = Sharing(range(len(allowed)), allowed, sizes).draw(rng)
        assert [len(hand) for hand in hands] == sizes
        assert all(allowed[card] >> holder & 1 for holder, hand in enumerate(hands) for card in hand)
