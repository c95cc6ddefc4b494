"""Computer players. Each gets a view and a `random.Random`, nothing else, and gives one of the view's legal moves.

Every game has the random player. A module of this package named for a game holds that game's rule-of-thumb player as
`choose`; it is found by that name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from pkgutil import iter_modules
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from rules.contract import Game, View

Choose = Callable[[View, Random], str]


class Player(NamedTuple):
    """A computer player of a game: its id, the name that people read, and how it chooses from a view."""

    id: str
    name: str
    choose: Choose


def choose(game: Game, view: View, rng: Random) -> str:
    """A random legal move of any game: each listed move and each template (K7.2) is as likely as any other.

    Raises ValueError if the view's seat has nothing to do.
    """
    moves: list[str] = view["moves"]
    choices: list[Mapping[str, object]] = view["choices"]
    if not moves and not choices:
        raise ValueError("this seat has nothing to do")
    pick = rng.randrange(len(moves) + len(choices))
    return moves[pick] if pick < len(moves) else game.template(choices[pick - len(moves)]).draw(rng)


@cache
def players_of(game: Game) -> Mapping[str, Player]:
    """The computer players of a game by id, the strongest last: `random`, and `thumb` where the game has one."""
    found = {"random": Player("random", "Random", partial(choose, game))}
    if any(module.name == game.id for module in iter_modules(__path__)):
        thumb: Choose = import_module(f"{__name__}.{game.id}").choose
        found["thumb"] = Player("thumb", "Rule of thumb", thumb)
    return MappingProxyType(found)


def player_named(game: Game, name: str) -> Player:
    """The game's player with this id or name, in any case. Raises KeyError if it has none."""
    wanted = name.casefold()
    for player in players_of(game).values():
        if wanted in (player.id, player.name.casefold()):
            return player
    raise KeyError(name)


def best_of(game: Game) -> Player:
    """The game's strongest player."""
    return list(players_of(game).values())[-1]


class Hint(NamedTuple):
    """A move."""

    move: str
    why: str


def hint(game: Game, view: View, rng: Random) -> Hint:
    """TEMPORARY."""
    return Hint(best_of(game).choose(view, rng), "It seems best, as the cards lie, by some rule of thumb or other.")
