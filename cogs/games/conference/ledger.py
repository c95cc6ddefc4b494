"""A hand of Conference as columns that add up to each player's points, from the `last` of a view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bot.ui.game import common_texts
from rules.conference.records import SEATS, side
from rules.conference.scoring import TARGET

CARDS: Final = "Cards"  # C8.1
WON: Final = "Tricks"  # C8.1
TARGET_COLUMN: Final = "Target"  # C8.3


def falls_short(last: Mapping[str, Any]) -> bool:
    """Whether a suit was hired, nothing called, and neither side has the points that win (C8.3).

    The opponents of the dealer's side then win the points that it lacks.
    """
    hired = last["gallowglass"] not in {None, "none"}
    return hired and not last["calls"] and max(last["totals"]) < TARGET


def parts(last: Mapping[str, Any]) -> common_texts.LedgerParts:
    """Return card points and tricks of each seat's side, less the points of the others.

    Each name has its side's points. If the dealer's side lacks 83 with a hired suit: its points less 83, which its
    opponents win.
    """
    # A score pad knows only these keys of `last`: dealer, gallowglass, calls, card_points, won, totals.
    totals, sides = last["totals"], [side(seat) for seat in range(SEATS)]
    if falls_short(last):
        dealers = side(last["dealer"])
        signs = [1 if side_index == dealers else -1 for side_index in sides]
        point_rows = [[sign * last[key][dealers] for sign in signs] for key in ("card_points", "won")]
        target_column = (TARGET_COLUMN, [-sign * TARGET for sign in signs])
    else:
        point_rows = [[last[key][side_index] for side_index in sides] for key in ("card_points", "won")]
        target_column = ("Others", [-totals[1 - side_index] for side_index in sides])
    columns = [*zip((CARDS, WON), point_rows, strict=True), target_column]
    return columns, "Hand", [str(totals[side_index]) for side_index in sides]
