"""The computer players of a game for tests of many moves: strong looks at two worlds, so that it is quick."""

from __future__ import annotations

from rules.contract import Game
from rules.players import Player, players_of, strong_player

WORLDS = 2


def hurried_players(game: Game) -> list[Player]:
    """All levels of a game, the weakest first."""
    players = players_of(game)
    return [strong_player(game, WORLDS) if level == "strong" else player for level, player in players.items()]
