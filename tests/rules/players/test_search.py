"""The search over worlds: the same worlds for all moves, nothing given up early, and near ties to the heuristic."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, cast

import pytest

from rules.contract import Event, State, Worlds
from rules.players.search import FEWEST_WORLDS, Estimate, Played, estimate_moves, preferred


class Numbers(Worlds):
    """Worlds that are random numbers."""

    def draw(self, rng: Random) -> State:
        return cast("Any", rng.random())

    def events(self, world: State) -> tuple[Event, ...]:
        raise AssertionError("a search asks for positions")


def test_all_moves_are_played_out_in_the_same_worlds() -> None:
    seen: list[tuple[float, list[str]]] = []

    def play_out(world: State, moves: Sequence[str]) -> list[Played]:
        number = cast("float", world)
        seen.append((number, list(moves)))
        return [Played(number + len(move)) for move in moves]

    estimates = estimate_moves(["a", "bbb", "cc"], Numbers(), play_out, 20, Random(1))
    assert [moves for _, moves in seen] == [["a", "bbb", "cc"]] * 20
    assert len({number for number, _ in seen}) == 20
    mean = sum(number for number, _ in seen) / 20
    assert [found.move for found in estimates] == ["bbb", "cc", "a"]
    assert [found.points for found in estimates] == pytest.approx([mean + 3, mean + 2, mean + 1])
    assert all(found.error == pytest.approx(0) for found in estimates)


def test_no_move_is_given_up_before_it_was_tried_often_enough() -> None:
    tried: list[int] = []

    def play_out(world: State, moves: Sequence[str]) -> list[Played]:
        tried.append(len(moves))
        rng = Random(cast("float", world))
        return [Played(rng.gauss(0, 1) - 5 * (move == "bad")) for move in moves]

    estimates = estimate_moves(["good", "fair", "bad"], Numbers(), play_out, 3 * FEWEST_WORLDS, Random(2))
    assert tried[:FEWEST_WORLDS] == [3] * FEWEST_WORLDS
    assert set(tried[FEWEST_WORLDS:]) == {2}
    assert len(tried) == 3 * FEWEST_WORLDS
    assert estimates[-1].move == "bad"
    assert estimates[0].points - estimates[-1].points == pytest.approx(5, abs=0.8)


def test_where_one_move_is_left_no_more_worlds_are_drawn() -> None:
    tried: list[int] = []

    def play_out(world: State, moves: Sequence[str]) -> list[Played]:
        tried.append(len(moves))
        return [Played(float(move == "good")) for move in moves]

    estimates = estimate_moves(["bad", "good"], Numbers(), play_out, 200, Random(3))
    assert len(tried) == FEWEST_WORLDS
    assert estimates == (Estimate("good", 1.0, 0.0), Estimate("bad", 0.0, 0.0))


def test_a_near_tie_goes_to_the_heuristic_player() -> None:
    estimates = (Estimate("best", 5.0, 0.0), Estimate("near", 4.875, 0.25), Estimate("far", 3.0, 0.4))
    assert preferred(estimates, "near", 0.5).move == "near"
    assert preferred(estimates, "far", 0.5).move == "best"
    assert preferred(estimates, "near", 0.25).move == "best"
    assert preferred(estimates, "unknown", 0.5).move == "best"
