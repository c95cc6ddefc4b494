"""The heuristic player of Conference: what it does is in heuristic.py, why in reasons.py."""

from rules.players.conference.heuristic import choose, weigh
from rules.players.conference.reasons import why

__all__ = ["choose", "weigh", "why"]
