"""The points of a deal (F5), and who wins."""

from __future__ import annotations

from rules.contract import Score
from rules.five_crowns.records import Hand, Sheet
from rules.melds import points_left
from rules.sheets import score_of


def hand_points(hand: Hand) -> tuple[int, ...]:
    """Return what the best arrangement leaves each seat (F5.1, F5.2); the seat that went out counts 0."""
    return tuple(0 if seat == hand.seat_out else points_left(cards, hand.size) for seat, cards in enumerate(hand.hands))


def score(sheet: Sheet) -> Score:
    """Return the score as the sheet stands.

    F5.3, K8.2: the lowest total after the last deal wins, a shared one together.
    """
    return score_of(sheet, min)
