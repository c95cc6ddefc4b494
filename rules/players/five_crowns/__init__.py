"""The computer players of Five Crowns: the heuristic one, its reasons, and the search."""

from rules.players.five_crowns.heuristic import choose, misjudged_points, weigh
from rules.players.five_crowns.reasons import why
from rules.players.five_crowns.search import WORLDS, estimate

COUNTS_POINTS_LEFT = True

__all__ = ["COUNTS_POINTS_LEFT", "WORLDS", "choose", "estimate", "misjudged_points", "weigh", "why"]
