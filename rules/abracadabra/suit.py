"""A3: choosing suits."""

from __future__ import annotations

from rules.abracadabra.cards import SUIT_NAMES, SUITS
from rules.abracadabra.records import Deal
from rules.contract import Refusal


def free_suits(deal: Deal) -> tuple[str, ...]:
    """Return the suits that nobody has chosen (A3.1)."""
    return tuple(suit for suit in SUITS if suit not in deal.suits)


def why_not_choose(deal: Deal, suit: str) -> Refusal | None:
    """Return the refusal of this suit; None if it may be chosen."""
    if suit in free_suits(deal):
        return None
    sentence = "Seat {seat} has chosen {suit}. Choose another suit."
    name = SUIT_NAMES[suit]
    return Refusal("illegal_move", "A3.1", sentence, suit=name, seat=deal.suits.index(suit))
