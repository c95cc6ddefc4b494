"""The computer players of Mitigati: what the heuristic one does is in heuristic.py, why in reasons.py."""

from rules.players.mitigati.heuristic import choose, weigh
from rules.players.mitigati.reasons import why

__all__ = ["choose", "weigh", "why"]
