"""A rule-of-thumb player of Quince: it guesses 10, and lays one card with no bet."""

from __future__ import annotations

from random import Random

from rules.contract import View


def choose(view: View, rng: Random) -> str:
    """A legal move. Raises ValueError if the view's seat has nothing to do."""
    if view["phase"] == "guess" and view["choices"]:
        return "guess 10"
    if view["moves"]:
        return "pass"
    if view["choices"]:
        (lay,) = view["choices"]
        return f"lay {' '.join(lay['must'] or lay['cards'][:1])} bet 0 low"
    raise ValueError("this seat has nothing to do")
