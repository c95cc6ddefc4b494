"""A hand of Mitigati as columns that add up to each player's points, from the `last` of a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.ui.game import common_texts
from rules.mitigati.scoring import PAR

CARDS: Final = "Cards"  # M7.1
BONUSES: Final = "Bonus"  # M5.7
HAND: Final = "Hand"  # M7.1

BARGAIN: Final = "Bargain"  # M3.3
REST: Final = "Rest"  # M3.6
SETTLED: Final = "Hand"  # M7.2


def parts(last: Mapping[str, Any]) -> common_texts.LedgerParts:
    """Return the columns of a finished hand.

    A hand played: card points less 49, noted beside each name, and any declared bonuses. A hand bought off: each seat's
    word, and the share of the surplus over the asks, or its cut.
    """
    # A score pad knows only these keys of `last`: bought_off, points, and words or card_points and bonuses.
    if last["bought_off"]:
        word_points = [_word_points(word) for word in last["words"]]
        shares = [
            total - word_points_of_seat for total, word_points_of_seat in zip(last["points"], word_points, strict=True)
        ]
        columns, net = [(BARGAIN, word_points), *([(REST, shares)] if any(shares) else [])], SETTLED
    else:
        columns, net = [(CARDS, [points - PAR for points in last["card_points"]])], HAND
        if any(last["bonuses"]):
            columns.append((BONUSES, last["bonuses"]))
    notes = [_note(last, seat) for seat in range(len(last["points"]))]
    return columns, net, notes


def _word_points(word: Sequence[Any] | None) -> int:
    """Return the points that a standing word alone would bring."""
    return 0 if word is None else word[1] if word[0] == "ask" else -word[1]


def _note(last: Mapping[str, Any], seat: int) -> str:
    """Return a seat's word, or the card points in its tricks (M1.2)."""
    if last["bought_off"]:
        word = last["words"][seat]
        return "passed" if word is None else f"{word[0]}ed {word[1]}"
    return f"{last['card_points'][seat]} − {PAR}"
