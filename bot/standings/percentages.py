"""Percentages of a deal that several people played: how many others each of them beat, as in duplicate bridge."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from typing import TypeVar

Who = TypeVar("Who")


def percentages(scores: Mapping[Who, float], *, fewest_win: bool = False) -> dict[Who, float]:
    """Return the percentage of each, from 0 to 100.

    Of the others, those with a worse score count whole, and those with the same count half. The result is empty for one
    alone, who has nobody to compare with. With `fewest_win`, lower scores are better.
    """
    others = len(scores) - 1
    if others < 1:
        return {}
    ordered = sorted(scores.values())
    shares = dict[Who, float]()
    for who, score in scores.items():
        first, end = bisect_left(ordered, score), bisect_right(ordered, score)
        beaten = len(ordered) - end if fewest_win else first
        shares[who] = 100 * (beaten + (end - first - 1) / 2) / others
    return shares
