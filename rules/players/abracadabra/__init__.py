"""The players of Abracadabra: the heuristic one is in heuristic.py, its reasons in reasons.py; search.py searches."""

from rules.players.abracadabra.heuristic import choose, misjudged_points, weigh
from rules.players.abracadabra.reasons import why
from rules.players.abracadabra.search import WORLDS, estimate, wasteful

SPEAKS = "expose"
"""The phase in which an open pile, or a closed one, shows the hand."""

__all__ = ["SPEAKS", "WORLDS", "choose", "estimate", "misjudged_points", "wasteful", "weigh", "why"]
