"""The players of Conference: the heuristic one in heuristic.py, its reasons in reasons.py, the search in search.py.

note.py has what they tell their partner.
"""

from rules.players.conference.heuristic import choose, weigh
from rules.players.conference.note import note
from rules.players.conference.reasons import why
from rules.players.conference.search import WORLDS, estimate, wasteful
from rules.players.tarot import precious

__all__ = ["WORLDS", "choose", "estimate", "note", "precious", "wasteful", "weigh", "why"]
