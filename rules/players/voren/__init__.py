"""The players of Voren: a heuristic one, which `easy` errs from, and a search."""

from rules.players.voren.heuristic import choose, weigh
from rules.players.voren.reasons import why

__all__ = ["choose", "weigh", "why"]
