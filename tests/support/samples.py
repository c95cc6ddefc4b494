"""The shape of what a game brings for the contract of all games (tests/cogs/games/contract): samples of its tables.

It stands as `SAMPLES` in `tests/cogs/games/GAME/games.py`, where random games do not come to what the game has of its
own. Without it its samples are random games.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from random import Random
from types import MappingProxyType
from typing import Any, Final, NamedTuple, ParamSpec

from bot.ui.scene.scene import Scene
from rules.contract import OptionValue, State, View
from rules.simulate import random_move

Log = Sequence[Mapping[str, Any]]
Step = tuple[State, Log | None]
"""A position, and after a hand that is over the log that is kept of it."""


P = ParamSpec("P")
MOST_KEPT: Final = 64


def played_once(play: Callable[P, Iterable[Step]]) -> Callable[P, tuple[Step, ...]]:
    """Return the games of `play`, each played once for all who ask for it: positions never change."""
    ordered_dict = OrderedDict[str, tuple[Step, ...]]()

    @wraps(play)
    def game(*arguments: P.args, **options: P.kwargs) -> tuple[Step, ...]:
        key = f"{arguments} {sorted(options.items())}"
        if key not in ordered_dict:
            ordered_dict[key] = tuple(play(*arguments, **options))
            if len(ordered_dict) > MOST_KEPT:
                ordered_dict.popitem(last=False)
        return ordered_dict[key]

    return game


def never_cut(scene: Scene) -> bool:
    """Return False: words of ours are cut in no picture."""
    return False


class Fullest(NamedTuple):
    """A table whose messages are the longest: seats, options, after how many hands enough is seen, the phases that are
    met until then (any where it names none), and whether its result has everybody's name, however long they are.
    """

    seats: int
    options: Mapping[str, OptionValue] = MappingProxyType({})
    hands: int = 2
    phases: frozenset[str] = frozenset()
    names_all: bool = True
    letters: int = 0
    """Of the longest hand, at least."""
    moves: int = 0
    """Buttons of moves below the fullest hand, at least."""


@dataclass(frozen=True)
class Samples:
    """Tables of a game.

    `tables` are games by the names of their tables and their seeds, `seeds` how many of each are looked at; `fullest`
    are tables at which moves are made by `choose`. `told` are the cards that a text names, `known` those that the
    reader of a view may be told; by default the names of the pack, and all that the view has of the hand in progress.
    `highest` is how many times as high as wide a picture may be. `verbs` are those that the tables' moves have
    together. `options` differ from the standard and go together.
    """

    tables: Mapping[str, Callable[[int], Iterable[Step]]]
    fullest: Mapping[str, Fullest]
    told: Callable[[str], set[str]]
    known: Callable[[View], set[str]]
    choose: Callable[[State, int, Random], str] = random_move
    seeds: int = 2
    highest: float = 1.35
    highest_ledger: float = 0
    """Of a picture with a ledger, where that is higher than the others."""
    verbs: frozenset[str] = frozenset()
    may_cut: Callable[[Scene], bool] = never_cut
    """Whether the picture of a scene may lack words, also with short names: its text and its alt text have them."""
    options: Mapping[str, OptionValue] = field(default_factory=dict[str, OptionValue])
