"""The easy level: the heuristic player, which misjudges what moves are worth."""

from __future__ import annotations

from random import Random
from types import ModuleType
from typing import Final

from rules.contract import View

MISJUDGED_POINTS: Final = 6.0
"""How far it misjudges a move: the standard deviation, where the game's module has no `MISJUDGED_POINTS` of its own."""
WORST_ERROR: Final = 2.0
"""How many times `MISJUDGED_POINTS` its move is worth less than the best at most: it makes no absurd move."""


def choose(module: ModuleType, view: View, rng: Random) -> str:
    """A legal move by the heuristic player of a game's module. Raises ValueError where there is none."""
    points: dict[str, float] = module.weigh(view)
    if len(points) < 2:
        return module.choose(view, rng)
    spread = getattr(module, "MISJUDGED_POINTS", MISJUDGED_POINTS)
    least = max(points.values()) - WORST_ERROR * spread
    sensible = [move for move, value in points.items() if value >= least]
    return max(sensible, key=lambda move: points[move] + rng.gauss(0, spread))
