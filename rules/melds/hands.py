"""Hands of the five-suit pack as whole numbers."""

# A hand has four bits a card that say how many copies are held: five suits of eleven ranks in canonical order (K2.8),
# and above them the jokers. So taking a card up or laying it down is one addition, and equal hands are equal numbers.

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from rules.cards import suited

SUITS: Final = "SHDCT"
RANKS: Final = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
JOKER: Final = "JOKER"
CARDS: Final[tuple[str, ...]] = (*suited(RANKS, SUITS), JOKER)
"""The 56 kinds of card in canonical order (K2.8); a card's number is its place here."""

NUMBER: Final[Mapping[str, int]] = {card: number for number, card in enumerate(CARDS)}
JOKER_NUMBER: Final = NUMBER[JOKER]
LOWEST: Final = 3
"""The number of the lowest rank; a rank's place in `RANKS` is its number less this."""

BITS: Final = 4
"""Bits of a hand for each card."""
COPIES: Final = (1 << BITS) - 1
UNIT: Final[tuple[int, ...]] = tuple(1 << BITS * number for number in range(len(CARDS)))
"""The growth of a hand that takes up the card with this number."""
SUIT_BITS: Final = BITS * len(RANKS)
ROW: Final = (1 << SUIT_BITS) - 1
"""One suit of a hand, at the first suit's place."""
COLUMN: Final = sum(COPIES << SUIT_BITS * suit for suit in range(len(SUITS)))
"""One rank of a hand, at the lowest rank's place."""

WILD_POINTS: Final = 20
JOKER_POINTS: Final = 50


def hand_of(cards: Iterable[str]) -> int:
    """Return the hand that holds these cards (canonical texts). Raises KeyError for a text that is no card."""
    return sum(UNIT[NUMBER[card]] for card in cards)


def copies(hand: int, number: int) -> int:
    """Return the number of copies of a card in a hand."""
    return hand >> BITS * number & COPIES


def numbers_in(hand: int) -> list[int]:
    """Return the distinct cards of a hand as numbers, in canonical order."""
    numbers: list[int] = []
    while hand:
        number = ((hand & -hand).bit_length() - 1) // BITS
        numbers.append(number)
        hand &= ~(COPIES << BITS * number)
    return numbers


def texts_of(hand: int) -> list[str]:
    """Return the cards of a hand, copies repeated, in canonical order."""
    return [CARDS[number] for number in numbers_in(hand) for _ in range(copies(hand, number))]


def rank_of(hand: int, rank: int) -> int:
    """Return the cards of the rank at this place of `RANKS`."""
    return hand & COLUMN << BITS * rank


def suit_of(hand: int, suit: int) -> int:
    """Return the cards of the suit at this place of `SUITS`, as if it were the first."""
    return hand >> SUIT_BITS * suit & ROW


def points_of(card: str, wild: int) -> int:
    """Return the points of a card left in hand when the rank with number `wild` (3 to 13) is wild (F5.2)."""
    return points_of_number(NUMBER[card], wild)


def points_of_number(number: int, wild: int) -> int:
    """Return the points of the card with this number; see `points_of`."""
    if number == JOKER_NUMBER:
        return JOKER_POINTS
    rank = number % len(RANKS) + LOWEST
    return WILD_POINTS if rank == wild else rank
