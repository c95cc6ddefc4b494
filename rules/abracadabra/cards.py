"""A1.2, A1.3, A2.2: the playing packs, the bid cards, what the joker stands for, and which card beats which (A7.1)."""

from __future__ import annotations

from functools import cache
from typing import Final

from rules.cards import Bits, each, suited

SUITS: Final = ("S", "H", "D", "C")
SUIT_NAMES: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""Low to high (K2.6): the Ace is high in the playing pack."""
RANK_NAMES: Final = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}

NO_TRUMPS: Final = "none"
"""The text in a suit's place where there are no trumps (A2.1)."""

CARDS: Final = Bits((*suited(RANKS, SUITS), "JOKER"))
"""All cards in canonical order (K2.8), the joker last. Within a suit a higher card is a higher bit."""
JOKER: Final = CARDS.bit["JOKER"]

BIDS: Final = Bits(("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"))
"""A1.3: the bid cards of a suit by value, so that bit v - 1 names trick v."""


@cache
def pack(lowest: str, joker: bool) -> tuple[str, ...]:
    """Return the playing pack from the Ace down to `lowest`, in canonical order (A1.2)."""
    return (*suited(RANKS[RANKS.index(lowest) :], SUITS), *(("JOKER",) if joker else ()))


def sum_of_values(bid_cards: int) -> int:
    """Return the values of a set of bid cards together (A1.3); each is the number of the trick that it names."""
    return sum([card.bit_length() for card in each(bid_cards)])


def resolve_joker(card: int, turn_up: int) -> int:
    """Return the card itself, but for a joker in a hand, which is the very card that was turned up (A2.2)."""
    return turn_up if card == JOKER else card


def suit_of(card: int) -> str:
    """Return the suit of a card that is no joker."""
    return CARDS.text[card][-1]


_SUITED: Final = {suit: CARDS.mask(rank + suit for rank in RANKS) for suit in SUITS}


def cards_of(suit: str, turn_up: int) -> int:
    """Return the cards of a suit; the joker is one of them where the card turned up is of the suit (A2.2)."""
    cards = _SUITED[suit]
    return cards | JOKER if cards & turn_up else cards


def suit_led(card: int, turn_up: int) -> int:
    """Return the cards of the suit that this card leads (A7.1)."""
    return cards_of(suit_of(resolve_joker(card, turn_up)), turn_up)


def beats(card: int, winning_card: int, trumps: str | None, turn_up: int) -> bool:
    """Whether a card takes the trick from the one that is winning it so far (A7.1)."""
    card, winning_card = resolve_joker(card, turn_up), resolve_joker(winning_card, turn_up)
    suit = suit_of(card)
    return card > winning_card if winning_card & _SUITED[suit] else suit == trumps


def name_of(card: int) -> str:
    """Return the card as players call it."""
    if card == JOKER:
        return "joker"
    rank = CARDS.text[card][:-1]
    return f"{RANK_NAMES.get(rank, rank)} of {SUIT_NAMES[suit_of(card)]}"
