"""The heuristic player of Voren."""

from rules.players.voren.heuristic import choose, why

__all__ = ["choose", "why"]
