"""The rule-of-thumb player of Conference: what it does is in thumb.py, why in reasons.py."""

from rules.players.conference.reasons import why
from rules.players.conference.thumb import choose

__all__ = ["choose", "why"]
