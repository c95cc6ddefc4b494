"""Q1.1: the pack of Quince: ranks 1 to 6 in three suits, and the Star."""

from __future__ import annotations

from typing import Final

from rules.cards import Bits, suited

SUITS: Final = "XYZ"
RANKS: Final = "123456"
STAR: Final = "STAR"
PACK: Final = (*suited(RANKS, SUITS), STAR)
CARDS: Final = Bits(PACK)
NAMES: Final = {"X": "acorns", "Y": "bells", "Z": "cups"}


def rank(card: str) -> int:
    """Q4.3: what a card counts; the Star counts nothing."""
    return 0 if card == STAR else int(card[0])


def name(card: str) -> str:
    """What people call a card."""
    return "the Star" if card == STAR else f"the {card[0]} of {NAMES[card[1]]}"
