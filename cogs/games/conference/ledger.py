"""What a hand of Conference brought each player, in columns that add up, from the `last` of a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.ui.game import common_texts
from bot.ui.game.presenter import Players
from bot.ui.scene.scene import Ledger
from rules.conference.records import SEATS, side
from rules.conference.scoring import TARGET

OWN: Final = "Points"  # C8.1
TARGET_COLUMN: Final = "Target"  # C8.3


def falls_short(last: Mapping[str, Any]) -> bool:
    """Whether a suit was hired, nothing called, and neither side has what wins (C8.3).

    What the dealer's side lacks is won then.
    """
    hired = last["gallowglass"] not in {None, "none"}
    return hired and not last["calls"] and max(last["totals"]) < TARGET


def ledger(last: Mapping[str, Any], points: Sequence[Sequence[int]], players: Players) -> Ledger:
    """What the hand brought (`parts`), and what everybody has after it."""
    return common_texts.ledger(*parts(last), points, players)


def parts(last: Mapping[str, Any]) -> common_texts.Parts:
    """A side's points, which stand beside each name as card points and tricks, less those of the others; where neither
    has 83 with a hired suit, the points of the dealer's side less 83, which its opponents win. Partners have the same.
    Of `last` it takes what a score pad knows, too: `dealer`, `gallowglass`, `calls`, `card_points`, `won`, `totals`.
    """
    totals, dealers = last["totals"], side(last["dealer"])
    if falls_short(last):
        signs = [1 if side(seat) == dealers else -1 for seat in range(SEATS)]
        columns = [
            (OWN, [sign * totals[dealers] for sign in signs]),
            (TARGET_COLUMN, [-sign * TARGET for sign in signs]),
        ]
    else:
        columns = [
            (OWN, [totals[side(seat)] for seat in range(SEATS)]),
            ("Others", [-totals[1 - side(seat)] for seat in range(SEATS)]),
        ]
    notes = [_note(last, side(seat)) for seat in range(SEATS)]
    return columns, "Hand", notes


def _note(last: Mapping[str, Any], one: int) -> str:
    """What a side's points are made of: those of its cards, and one for each trick."""
    return f"{last['card_points'][one]} + {last['won'][one]}"
