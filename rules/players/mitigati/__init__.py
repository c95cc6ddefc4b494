"""The heuristic player of Mitigati: what it does is in heuristic.py, why in reasons.py."""

from rules.players.mitigati.heuristic import choose
from rules.players.mitigati.reasons import why

__all__ = ["choose", "why"]
