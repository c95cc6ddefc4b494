"""What Conference counts beside points: how often one's side won the hand."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Feats


def of_points(points: Sequence[int]) -> Feats:
    """From what a hand brought each seat: partners have the same."""
    return [{"side_won": (int(one > 0), 1)} for one in points]
