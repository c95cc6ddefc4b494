"""Presenters of games, and the texts that all games share."""
