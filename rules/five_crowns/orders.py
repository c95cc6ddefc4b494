"""Orders for one's next turn in Five Crowns, from the view of the seat that leaves one (rules/orders.py)."""

from __future__ import annotations

from rules.contract import View
from rules.five_crowns.records import DRAW, TAKE
from rules.orders import Orderable


def orderable(view: View) -> Orderable:
    """How the next turn begins (F3.1); whoever has gone out has none (F3.3). A discard hangs on the card that comes."""
    over = view["phase"] not in ("draw", "discard") or view["out"] == view["seat"]
    return Orderable() if over else Orderable((DRAW, TAKE))
