"""A1.2, A1.3, A2.2: the playing packs, the bid cards, what the joker is, and which card beats which (A7.1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from rules.cards import Bits, suited
from rules.tricks import led

SUITS: Final = "SHDC"
SUIT_NAMES: Final = ("spades", "hearts", "diamonds", "clubs")
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""Low to high (K2.6): the Ace is high in the playing pack."""
RANK_NAMES: Final = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}

CARDS: Final = Bits((*suited(RANKS, SUITS), "JOKER"))
"""All cards in canonical order (K2.8), the joker last."""
JOKER: Final = CARDS.bit["JOKER"]
SUIT: Final = tuple(CARDS.mask(rank + suit for rank in RANKS) for suit in SUITS)

UNNAMED: Final = -1
"""The trump suit before Declarer has announced it (A5.2), a seat's suit before it has chosen (A3.1)."""
NO_TRUMPS: Final = 4
"""The number that stands for no trumps (A2.1) beside the numbers 0..3 of the suits."""

BIDS: Final = Bits(("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"))
"""A1.3: the bid cards of a suit by value, so that bit v - 1 names trick v."""


@cache
def pack(lowest: str, joker: bool) -> tuple[str, ...]:
    """A1.2: the playing pack from the Ace down to `lowest`, in canonical order."""
    return (*suited(RANKS[RANKS.index(lowest) :], SUITS), *(("JOKER",) if joker else ()))


def suit_of(card: int) -> int:
    """The number of a card's suit; NO_TRUMPS for the joker, which has none but the turn-up's (A2.2)."""
    return next((number for number, suit in enumerate(SUIT) if card & suit), NO_TRUMPS)


def name_of(card: int) -> str:
    """The card as players call it."""
    if card == JOKER:
        return "joker"
    text = CARDS.text[card]
    return f"{RANK_NAMES.get(text[:-1], text[:-1])} of {SUIT_NAMES[suit_of(card)]}"


@cache
def scoring_suits(turn_up: int) -> tuple[int, ...]:
    """A8.5: for each suit the cards that count as it; the joker does where the turn-up is of it (A2.2)."""
    return tuple(suit | JOKER if suit & turn_up else suit for suit in SUIT)


class Leads(NamedTuple):
    """What each card means in a trick (A7.1)."""

    suit: Mapping[int, int]
    """The cards that follow it when it is led."""
    beats: Mapping[int, int]
    """The cards that would take the trick from it."""


@cache
def leads(turn_up: int, trumps: int) -> Leads:
    """A7.1: for each card the cards that follow it when it is led, and those that beat it when it is winning.

    The joker stands in the place of the turn-up (A2.2), which is out of play; 0 where no card is turned.
    """
    suits = [[JOKER if bit == turn_up else bit for bit in CARDS.text if bit & suit] for suit in SUIT]
    above = suits[trumps] if trumps != NO_TRUMPS else []
    follow: dict[int, int] = {}
    beats: dict[int, int] = {}
    for number, cards in enumerate(suits):
        asked = led(() if number == trumps else cards, above)
        for card in cards:
            follow[card], beats[card] = asked.suit, asked.beats[card]
    return Leads(follow, beats)


_LOW: Final = tuple(tuple(BIDS.listed(cards)) for cards in range(1 << 7))
_HIGH: Final = tuple(tuple(BIDS.listed(cards << 7)) for cards in range(1 << 6))
"""The ranks of each set of bid cards up to 7, and of each set of those above."""


def ranks(bid_cards: int) -> list[str]:
    """The ranks of a set of bid cards, by value (A1.3)."""
    return [*_LOW[bid_cards & 127], *_HIGH[bid_cards >> 7]]


def _value_sums() -> list[int]:
    sums = [0]
    for value in range(1, len(BIDS.texts) + 1):
        sums += [value + lower for lower in sums]
    return sums


VALUE_SUM: Final = _value_sums()
"""For each set of bid cards their values together."""
