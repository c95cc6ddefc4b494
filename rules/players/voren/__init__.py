"""The players of Voren: a heuristic one, which `easy` errs from, and a search."""

from rules.players.voren.heuristic import NEAR_POINTS, choose, weigh
from rules.players.voren.reasons import why
from rules.players.voren.search import WORLDS, estimate

__all__ = ["NEAR_POINTS", "WORLDS", "choose", "estimate", "weigh", "why"]
