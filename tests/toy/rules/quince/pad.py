"""The pad of Quince: guesses, and what was laid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.entries import Entry


def pad(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The points of an entry. Raises Refusal `bad_request` or `bad_entry`."""
    entry = Entry("Q5.1", fields, ("seats", "guesses", "total"))
    seats, total = entry.whole("seats"), entry.whole("total")
    guesses = entry.wholes("guesses", seats)
    if not 0 <= total <= 63:
        raise entry.impossible("All cards together count 63.")
    return {"points": [max(0, 10 - abs(guess - total)) for guess in guesses]}
