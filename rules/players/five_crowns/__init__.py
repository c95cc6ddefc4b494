"""The heuristic player of Five Crowns."""

from rules.players.five_crowns.heuristic import choose, why

__all__ = ["choose", "why"]
