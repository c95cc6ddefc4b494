"""Computer players. Each gets a view and a `random.Random`, nothing else, and gives one of the view's legal moves."""

# Every game has the random player. A module or package of this package named for a game holds that game's heuristic
# player: `choose`, and `why`, the reason for what it chose; it is found by that name.

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from pkgutil import iter_modules
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from rules.contract import Game, View
from rules.players.words import ONLY_MOVE, forced

Choose = Callable[[View, Random], str]
Why = Callable[[View, str], str]


class Player(NamedTuple):
    """A computer player of a game: its id, its name, how it chooses from a view, and why.

    `why` gives the reason for a move of `choose`: at most 200 letters, true of the view, without a card's text.
    """

    id: str
    name: str
    choose: Choose
    why: Why


class Hint(NamedTuple):
    """A move to think of, and the reason for it."""

    move: str
    why: str


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


def why(view: View, _move: str) -> str:
    """The random player's reason for a move: it has none, unless there is no other."""
    return ONLY_MOVE if forced(view) else "It is one of the moves you may make, picked by chance."


@cache
def players_of(game: Game) -> Mapping[str, Player]:
    """The computer players of a game by id, the strongest last: `random`, and `normal` where the game has one.

    Raises AttributeError, which names the module, where a game's module lacks `choose` or `why`.
    """
    found = {"random": Player("random", "Random", partial(choose, game), why)}
    if any(module.name == game.id for module in iter_modules(__path__)):
        module = import_module(f"{__name__}.{game.id}")
        found["normal"] = Player("normal", "Normal", module.choose, module.why)
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


def hint(game: Game, view: View, rng: Random) -> Hint:
    """The move of the game's strongest player from this view, and why.

    Raises ValueError if the view's seat has nothing to do.
    """
    player = best_of(game)
    move = player.choose(view, rng)
    return Hint(move, player.why(view, move))
