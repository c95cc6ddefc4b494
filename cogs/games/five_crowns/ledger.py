"""A deal of Five Crowns as columns that add up to each player's points, from the `last` of a view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bot.ui.game import common_texts
from cogs.games.five_crowns.cards import is_wild
from rules.melds import JOKER, points_of

CARDS: Final = "Left"  # F5.2
WILD: Final = "Wild"  # F5.2
JOKERS: Final = "Jokers"  # F5.2
NET: Final = "Deal"  # F5.1


def parts(last: Mapping[str, Any]) -> common_texts.LedgerParts:
    """Return the points of the cards left over.

    A card counts its number (Jack 11, Queen 12, King 13), a wild rank 20, a Joker 50. Columns of 0 for everybody are
    left out, but for the first. Few points are good (F5.3).
    """
    points_by_seat = [_points_by_kind(last, seat) for seat in range(len(last["left"]))]
    columns = [
        (column, [points[place] for points in points_by_seat]) for place, column in enumerate((CARDS, WILD, JOKERS))
    ]
    filled_columns = [column for column in columns if column[0] == CARDS or any(column[1])]
    notes = [_note(last, seat) for seat in range(len(points_by_seat))]
    return filled_columns, NET, notes


def _points_by_kind(last: Mapping[str, Any], seat: int) -> tuple[int, int, int]:
    """Return the points of a seat's cards left over: plain ones, those of the wild rank, Jokers."""
    points_by_kind = [0, 0, 0]
    for card in last["left"][seat]:
        points_by_kind[2 if card == JOKER else 1 if is_wild(card, last["wild"]) else 0] += points_of(card, last["size"])
    return points_by_kind[0], points_by_kind[1], points_by_kind[2]


def _note(last: Mapping[str, Any], seat: int) -> str:
    """Return the cards with which a seat was left."""
    if seat == last["out"]:
        return "went out"
    card_count = len(last["left"][seat])
    return "all melded" if not card_count else "1 card" if card_count == 1 else f"{card_count} cards"
