"""Quince, a game made up for tests: its files stand here as they would in the project.

tests/system/setup/test_sixth_game.py lays them over a copy of it; `shared/` is what would lie beside a checkout.
"""
