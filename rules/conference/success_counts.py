"""Counts of Conference beside points: hands won by a seat's side."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import SuccessCounts


def of_points(points: Sequence[int]) -> SuccessCounts:
    """Return the counts from each seat's points. Partners have the same."""
    return [{"side_won": (int(seat_points > 0), 1)} for seat_points in points]
