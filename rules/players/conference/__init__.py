"""The players of Conference: the heuristic one in heuristic.py, its reasons in reasons.py, the search in search.py."""

from rules.players.conference.heuristic import choose, weigh
from rules.players.conference.reasons import why
from rules.players.conference.search import WORLDS, estimate, wasteful

__all__ = ["WORLDS", "choose", "estimate", "wasteful", "weigh", "why"]
