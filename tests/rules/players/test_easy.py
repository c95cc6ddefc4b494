"""The easy level: the heuristic player, which forgets cards and misjudges moves by a few points."""

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
from rules.players.memory import forgotten_cards, with_forgotten_cards
from rules.registry import GAMES
from tests.rules.players.positions import positions

VIEW: dict[str, Any] = {}

WEIGHING = [game for game in GAMES.values() if "easy" in players_of(game)]
"""The games whose players weigh their moves."""


def module(**points: float) -> Any:
    """A game's module whose heuristic player makes the best of these moves."""
    return SimpleNamespace(choose=lambda *_: max(points, key=points.__getitem__), weigh=lambda _view: points)


def test_it_misjudges_moves_by_about_so_much_and_makes_none_that_is_worse_by_more() -> None:
    reach = easy.MISJUDGED_POINTS
    rng, game = Random(1), module(best=20.0, near=20.0 - reach, far=20.0 - reach - 0.1)
    seen = Counter(easy.choose(game, VIEW, rng) for _ in range(5000))
    assert set(seen) == {"best", "near"}
    # Two errors differ by more than one standard deviation of each, one way: the tail of the normal distribution.
    assert seen["near"] / 5000 == pytest.approx(NormalDist(0, sqrt(2)).cdf(-1), abs=0.02)


def test_a_game_has_a_scale_of_its_own() -> None:
    game = module(best=20.0, near=20.0 - easy.MISJUDGED_POINTS - 1, far=20.0 - easy.MISJUDGED_POINTS - 3)
    game.misjudged_points = lambda _view: easy.MISJUDGED_POINTS + 2
    rng = Random(1)
    assert {easy.choose(game, VIEW, rng) for _ in range(500)} == {"best", "near"}


def test_a_move_that_it_overrates_is_made_more_often() -> None:
    game, rng = module(stay=0.0, fold=0.0), Random(1)
    game.overrated = lambda _view: {"stay": easy.MISJUDGED_POINTS}
    stays = sum(easy.choose(game, VIEW, rng) == "stay" for _ in range(5000)) / 5000
    assert stays == pytest.approx(NormalDist(0, sqrt(2)).cdf(1), abs=0.02)


@pytest.mark.parametrize("name", ["wasteful", "precious"])
def test_it_makes_no_absurd_move_by_mistake(name: str) -> None:
    game, rng = module(best=1.0, absurd=0.9, near=0.8), Random(1)
    setattr(game, name, lambda _view: {"absurd"})
    assert {easy.choose(game, VIEW, rng) for _ in range(500)} == {"best", "near"}
    setattr(game, name, lambda _view: {"best", "absurd"})
    assert {easy.choose(game, VIEW, rng) for _ in range(500)} == {"best", "near"}


def test_it_forgets_what_others_played_before_the_last_trick() -> None:
    tricks = [{"cards": [[0, f"{number}E"], [1, f"{number}A"]]} for number in (2, 3, 4)]
    view: dict[str, Any] = {"seat": 0, "tricks": tricks}
    assert forgotten_cards(with_forgotten_cards(view)) == ("2A", "3A")
    assert forgotten_cards(view) == ()
    assert with_forgotten_cards({"seat": 0, "tricks": tricks[:1]}) == {"seat": 0, "tricks": tricks[:1]}


FORGETFUL = [GAMES[name] for name in ("mitigati", "conference", "abracadabra")]
"""The games of more than three tricks."""


@pytest.mark.parametrize("game", FORGETFUL, ids=[game.id for game in FORGETFUL])
def test_forgotten_cards_change_what_moves_seem_worth(game: Game) -> None:
    weigh = import_module(f"rules.players.{game.id}").weigh
    views = [
        state.view(seat) for state, seat in positions(game, Random(f"forgotten {game.id}")) if state.phase == "play"
    ]
    pairs = [(weigh(view), weigh(with_forgotten_cards(view))) for view in views]
    assert all(known.keys() == forgotten.keys() for known, forgotten in pairs)
    assert any(known != forgotten for known, forgotten in pairs)


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
