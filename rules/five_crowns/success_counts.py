"""Counts of Five Crowns beside points: how often a seat went out."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import SuccessCounts


def of_hand(out: int | None, seats: int) -> SuccessCounts:
    """From which of so many seats went out (None: nobody, F3.4)."""
    return [{"went_out": (int(seat == out), 1)} for seat in range(seats)]


def of_entry(out: int | None, points: Sequence[int]) -> SuccessCounts:
    """From the seat that went out, as far as a pad's entry names it: it may not where several have nothing left."""
    return [] if out is None and 0 in points else of_hand(out, len(points))
