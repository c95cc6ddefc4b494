"""The heuristic player of Abracadabra: what it does is in heuristic.py, why in reasons.py."""

from rules.players.abracadabra.heuristic import choose
from rules.players.abracadabra.reasons import why

__all__ = ["choose", "why"]
