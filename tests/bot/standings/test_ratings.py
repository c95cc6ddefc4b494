"""Ratings after one game: for every pattern of ties, any order of seats, people alone and partners."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.standings.ratings import MU, SIGMA, Rating, rate_game
from bot.ui.standings.figures import rating_of
from data.standings.records import GamePart, GameResult, Origin

MOST_SIDES = 12
MOST_EXHAUSTIVE = 7
"""Sides of which every pattern of ties is tried."""
ONE, PAIR = 1, 2
NEW: Rating = (MU, SIGMA)


def make_game(places: Sequence[int], sizes: Sequence[int]) -> GameResult:
    """Return a game of people with these places and sizes of sides. Users are numbered from 1, side by side."""
    parts: list[GamePart] = []
    for side, (place, size) in enumerate(zip(places, sizes, strict=True)):
        for _ in range(size):
            seat = len(parts)
            parts.append(GamePart(seat, side, "person", seat + 1, -place, place, place == 1, "whole"))
    return GameResult(Origin("table", 1), 1, "voren", 1, 1, "counts", False, tuple(parts))


def rate(places: Sequence[int], sizes: Sequence[int], before: dict[int, Rating]) -> list[list[Rating]]:
    """Return the ratings of each side's people after a game."""
    result, user = rate_game(make_game(places, sizes), before), 0
    sides: list[list[Rating]] = []
    for size in sizes:
        sides.append([result[user + number + 1] for number in range(size)])
        user += size
    return sides


def tie_patterns(sides: int) -> Iterator[list[int]]:
    """The places of so many sides for patterns of ties: whether each is level with the one before. Of few sides it is
    every pattern, of many those without a tie and with nothing else, and some others.
    """
    every = range(2 ** (sides - 1))
    some = every if sides <= MOST_EXHAUSTIVE else (0, every[-1], *Random(sides).sample(every, 60))
    for pattern in some:
        places = [1]
        for at in range(1, sides):
            places.append(places[-1] if pattern >> (at - 1) & 1 else at + 1)
        yield places


def list_ordinals(people: Sequence[Rating]) -> list[float]:
    """Return the ratings as they are shown, exactly."""
    return [rating_of(*person) for person in people]


@pytest.mark.parametrize("how", ["alone", "partners", "some with a partner"])
@pytest.mark.parametrize("sides", range(2, MOST_SIDES + 1))
def test_from_equal_ratings_a_pattern_of_ties_leaves_the_places_in_order(sides: int, how: str) -> None:
    """The level stay level to the last bit, who came behind is rated below, and if all are level, nobody moves."""
    rng = Random(sides)
    for places in tie_patterns(sides):
        rng.shuffle(places)
        sizes = [{"alone": ONE, "partners": PAIR}.get(how) or rng.choice((ONE, PAIR)) for _ in places]
        message: dict[int, set[float]] = {}
        for place, people in zip(places, rate(places, sizes, {}), strict=True):
            message.setdefault(place, set()).update(list_ordinals(people))
        assert all(len(level) == 1 for level in message.values()), (places, sizes)
        best_first = [message[place].pop() for place in sorted(message)]
        assert all(ahead > behind for ahead, behind in pairwise(best_first)), (places, sizes)
        if len(message) == 1:
            assert {mu for people in rate(places, sizes, {}) for mu, _ in people} == {MU}


def test_the_second_places_of_six_are_above_the_fourth() -> None:
    """50, 40, 40, 30, 10 and 5 points."""
    messages = [round(rating_of(*number), 2) for (number,) in rate([1, 2, 2, 4, 5, 6], [ONE] * 6, {})]
    assert messages == sorted(messages, reverse=True)
    assert messages[1] == messages[2] > messages[3]


RATING = st.tuples(st.floats(-20, 70), st.floats(0.5, SIGMA))


