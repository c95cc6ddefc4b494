"""The players of Voren: a heuristic one, which `easy` errs from, and a search."""

from rules.players.voren.heuristic import choose, misjudged_points, overrated, weigh
from rules.players.voren.reasons import why
from rules.players.voren.search import WORLDS, bluffs, estimate, wasteful

SPEAKS = "stay"
"""The phase of words that show the hand."""
UNIT = "chip"
"""What hints count in; points elsewhere."""

__all__ = [
    "SPEAKS",
    "UNIT",
    "WORLDS",
    "bluffs",
    "choose",
    "estimate",
    "misjudged_points",
    "overrated",
    "wasteful",
    "weigh",
    "why",
]
