"""A deal of Abracadabra as columns that add up to each player's points, from the `last` of a view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bot.ui.game import common_texts
from cogs.games.abracadabra.cards import value_of, worth

COLUMNS: Final[Mapping[str, str]] = {
    "success": "Bonus",  # A8.1
    "left": "Named",  # A8.2
    "right": "Exposed",  # A8.3
    "tricks": "Tricks",  # A8.4
    "own": "Own suit",  # A8.5
}
"""The parts of a deal's points, as `last` has them."""

DEAL: Final = "Deal"  # A8.6


def parts(last: Mapping[str, Any]) -> common_texts.LedgerParts:
    """Return the columns: success, tricks named and won, tricks that Declarer doubled if any, tricks, cards of the own
    suit.

    A void deal (A4.2) has one column of noughts.
    """
    # A score pad knows only these keys of `last`: void, parts, right, turned, and how many cards there are in placed.
    used_parts = [part for part in COLUMNS if part != "right" or last["right"] or last["turned"]]
    if last["void"]:
        used_parts = ["success"]
    columns = [(COLUMNS[part], [seat_parts[part] for seat_parts in last["parts"]]) for part in used_parts]
    return columns, DEAL, [_note(last, seat) for seat in range(len(last["parts"]))]


def _note(last: Mapping[str, Any], seat: int) -> str:
    """Return the number of tricks that a seat bid (its placed cards), and whether it made the bid (A8.1)."""
    if last["void"]:
        return "passed"
    return f"bid {len(last['placed'][seat])}, {'made' if last['parts'][seat]['success'] else 'not made'}"


def so_far(view: Mapping[str, Any], seat: int) -> int:
    """Return a seat's points in a deal from A8.2 to A8.5, from a view in play or from `last`.

    In play they lack success, and a card on the right counts once its trick is over.
    """
    own_suit_points = (4 if view["piles"][seat] else 2) * view["own"][seat]
    if seat == view["declarer"]:
        won_right_cards = [rank for rank in view["right"] if value_of(rank) <= len(view["tricks"])]
        own_suit_points += 2 * (worth(won_right_cards) - worth(view["turned"]))
    return worth(view["won"][seat]) + view["taken"][seat] + own_suit_points
