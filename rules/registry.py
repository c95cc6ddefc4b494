"""The games there are: every package of `rules/` that exports a GAME."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from rules.contract import Game, Refusal, View


def _find() -> dict[str, Game]:
    package = import_module("rules")
    games: dict[str, Game] = {}
    for module in iter_modules(package.__path__, "rules."):
        if module.ispkg:
            game = getattr(import_module(module.name), "GAME", None)
            if isinstance(game, Game):
                games[game.id] = game
    return games


GAMES: Mapping[str, Game] = MappingProxyType(_find())
"""Game id -> game."""


def winners_of(view: View) -> tuple[int, ...]:
    """Return the seats that have won the game that a view shows: none while it goes on, nor where no hand was
    played.
    """
    return tuple(view["winners"]) if view["finished"] and GAMES[view["game"]].was_played(view) else ()


def title_of(name: str) -> str:
    """Return the name of the game with this id; the id itself where this version does not know the game."""
    return GAMES[name].name if name in GAMES else name


def game_named(name: str) -> Game:
    """Return the game with this id. Raises Refusal `unknown_game`."""
    game = GAMES.get(name)
    if game is None:
        raise Refusal("unknown_game", None, "There is no game called “{name}”.", name=name[:60])
    return game
