"""The pad of Quince: guesses, bets, and what was laid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.quince.scoring import is_high, scored

from rules.entries import Entry


def pad(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The points of an entry, where bets on a low count are negative. Raises Refusal `bad_request` or `bad_entry`."""
    entry = Entry("Q5.1", fields, ("seats", "guesses", "bets", "total"))
    seats, total = entry.whole("seats"), entry.whole("total")
    guesses, bets = entry.wholes("guesses", seats), entry.wholes("bets", seats)
    if not 0 <= total <= 63:
        raise entry.impossible("All cards together count 63.")
    return {"points": list(scored(guesses, [bet if is_high(total) else -bet for bet in bets], total, seats))}
