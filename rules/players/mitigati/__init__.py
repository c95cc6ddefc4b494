"""The computer players of Mitigati: the heuristic one in heuristic.py, why in reasons.py, the search in search.py."""

from rules.players.mitigati.heuristic import choose, weigh
from rules.players.mitigati.reasons import why
from rules.players.mitigati.search import WORLDS, estimate, wasteful
from rules.players.tarot import precious

SPEAKS = "bargain"
"""The phase of words that show the hand."""

__all__ = ["SPEAKS", "WORLDS", "choose", "estimate", "precious", "wasteful", "weigh", "why"]