@settings(max_examples=120)
@given(data=st.data(), sides=st.integers(2, MOST_SIDES), size=st.sampled_from((ONE, PAIR)))
def test_the_order_of_seats_makes_no_difference(data: st.DataObject, sides: int, size: int) -> None:
    """From any ratings, to the last bit: those whose ratings and places are equal have equal ratings afterwards."""
    places = data.draw(st.lists(st.integers(1, 4), min_size=sides, max_size=sides))
    some = data.draw(st.lists(RATING, min_size=1, max_size=4))
    teams = [[data.draw(st.sampled_from(some)) for _ in range(size)] for _ in range(sides)]
    order = data.draw(st.permutations(range(sides)))
    before = {at * size + index + 1: value for at, team in enumerate(teams) for index, value in enumerate(team)}
    turned = {at * size + index + 1: value for at, side in enumerate(order) for index, value in enumerate(teams[side])}
    results = rate(places, [size] * sides, before)
    again = rate([places[side] for side in order], [size] * sides, turned)
    assert [results[side] for side in order] == again
    for number in range(sides):
        for other in range(sides):
            if (places[number], teams[number]) == (places[other], teams[other]):
                assert results[number] == results[other]


@settings(max_examples=120)
@given(data=st.data(), sizes=st.tuples(st.sampled_from((ONE, PAIR)), st.sampled_from((ONE, PAIR))))
def test_a_draw_brings_two_sides_nearer(data: st.DataObject, sizes: tuple[int, int]) -> None:
    """Partners' ratings may be uneven, of each other's and in how sure they are: what counts is a side's average."""
    teams = [data.draw(st.lists(RATING, min_size=size, max_size=size)) for size in sizes]
    before = {at + 1: value for at, value in enumerate([*teams[0], *teams[1]])}
    moved = [
        [now[0] - was[0] for now, was in zip(results, team, strict=True)]
        for results, team in zip(rate([1, 1], sizes, before), teams, strict=True)
    ]
    first, second = (sum(mu for mu, _ in team) / len(team) for team in teams)
    if abs(first - second) < 1e-9:
        assert all(abs(value) < 1e-6 for value in (*moved[0], *moved[1]))
    else:
        lower, higher = (0, 1) if first < second else (1, 0)
        assert all(value > 0 for value in moved[lower])
        assert all(value < 0 for value in moved[higher])


@settings(max_examples=120)
@given(data=st.data(), sides=st.integers(3, MOST_SIDES))
def test_if_all_draw_the_lowest_rises_and_the_highest_falls(data: st.DataObject, sides: int) -> None:
    before = {user: data.draw(RATING) for user in range(1, sides + 1)}
    numbers = [number for (number,) in rate([1] * sides, [ONE] * sides, before)]
    moved = {before[user][0]: now[0] - before[user][0] for user, now in enumerate(numbers, 1)}
    assert moved[min(moved)] >= 0
    assert moved[max(moved)] <= 0


@settings(max_examples=120)
@given(data=st.data(), sides=st.integers(2, MOST_SIDES))
def test_rating_change_of_one_game_is_at_most_that_of_two_players(data: st.DataObject, sides: int) -> None:
    """Places against many opponents are one result: one game makes no newcomer a master, nor their rating sure."""
    before = {1: NEW} | {user: data.draw(RATING) for user in range(2, sides + 1)}
    places = data.draw(st.lists(st.integers(1, 5), min_size=sides, max_size=sides))
    mu, sigma = rate(places, [ONE] * sides, before)[0][0]
    assert abs(mu - MU) < SIGMA
    assert sigma > 0.9 * SIGMA


def test_partners_share_a_move_by_how_unsure_each_is() -> None:
    """A newcomer moves further than a settled partner; partners who are as sure move alike."""
    before: dict[int, Rating] = {1: (40.0, 2.0), 2: NEW, 3: (30.0, 4.0), 4: (35.0, 4.0)}
    won, lost = rate([1, 2], [PAIR, PAIR], before)
    assert 0 < won[0][0] - 40 < won[1][0] - MU
    assert lost[0][0] < 30
    assert abs((lost[0][0] - 30) - (lost[1][0] - 35)) < 1e-9
