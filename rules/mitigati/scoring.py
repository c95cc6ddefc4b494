"""M7: what the piles of a hand score, and who wins the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.contract import Score
from rules.mitigati.records import Sheet
from rules.sheets import score_of
from rules.tarot.cards import points

PAR: Final = 49
"""M7.1: the card points that score nothing."""


def card_points(piles: Sequence[int]) -> tuple[int, ...]:
    """Return the card points in each trick pile (M1.2)."""
    return tuple(points(pile) for pile in piles)


def hand_points(points_by_seat: Sequence[int], bonuses: Sequence[int]) -> tuple[int, ...]:
    """Return card points less par, and what the bonuses brought (M7.1)."""
    return tuple(count - PAR + bonus for count, bonus in zip(points_by_seat, bonuses))


def score(sheet: Sheet) -> Score:
    """Return the score: all who share the highest total after the last hand win (M7.3, K8.2)."""
    return score_of(sheet, max)
