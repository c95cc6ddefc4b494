"""V1.1: the pack of 34 cards, its suits and names, and how high cards of one suit, or trumps, stand (V5.3)."""

# A card is a single bit and a hand is a set of bits (`rules.cards.Bits`). Trumps are the set of the cards of the trump
# suit, empty in a hand without suit trumps.

from __future__ import annotations

from typing import Final

from rules.cards import Bits, suited

SUITS: Final = "SHDC"
RANKS: Final = "12345RLG"
"""Low to high (K2.5)."""

PACK: Final = (*suited(RANKS, SUITS), "TREACHERY", "WOLF")
"""V1.1: all 34 cards in canonical order (K2.8)."""

CARDS: Final = Bits(PACK)
ALL: Final = CARDS.mask(PACK)
TREACHERY: Final = CARDS.bit["TREACHERY"]
WOLF: Final = CARDS.bit["WOLF"]
UNSUITED: Final = TREACHERY | WOLF
SUIT: Final = {suit: CARDS.mask(rank + suit for rank in RANKS) for suit in SUITS}
"""The cards of each suit, by its letter."""
SUIT_OF: Final = {card: SUIT.get(text[-1], 0) for card, text in CARDS.text.items()}
"""For each card all cards of its suit; none for the two unsuited cards."""
GREATER_CROWNS: Final = CARDS.mask("G" + suit for suit in SUITS)
CROWNS: Final = GREATER_CROWNS | CARDS.mask("L" + suit for suit in SUITS)
"""The Greater and the Lesser Crowns."""

SUIT_NAMES: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RANK_NAMES: Final = {"R": "Realm", "L": "Lesser Crown", "G": "Greater Crown"}


def letter_of(cards: int) -> str | None:
    """Return the letter of the suit of some cards of one suit; None for none, and for the two unsuited cards."""
    return next((letter for letter, suit in SUIT.items() if cards & suit), None)


def suit_name(cards: int) -> str:
    """Return the name of the suit of some cards of one suit."""
    return next(SUIT_NAMES[letter] for letter, suit in SUIT.items() if cards & suit)


def name_of(card: int) -> str:
    """Return the card as players call it."""
    text = CARDS.text[card]
    return text.title() if card & UNSUITED else f"{RANK_NAMES.get(text[0], text[0])} of {suit_name(card)}"


def with_unsuited(trumps: int) -> int:
    """Return all trumps, which are the cards of the trump suit, if there is one, and WOLF and TREACHERY (V5.3)."""
    return trumps | UNSUITED


def highest(cards: int) -> int:
    """Return the highest of some cards of one suit, or of some trumps (V5.3: TREACHERY above WOLF above every
    suit trump).
    """
    return cards & TREACHERY or 1 << cards.bit_length() - 1
