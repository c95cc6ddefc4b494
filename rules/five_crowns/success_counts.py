"""Counts of Five Crowns beside points: how often a seat went out."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import SuccessCounts


def of_hand(seat_out: int | None, seats: int) -> SuccessCounts:
    """Return the counts from the seat that went out (None: none, F3.4) and the number of seats."""
    return [{"went_out": (int(seat == seat_out), 1)} for seat in range(seats)]


def of_entry(seat_out: int | None, points: Sequence[int]) -> SuccessCounts:
    """Return the counts from the seat that went out in a pad's entry.

    If several have nothing left, it may name none.
    """
    return [] if seat_out is None and 0 in points else of_hand(seat_out, len(points))
