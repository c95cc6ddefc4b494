"""The rule-of-thumb player of Abracadabra: what it does is in thumb.py, why in reasons.py."""

from rules.players.abracadabra.reasons import why
from rules.players.abracadabra.thumb import choose

__all__ = ["choose", "why"]
