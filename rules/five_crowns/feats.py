"""What Five Crowns counts beside points: how often one went out."""

from __future__ import annotations

from rules.contract import Feats


def of_out(out: int | None, seats: int) -> Feats:
    """From which of so many seats went out (None: nobody, F3.4)."""
    return [{"went_out": (int(seat == out), 1)} for seat in range(seats)]
