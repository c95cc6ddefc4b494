"""A heuristic player of Quince: it guesses 10, and lays one card with no bet. It says why."""

from __future__ import annotations

from random import Random

from rules.quince.cards import rank
from rules.quince.moves import read_lay

from rules.contract import View
from rules.players.words import ONLY_MOVE, forced


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


def why(view: View, move: str) -> str:
    """The reason for a move that `choose` gave from this view."""
    if forced(view):
        return ONLY_MOVE
    own = sum(rank(card) for card in view["hand"])
    if view["phase"] == "guess":
        return f"Your cards count {own} together, and the middle of all guesses is never far off."
    laid = [read_lay(text) for _, text in view["laid"]]
    lying = sum(rank(card) for each_card in laid if each_card for card in each_card.cards)
    if move == "pass":
        return f"The cards on the table count {lying}, yours {own}: a pass leaves it at that."
    return f"The cards on the table count {lying}. You must lay one of yours, and no bet can be lost."
