"""The easy level: the heuristic player, which now and then makes a move that is nearly as good by its own count."""

from __future__ import annotations

from random import Random
from types import ModuleType
from typing import Final

from rules.contract import View

ERRS: Final = 0.2
"""How often it takes another move."""
NEAR_POINTS: Final = 4.0
"""How many points such a move is worth less at most, where the game's module has no `NEAR_POINTS` of its own."""


def choose(module: ModuleType, view: View, rng: Random) -> str:
    """A legal move by the heuristic player of a game's module. Raises ValueError where there is none."""
    if rng.random() >= ERRS:
        return module.choose(view, rng)
    points: dict[str, float] = module.weigh(view)
    if not points:
        return module.choose(view, rng)
    least = max(points.values()) - getattr(module, "NEAR_POINTS", NEAR_POINTS)
    return rng.choice(sorted(move for move, value in points.items() if value >= least))
