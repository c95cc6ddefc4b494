"""The rule-of-thumb player of Mitigati: what it does is in thumb.py, why in reasons.py."""

from rules.players.mitigati.reasons import why
from rules.players.mitigati.thumb import choose

__all__ = ["choose", "why"]
