"""Computer players. Each gets a view and a `random.Random`, nothing else, and gives one of the view's legal moves."""

# A module or package of this package that is named for a game holds that game's players, found by that name:
# `choose` and `why`, the heuristic player (normal);
# `weigh`, the points by which it would choose, for a player that misjudges moves (easy), and `misjudged_points`, by how
# many points, where that is not `easy.MISJUDGED_POINTS`; `overrated`, moves that it likes too much, and `precious`,
# moves that it does not make by mistake;
# `estimate` and `WORLDS`, the search (strong); `wasteful`, moves that it makes only where they are surely better, and
# `SPEAKS`, the phase in which it mixes its words, and `bluffs`, by how much some of them may lag;
# `UNIT`, what its points are called, and `COUNTS_POINTS_LEFT`, whether reasons count what is left in hand instead.
# `note`, what the computer player tells its partners with the hand that it shows them.
# Only the first two are needed, and without the module all is random.

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from pkgutil import iter_modules
from random import Random
from types import MappingProxyType, ModuleType
from typing import Final, Literal, NamedTuple

from rules.contract import Game, View
from rules.players import easy, strong
from rules.players.hints import Hint
from rules.players.strong import Choice
from rules.players.words import ONLY_MOVE, forced

Level = Literal["random", "easy", "normal", "strong"]
LEVELS: Final[tuple[Level, ...]] = ("random", "easy", "normal", "strong")
"""From the weakest to the strongest."""


class Player(NamedTuple):
    """A computer player of a game.

    `choose` gives a legal move from a view, or raises ValueError where its seat has nothing to do. `advise` gives the
    move that it would choose, and why: at most 200 letters, true of the view, without a card's text.
    """

    level: Level
    choose: Callable[[View, Random], str]
    advise: Callable[[View, Random], Hint]


def choose_any(game: Game, view: View, rng: Random) -> str:
    """Return a random legal move of any game: each listed move and each template (K7.2) is as likely as any other.

    Raises ValueError if the view's seat has nothing to do.
    """
    moves: list[str] = view["moves"]
    choices: list[Mapping[str, object]] = view["choices"]
    if not moves and not choices:
        raise ValueError("this seat has nothing to do")
    pick = rng.randrange(len(moves) + len(choices))
    return moves[pick] if pick < len(moves) else game.template(choices[pick - len(moves)]).draw(rng)


def why_any(view: View, _move: str) -> str:
    """Return the random player's reason for a move: it has none, unless there is no other."""
    return ONLY_MOVE if forced(view) else "It is one of the moves you may make, picked by chance."


@cache
def players_of(game: Game) -> Mapping[str, Player]:
    """Return the computer players of a game by level, the strongest last.

    Raises AttributeError, which names the module, where a game's module lacks `choose` or `why`.
    """
    players = [_explained("random", partial(choose_any, game), why_any)]
    if any(module.name == game.id for module in iter_modules(__path__)):
        module = import_module(f"{__name__}.{game.id}")
        if hasattr(module, "weigh"):
            players.append(_explained("easy", partial(easy.choose, module), module.why))
        players.append(_explained("normal", module.choose, module.why))
        if hasattr(module, "estimate"):
            players.append(_searching(module, module.WORLDS))
    return MappingProxyType({player.level: player for player in players})


def player_of(game: Game, level: Level = "normal") -> Player:
    """Return the game's player of this level, or the strongest below it that the game has."""
    weaker = LEVELS[: LEVELS.index(level) + 1]
    return [player for player in players_of(game).values() if player.level in weaker][-1]


def budget_of(game: Game) -> int:
    """Return the most worlds that the game's strong player plays out. Raises AttributeError if the game has none."""
    return import_module(f"{__name__}.{game.id}").WORLDS


def strong_player(game: Game, worlds: int) -> Player:
    """Return the game's strong player, looking at so many worlds at most. Raises AttributeError if it has none."""
    return _searching(import_module(f"{__name__}.{game.id}"), worlds)


def compare_moves(game: Game, view: View, moves: Sequence[str], rng: Random, worlds: int | None = None) -> Choice:
    """Return the choice of the game's strong player, with estimates of these moves, too; no estimates without a search.

    It looks at so many worlds at most, by default as many as its budget has. Raises AttributeError if the game has no
    such player, ValueError if the view's seat has nothing to do.
    """
    module = import_module(f"{__name__}.{game.id}")
    return strong.compare(module, worlds or module.WORLDS, moves, view, rng)


def is_compared(game: Game, why: str) -> bool:
    """Whether a reason compares moves in the game's points already, so that a lead in points beside it would puzzle."""
    return strong.is_compared(import_module(f"{__name__}.{game.id}"), why)


def note_to_partners(game: Game, view: View) -> str:
    """Return the note of a computer player with the hand that it shows its partners; "" if it shows none."""
    if not any(module.name == game.id for module in iter_modules(__path__)):
        return ""
    module = import_module(f"{__name__}.{game.id}")
    return module.note(view) if hasattr(module, "note") else ""


def _searching(module: ModuleType, budget: int) -> Player:
    return Player("strong", partial(strong.choose, module, budget), partial(strong.advise, module, budget))


def _explained(level: Level, choose: Callable[[View, Random], str], why: Callable[[View, str], str]) -> Player:
    """Return a player with reasons from the view and its move."""

    def advise(view: View, rng: Random) -> Hint:
        move = choose(view, rng)
        return Hint(move, why(view, move))

    return Player(level, choose, advise)
