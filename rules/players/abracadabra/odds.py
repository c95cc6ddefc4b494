"""The chances of cards of Abracadabra to win tricks, on sets of cards, and what tricks are worth to a seat."""

# The heuristic player and the playouts reckon with them. The same ones come again and again, so they are kept.

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from rules.abracadabra.cards import SUITS

RUFF: Final = 0.3
"""The chance of the lowest trump: somewhere a suit runs out."""
NEXT_TRUMP: Final = 0.7
"""The share of a trump's chance that is left for each higher card not seen yet."""
NEXT: Final = 0.5
"""The same of another card."""
LASTING: Final = 2.0
"""How many cards of a plain suit each other seat must have, about, when a high one is played, to make it safe from
trumps; the own higher ones go before it."""
EAGER: Final = 0.6
"""How often a seat that can take a trick does so: it may be saving its cards."""
WIDTH: Final = 13
"""The cards of a suit, which lie side by side in a set."""
ONE_SUIT: Final = (1 << WIDTH) - 1
BASES: Final = tuple(range(0, WIDTH * len(SUITS), WIDTH))
"""The place of the lowest card of each suit."""
NO_CHANCES: Final = (0.0,) * WIDTH
"""The chances of cards of a suit of which none is held."""
DOUBT: Final = 6.0
"""With so many tricks to come a seat that hopes for just its number has it every other time."""


@lru_cache(maxsize=1 << 15)
def chances(own: int, unseen: int, trump: int, ruffed: bool, others: int) -> tuple[float, tuple[float, ...]]:
    """Return the expected tricks of the own cards of a suit, and the chance of each by its place in the suit.

    `unseen` are the others' cards of it, `ruffed` says whether they may trump it, `others` is their number.
    """
    rounds = unseen.bit_count() / others
    chance_by_place = [0.0] * WIDTH
    remaining = own
    while remaining:
        place = remaining.bit_length() - 1
        remaining ^= 1 << place
        higher = (unseen >> place).bit_count()
        if trump:
            chance_by_place[place] = RUFF + (1 - RUFF) * NEXT_TRUMP**higher
        elif ruffed:
            before = (own >> place).bit_count() - 1
            chance_by_place[place] = NEXT**higher * min(1.0, max(0.0, (rounds - before) / LASTING))
        else:
            chance_by_place[place] = NEXT**higher
    return sum(chance_by_place), tuple(chance_by_place)


def hand_chances(hand: int, unseen: int, trumps: int, others: int) -> tuple[float, list[tuple[float, ...]]]:
    """Return the expected tricks of a hand, and the chance of each card by suit and place.

    `unseen` are the cards of the other seats, `others` is their number.
    """
    ruffed = unseen & trumps != 0
    hope, rows = 0.0, list[tuple[float, ...]]()
    for base in BASES:
        own = hand >> base & ONE_SUIT
        if own:
            total, row = chances(own, unseen >> base & ONE_SUIT, trumps >> base & 1, ruffed, others)
            hope += total
            rows.append(row)
        else:
            rows.append(NO_CHANCES)
    return hope, rows


@lru_cache(maxsize=1 << 15)
def holds(higher: int, led: int, over: int, others: int, to_play: int) -> float:
    """Return the chance that none of `to_play` seats beats a card, of `others` who share the unseen cards.

    They hold `higher` cards of the suit led that beat it, `led` cards of that suit, and `over` cards that beat it.
    """
    lack = 1 - 1 / others
    takes = 1 - lack**higher + lack**led * (1 - lack**over)
    return (1 - EAGER * takes) ** to_play


class Worth(NamedTuple):
    """The points that tricks bring a seat beside their cards, by number."""

    now: tuple[float, ...]
    later: tuple[tuple[float, ...], ...]
    """After each trick: what the best ones to come bring together, by how many they are."""


@lru_cache(maxsize=1 << 12)
def worth(left: int, right: int, their_left: int, their_right: int, length: int, others: int) -> Worth:
    """Return the worth of tricks to a seat with these placed cards, where others' lie open (A8.2 to A8.4)."""
    now = [
        1.0
        + number * (left >> number - 1 & 1)
        + 4 * number * (right >> number - 1 & 1)
        + number * (their_left >> number - 1 & 1) / others
        + 4 * number * (their_right >> number - 1 & 1) / others
        for number in range(1, length + 1)
    ]
    later = [tuple(accumulate(sorted(now[number:], reverse=True), initial=0.0)) for number in range(1, length + 1)]
    return Worth(tuple(now), tuple(later))
