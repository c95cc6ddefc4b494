"""The computer players of Five Crowns: the heuristic one, and its reasons."""

from rules.players.five_crowns.heuristic import choose, weigh
from rules.players.five_crowns.reasons import why

__all__ = ["choose", "weigh", "why"]
