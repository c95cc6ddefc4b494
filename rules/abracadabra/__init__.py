"""Abracadabra, after rules A1 to A8: a trick game in which you bid which tricks you will win."""

from rules.abracadabra.game import Abracadabra

GAME = Abracadabra()
