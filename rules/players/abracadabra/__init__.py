"""The players of Abracadabra: the heuristic one is in heuristic.py, its reasons in reasons.py."""

from rules.players.abracadabra.heuristic import choose, weigh
from rules.players.abracadabra.reasons import why

__all__ = ["choose", "weigh", "why"]
