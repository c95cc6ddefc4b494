"""Computer players. Each gets a view and a `random.Random`, nothing else, and gives one of the view's legal moves.

Every game has the random player. A module of this package named for a game holds that game's rule-of-thumb player as
`choose`; it is found by that name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from rules.contract import View

Choose = Callable[[View, Random], str]


class Player(NamedTuple):
    """A computer player of a game: its id, the name that people read, and how it chooses from a view."""

    id: str
    name: str
    choose: Choose


def choose(view: View, rng: Random) -> str:
    """A random legal move of any game: each listed move and each template (K7.2) is as likely as any other.

    Raises ValueError if the view's seat has nothing to do.
    """
    from rules.simulate import random_choice  # it knows tables, and the registry of games imports this package

    moves: list[str] = view["moves"]
    usable = [choice for choice in view["choices"] if "range" in choice or "count" in choice]
    if not moves and not usable:
        raise ValueError("this seat has nothing to do")
    pick = rng.randrange(len(moves) + len(usable))
    return moves[pick] if pick < len(moves) else random_choice(usable[pick - len(moves)], rng)


RANDOM = Player("random", "Random", choose)


@cache
def players_of(game: str) -> Mapping[str, Player]:
    """The computer players of a game by id, the strongest last: `random`, and `thumb` where the game has one."""
    found = {RANDOM.id: RANDOM}
    if any(module.name == game for module in iter_modules(__path__)):
        thumb: Choose = import_module(f"{__name__}.{game}").choose
        found["thumb"] = Player("thumb", "Rule of thumb", thumb)
    return MappingProxyType(found)


def player_named(game: str, name: str) -> Player:
    """The game's player with this id or name, in any case. Raises KeyError if it has none."""
    wanted = name.casefold()
    for player in players_of(game).values():
        if wanted in (player.id, player.name.casefold()):
            return player
    raise KeyError(name)


def best_of(game: str) -> Player:
    """The game's strongest player."""
    return list(players_of(game).values())[-1]
