"""Mitigati (M): tarot for three, each for themselves, where a hand can be bought off while it is being dealt."""

from rules.mitigati.game import Mitigati

GAME = Mitigati()

__all__ = ["GAME"]
