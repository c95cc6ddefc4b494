"""Hands of the five-suit pack as whole numbers.

A hand has four bits a card that say how many copies are held: five suits of eleven ranks in canonical order (K2.8), and
above them the jokers. So taking a card up or laying it down is one addition, and equal hands are equal numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

SUITS: Final = "SHDCT"
RANKS: Final = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
JOKER: Final = "JOKER"
CARDS: Final[tuple[str, ...]] = (*(rank + suit for suit in SUITS for rank in RANKS), JOKER)
"""The 56 kinds of card in canonical order (K2.8); a card's number is its place here."""

NUMBER: Final[Mapping[str, int]] = {card: number for number, card in enumerate(CARDS)}
UNIT: Final[tuple[int, ...]] = tuple(1 << 4 * number for number in range(56))
"""What a hand grows by when it takes up the card with this number."""

WILD_POINTS: Final = 20
JOKER_POINTS: Final = 50

SUIT_BITS: Final = 44
ROW: Final = (1 << SUIT_BITS) - 1
"""One suit of a hand, at the first suit's place."""

JOKER_NUMBER: Final = 55
JOKERS: Final = 4 * JOKER_NUMBER
"""Where the jokers' count begins."""

NATURAL: Final = (1 << JOKERS) - 1
RANK: Final = tuple(sum(15 << 4 * rank + SUIT_BITS * suit for suit in range(5)) for rank in range(11))
"""The cards of each rank."""


def hand_of(cards: Iterable[str]) -> int:
    """The hand that holds these cards (canonical texts). Raises KeyError for a text that is no card."""
    return sum(UNIT[NUMBER[card]] for card in cards)


def texts_of(hand: int) -> list[str]:
    """The cards of a hand, copies repeated, in canonical order."""
    cards: list[str] = []
    naturals = hand & NATURAL
    while naturals:
        number = ((naturals & -naturals).bit_length() - 1) >> 2
        count = naturals >> 4 * number & 15
        cards += [CARDS[number]] * count
        naturals -= count << 4 * number
    cards += [JOKER] * (hand >> JOKERS)
    return cards


def points_of(card: str, wild: int) -> int:
    """What a card left in hand counts when the rank with number `wild` (3 to 13) is wild (F5.2)."""
    return POINTS[wild - 3][NUMBER[card]]


def _points(wild: int) -> tuple[int, ...]:
    ranks = tuple(WILD_POINTS if rank == wild else rank + 3 for rank in range(11))
    return (*(ranks * 5), JOKER_POINTS)


POINTS: Final = tuple(_points(wild) for wild in range(11))
