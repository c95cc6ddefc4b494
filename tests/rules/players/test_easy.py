"""The easy level: the heuristic player, which misjudges moves by a few points."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from math import sqrt
from random import Random
from statistics import NormalDist
from types import SimpleNamespace
from typing import Any

import pytest

from rules.contract import Game
from rules.players import easy, players_of
from rules.registry import GAMES
from tests.rules.players.positions import positions

VIEW: dict[str, Any] = {}

WEIGHING = [game for game in GAMES.values() if "easy" in players_of(game)]
"""The games whose players weigh their moves."""


def module(**points: float) -> Any:
    """A game's module whose heuristic player makes the best of these moves."""
    return SimpleNamespace(choose=lambda *_: max(points, key=points.__getitem__), weigh=lambda _view: points)


def test_it_misjudges_moves_by_about_so_much_and_makes_none_that_is_far_worse() -> None:
    reach = easy.WORST_ERROR * easy.MISJUDGED_POINTS
    rng, game = Random(1), module(best=10.0, near=10.0 - easy.MISJUDGED_POINTS, far=10.0 - reach - 0.1)
    seen = Counter(easy.choose(game, VIEW, rng) for _ in range(5000))
    assert set(seen) == {"best", "near"}
    # Two errors differ by more than one standard deviation of each, one way: the tail of the normal distribution.
    assert seen["near"] / 5000 == pytest.approx(NormalDist(0, sqrt(2)).cdf(-1), abs=0.02)


def test_a_game_has_a_scale_of_its_own() -> None:
    game = module(best=10.0, near=10.0 - 2 * easy.MISJUDGED_POINTS - 1, far=-easy.WORST_ERROR * 9 + 9.9)
    game.MISJUDGED_POINTS = 9.0
    rng = Random(1)
    assert {easy.choose(game, VIEW, rng) for _ in range(500)} == {"best", "near"}


def test_where_the_heuristic_player_weighs_nothing_it_does_the_same() -> None:
    game = SimpleNamespace(choose=lambda *_: "deal", weigh=lambda _view: {})
    assert {easy.choose(game, VIEW, Random(seed)) for seed in range(50)} == {"deal"}  # type: ignore[arg-type]


@pytest.mark.parametrize("game", WEIGHING, ids=[game.id for game in WEIGHING])
def test_the_heuristic_player_makes_the_best_of_the_moves_that_it_weighs(game: Game) -> None:
    found, weighed = import_module(f"rules.players.{game.id}"), 0
    for state, seat in positions(game, Random(f"weighed {game.id}")):
        view = state.view(seat)
        points: dict[str, float] = found.weigh(view)
        for move in points:
            state.apply(seat, move)
        if points:
            assert points[found.choose(view, Random(1))] == max(points.values())
            weighed += 1
    assert weighed
