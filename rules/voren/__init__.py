"""Voren, after rules V1 to V6: a quick trick game for a pot."""

from rules.voren.game import Voren

GAME = Voren()
