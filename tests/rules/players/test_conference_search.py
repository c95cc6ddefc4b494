"""The search of Conference: legal candidates, and better than the heuristic player."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from statistics import fmean
from typing import Any

import pytest

from rules.arena.tables import Contest, play_deal
from rules.conference import GAME
from rules.contract import State, View
from rules.players import players_of, strong_player
from rules.players.conference import estimate
from rules.players.conference.search import candidates
from rules.simulate import random_move, random_order
from rules.tarot.cards import CARDS, PLAIN, TRUMPS

BUDGET = 8
STRONG = strong_player(GAME, BUDGET)
NORMAL = players_of(GAME)["normal"].choose
OPTIONS = [
    {"good_evil": good_evil, "league": league, "gallowglass": gallowglass, "between_hands": between, "hands": 4}
    for good_evil, league, gallowglass, between in product(
        ("trumps", "allegiance", "none"), (False, True), (False, True), ("shuffle", "cut")
    )
]


def positions(options: dict[str, Any], seed: int) -> Iterator[tuple[State, int]]:
    """Every position of a game of which half the moves are random, with a seat that may act."""
    rng = Random(f"{options} {seed}")
    state: State = GAME.new(4, GAME.resolve(options), rng.randrange(4))
    while not state.finished:
        if state.expects:
            state = state.chance("deal", random_order(state, rng))
            continue
        seat = rng.choice(state.to_act)
        yield state, seat
        is_random = rng.random() < 0.5 and state.phase != "cut"
        state = state.apply(seat, random_move(state, seat, rng) if is_random else NORMAL(state.view(seat), rng))


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(str(one) for one in options.values()))
def test_candidates_are_legal_and_searched_in_all_phases(options: dict[str, Any]) -> None:
    rng = Random(1)
    for number, (state, seat) in enumerate(positions({**options, "hands": 1}, 1)):
        view = state.view(seat)
        found = candidates(view, [])
        assert found
        assert len(found) == len(set(found))
        for move in found:
            state.apply(seat, move)
        if number % 12 < 2:
            own = NORMAL(view, rng)
            estimates = estimate(view, [own], 2, rng)
            assert [one.move for one in estimates].count(own) == 1
            assert {one.move for one in estimates} == set(candidates(view, [own]))


def test_a_cut_is_not_searched() -> None:
    state, seat = next(found for found in positions({"between_hands": "cut"}, 2) if found[0].phase == "cut")
    assert estimate(state.view(seat), ["reshuffle"], BUDGET, Random(1)) == ()
    assert STRONG.choose(state.view(seat), Random(1)) == "reshuffle"


@pytest.mark.parametrize("good_evil", ["trumps", "allegiance"])
def test_its_reasons_are_short_and_name_no_card(good_evil: str) -> None:
    """They tell a lead in points, or moves that are as good, and what the heuristic player says of its own move."""
    suited = {text for text in CARDS.texts if CARDS.bit[text] & PLAIN}
    leads, as_good = 0, 0
    for state, seat in list(positions({"good_evil": good_evil, "gallowglass": True, "hands": 1}, 6))[::3]:
        move, why, others = STRONG.advise(state.view(seat), Random(1))
        assert 0 < len(why) <= 200
        assert not suited & {word.strip(".,:;()") for word in why.split(" ")}
        assert move == STRONG.choose(state.view(seat), Random(1))
        has_lead = "more than the next best move" in why
        assert not (has_lead and others)
        leads += has_lead
        as_good += bool(others)
    assert leads
    assert as_good


# -- the easy level


# -- better than the heuristic player


def normal_games(deals: int, seed: int) -> Iterator[tuple[State, int]]:
    """Every position of so many deals in which all seats are heuristic players."""
    rng = Random(seed)
    for dealer in range(deals):
        state: State = GAME.new(4, GAME.resolve({"hands": 1}), dealer % 4)
        while not state.finished:
            if state.expects:
                state = state.chance("deal", random_order(state, rng))
                continue
            seat = state.to_act[0]
            yield state, seat
            state = state.apply(seat, NORMAL(state.view(seat), rng))


def play_on(state: State, seat: int, move: str) -> int:
    """The points of the hand for a seat that makes this move, if heuristic players play on."""
    state = state.apply(seat, move)
    while not state.finished:
        state = state.apply(state.to_act[0], NORMAL(state.view(state.to_act[0]), Random(1)))
    return state.score().totals[seat]


def leads_its_last_trump(view: View) -> bool:
    """Whether the heuristic player leads the only trump of a hand of three to six cards."""
    if view["phase"] != "play" or view["trick"] or not 3 <= len(view["hand"]) <= 6:
        return False
    trumps = CARDS.mask(view["hand"]) & TRUMPS
    return trumps.bit_count() == 1 and NORMAL(view, Random(1)) == f"play {CARDS.text[trumps]}"


def test_it_keeps_its_last_trump_to_win_the_lead_back() -> None:
    """The heuristic player leads it where it wins. Kept, it stops the others, who would win all that is left.

    The moves are compared in worlds that agree with the view, with heuristic players playing on.
    """
    rng = Random(1)
    gains: list[float] = []
    for state, seat in normal_games(14, 77):
        view = state.view(seat)
        if not leads_its_last_trump(view):
            continue
        move = strong_player(GAME, 32).choose(view, rng)
        if move != NORMAL(view, rng):
            worlds = GAME.worlds(view)
            drawn = [worlds.draw(rng) for _ in range(8)]
            gains.append(fmean(play_on(world, seat, move) - play_on(world, seat, NORMAL(view, rng)) for world in drawn))
    assert len(gains) >= 4
    assert fmean(gains) > 3


def test_a_side_of_two_beats_heuristic_players() -> None:
    contest = Contest(GAME, 4, {}, {"a": STRONG.choose, "b": players_of(GAME)["normal"].choose}, "strong")
    leads = [play_deal(contest, deal).lead for deal in range(2)]
    assert sum(leads) > 0
