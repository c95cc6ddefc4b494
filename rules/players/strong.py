"""The strong level: the move that brings most in the hidden worlds that agree with the view."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from types import ModuleType
from typing import Final, NamedTuple

from rules.contract import View
from rules.players.hints import Hint
from rules.players.search import Estimate, preferred
from rules.players.words import READABLE, about, forced, roughly

NEAR_TIE_ERRORS: Final = 0.5
"""The heuristic player's move is taken if it lags behind the best by at most so many standard errors."""
SHOWN_POINTS: Final = 0.1
"""A smaller lead is not told."""


class Choice(NamedTuple):
    """The move of a search, the heuristic player's, and the estimates of all that were searched, the best first."""

    move: str
    heuristic: str
    estimates: tuple[Estimate, ...]


def choose(module: ModuleType, budget: int, view: View, rng: Random) -> str:
    """The move of a game's search. Raises ValueError if the view's seat has nothing to do."""
    return search(module, budget, view, rng).move


def advise(module: ModuleType, budget: int, view: View, rng: Random) -> Hint:
    """The same move, by how much it is better than the next, and the heuristic player's reason if it is its move."""
    move, heuristic, estimates = search(module, budget, view, rng)
    said = [module.why(view, move)] if move == heuristic else []
    points = {found.move: found.points for found in estimates}
    others = [value for other, value in points.items() if other != move]
    lead = points[move] - max(others) if others else 0.0
    if lead >= SHOWN_POINTS:
        unit: str = getattr(module, "UNIT", "point")
        points_more = about(lead, unit) if lead <= READABLE else roughly(lead, unit)
        said.append(f"It brings {points_more} more than the next best move.")
    return Hint(move, " ".join(said) or "Several moves are about as good.")


def search(module: ModuleType, budget: int, view: View, rng: Random) -> Choice:
    """The choice of a game's search. There are no estimates where one move is the only one, or where none is searched.

    Raises ValueError if the view's seat has nothing to do.
    """
    heuristic: str = module.choose(view, rng)
    if forced(view):
        return Choice(heuristic, heuristic, ())
    estimates: tuple[Estimate, ...] = module.estimate(view, [heuristic], budget, rng)
    move = preferred(estimates, heuristic, NEAR_TIE_ERRORS).move if estimates else heuristic
    return Choice(move, heuristic, estimates)


def compare(module: ModuleType, budget: int, moves: Sequence[str], view: View, rng: Random) -> Choice:
    """The choice of the same search, with estimates of these moves, too. Raises ValueError as it does."""
    state = rng.getstate()
    choice = search(module, budget, view, rng)
    if choice.estimates and not {*moves} <= {found.move for found in choice.estimates}:
        rng.setstate(state)
        estimates: tuple[Estimate, ...] = module.estimate(view, [module.choose(view, rng), *moves], budget, rng)
        return choice._replace(estimates=estimates)
    return choice
