"""Requests to a search and its answers, both JSON. A request holds the view of one seat, and no other cards."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Literal, TypedDict

from rules.contract import Game, View
from rules.players import budget_of, compare_moves, player_of
from rules.players.search import Estimate
from rules.players.strong import Choice
from rules.registry import game_named

Task = Literal["choose", "advise", "compare"]
"""The strong player's move, its hint, or its choice with estimates of moves."""


class SearchRequest(TypedDict):
    """`seed` decides all that chance decides. `moves` are compared besides those that the search considers itself."""

    task: Task
    game: str
    view: View
    seed: int
    moves: Sequence[str]


def has_search(game: Game) -> bool:
    """Whether the game's strong player searches."""
    return player_of(game, "strong").level == "strong"


def answer(request: SearchRequest) -> list[Any]:
    """Return the move and its number of worlds; the move and its reason; or a `Choice`, as lists.

    Raises what the game's player raises, such as ValueError where the view's seat has nothing to do.
    """
    game, view, rng = game_named(request["game"]), request["view"], Random(request["seed"])
    player = player_of(game, "strong")
    match request["task"]:
        case "choose":
            return [player.choose(view, rng), budget_of(game)]
        case "advise":
            return list(player.advise(view, rng))
        case "compare":
            return list(compare_moves(game, view, request["moves"], rng))


def read_choice(answered: list[Any]) -> Choice:
    """Return the choice of an answer to `compare`."""
    move, heuristic, estimates, why = answered
    return Choice(move, heuristic, tuple(Estimate(*values) for values in estimates), why)
