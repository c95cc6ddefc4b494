"""The easy level: the heuristic player, which forgets cards and misjudges what moves are worth."""

from __future__ import annotations

from random import Random
from types import ModuleType
from typing import Final

from rules.contract import View
from rules.players.memory import with_forgotten_cards

MISJUDGED_POINTS: Final = 10.0
"""How far it misjudges a move, where the game's module has no `misjudged_points` of its own.

It is the standard deviation of its error. A move that is worth less than the best by more is never made.
"""


def choose(module: ModuleType, view: View, rng: Random) -> str:
    """Return a legal move by the heuristic player of a game's module. Raises ValueError where there is none."""
    points: dict[str, float] = module.weigh(with_forgotten_cards(view))
    if len(points) < 2:
        return module.choose(view, rng)
    misjudged: float = module.misjudged_points(view) if hasattr(module, "misjudged_points") else MISJUDGED_POINTS
    overrated: dict[str, float] = module.overrated(view) if hasattr(module, "overrated") else {}
    best, absurd = max(points, key=points.__getitem__), _absurd(module, view)
    near = {move: value for move, value in points.items() if value >= points[best] - misjudged}
    sensible = [move for move in near if move == best or move not in absurd]
    return max(sensible, key=lambda move: near[move] + overrated.get(move, 0.0) + rng.gauss(0, misjudged))


def _absurd(module: ModuleType, view: View) -> set[str]:
    """Return the moves that it does not make by mistake."""
    finders = [getattr(module, name) for name in ("wasteful", "precious") if hasattr(module, name)]
    return {move for find in finders for move in find(view)}
