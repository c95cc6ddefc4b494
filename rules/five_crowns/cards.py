"""The pack (F1.1), cards as numbers, orders of cards, and what cards are called.

A card's number is its place in canonical order (K2.8). Orders and piles are tuples of numbers; the cards in a hand
are a whole number (rules/melds).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rules.contract import Refusal
from rules.melds import CARDS, JOKER, NUMBER

Cards = tuple[int, ...]

MAX_SEATS_TWO_DECKS: Final = 8
"""F1.1: the most seats that play with two decks; more play with three."""
DECK: Final = (*CARDS, JOKER, JOKER)
"""F1.1: one deck: every suited card once, and three jokers."""

_RANKS: Final = {"J": "Jack", "Q": "Queen", "K": "King"}
_SUITS: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs", "T": "stars"}


def decks(seats: int) -> int:
    """Return the number of decks: two for 2 to 8 seats, three for 9 to 12 (F1.1)."""
    return 2 if seats <= MAX_SEATS_TWO_DECKS else 3


def numbers(texts: Iterable[str]) -> Cards:
    """Return cards in this order as numbers. Raises KeyError for a text that is no card."""
    return tuple(NUMBER[text] for text in texts)


def texts(cards: Iterable[int]) -> list[str]:
    """Return the texts of cards in this order."""
    return [CARDS[card] for card in cards]


def card_name(card: int) -> str:
    """Return a card in words: `the 5 of stars`, `the Queen of hearts`, `a Joker`."""
    text = CARDS[card]
    if text == JOKER:
        return "a Joker"
    rank, suit = text[:-1], text[-1]
    return f"the {_RANKS.get(rank, rank)} of {_SUITS[suit]}"


def read_order(cards: Sequence[str], expected: Cards, clause: str) -> Cards:
    """Return an order of cards as numbers.

    Raises Refusal `bad_cards` where it is not exactly the expected multiset (K3.2).
    """
    order: list[int] = []
    for text in cards:
        number = NUMBER.get(text.upper()) if text.isascii() else None
        if number is None:
            raise Refusal("bad_cards", clause, "“{card}” is not a card of this pack.", card=text[:20])
        order.append(number)
    if len(order) != len(expected):
        sentence = "{expected} cards are awaited, not {given}."
        raise Refusal("bad_cards", clause, sentence, expected=len(expected), given=len(order))
    if sorted(order) != sorted(expected):
        sentence = "These are not the awaited cards: some are there too often, some are missing."
        raise Refusal("bad_cards", clause, sentence)
    return tuple(order)
