"""The players of Voren: a heuristic one, which `easy` errs from, and a search."""

from rules.players.voren.heuristic import MISJUDGED_POINTS, choose, weigh
from rules.players.voren.reasons import why
from rules.players.voren.search import WORLDS, bluffs, estimate

SPEAKS = "stay"
"""The phase of words that show the hand."""
UNIT = "chip"
"""What hints count in; points elsewhere."""

__all__ = ["MISJUDGED_POINTS", "SPEAKS", "UNIT", "WORLDS", "bluffs", "choose", "estimate", "weigh", "why"]
