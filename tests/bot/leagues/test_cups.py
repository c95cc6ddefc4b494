"""Stages of cups of any size: everybody sits once a stage, the best go on, one person wins, whoever leaves."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.leagues.cups import (
    CUP_PEOPLE,
    count_stages,
    cup_seats,
    order_for_next_stage,
    seat_people,
    seats_of,
    seats_of_next_stage,
)
from rules.contract import Game
from rules.registry import GAMES

SEATS_OF_GAMES = [
    (game, seats) for game in GAMES.values() for seats in (3, 4) if game.seats[0] <= seats <= game.seats[1]
]
TABLES = st.sampled_from(SEATS_OF_GAMES)
PEOPLE = st.integers(*CUP_PEOPLE)


@given(TABLES, PEOPLE)
def test_everybody_sits_once_at_tables_of_three_or_four(table: tuple[Game, int], people: int) -> None:
    game, seats = table
    tables = seat_people(range(people), seats, game)
    assert sorted(who for numbers in tables for who in numbers) == list(range(people))
    sizes = [len(numbers) for numbers in tables]
    assert max(sizes) - min(sizes) <= 1
    for size in sizes:
        assert size <= seats_of(size, game) in {3, 4}
        assert game.seats[0] <= seats_of(size, game) <= game.seats[1]
        assert seats_of(size, game) == size or game.seats[0] == game.seats[1]
    assert [numbers[0] for numbers in tables] == list(range(len(tables)))


def test_the_strong_are_spread_over_the_tables() -> None:
    tables = seat_people(range(1, 17), 4, GAMES["voren"])
    assert tables == [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]
    assert [len(numbers) for numbers in seat_people(range(10), 4, GAMES["voren"])] == [3, 3, 4]
    assert [len(numbers) for numbers in seat_people(range(8), 3, GAMES["voren"])] == [4, 4]


@pytest.mark.parametrize("people", [2, 3, 4])
def test_each_place_has_a_seat(people: int) -> None:
    assert sorted(cup_seats(people)) == list(range(people))


def test_firsts_go_on_before_seconds_and_points_decide_between_them() -> None:
    def make_row(who: str, points: int, hands: int = 0) -> tuple[str, tuple[Fraction, int, int]]:
        return who, (Fraction(points), hands, 0)

    tables = [[make_row("a", 7), make_row("b", 6)], [make_row("c", 10), make_row("d", 6, 1)], [make_row("e", 7, 2)]]
    assert order_for_next_stage(tables) == ["c", "e", "a", "d", "b"]


@pytest.mark.parametrize(
    ("people", "seats", "advance", "stages"),
    [(8, 4, 1, 2), (16, 4, 1, 2), (32, 4, 1, 3), (32, 4, 2, 4), (12, 3, 1, 3), (12, 4, 2, 3), (9, 3, 1, 2)],
)
def test_how_many_stages_there_are(people: int, seats: int, advance: int, stages: int) -> None:
    assert count_stages(people, seats, advance, GAMES["voren"]) == stages


@given(TABLES, PEOPLE, st.integers(1, 2), st.randoms(use_true_random=False), st.floats(0, 0.3))
def test_whoever_leaves_a_cup_ends_with_one_winner(
    table: tuple[Game, int], people: int, advance: int, rng: Random, leaving: float
) -> None:
    game, seats = table
    order, stages, leavers = list(range(people)), 0, set[int]()
    while True:
        tables, stages = seat_people(order, seats, game), stages + 1
        assert sorted(who for numbers in tables for who in numbers) == sorted(order)
        stayer = rng.choice(order)
        leavers |= {who for who in order if who != stayer and rng.random() < leaving}
        keys = {who: (Fraction(rng.randrange(11)), rng.randrange(3), rng.randrange(3)) for who in order}
        ranked = [sorted(numbers, key=lambda who: keys[who], reverse=True) for numbers in tables]
        ranked_people = order_for_next_stage(
            [[(who, keys[who]) for who in row if who not in leavers] for row in ranked]
        )
        next_seats = seats_of_next_stage(len(tables), seats, advance)
        next_stage = ranked_people[:next_seats]
        if len(next_stage) <= 1:
            break
        assert not leavers & set(next_stage)
        assert len(seat_people(next_stage, seats, game)) < len(tables)
        firsts = [next((who for who in row if who not in leavers), None) for row in ranked]
        assert {who for who in firsts if who is not None} <= set(next_stage)
        order = next_stage
    assert ranked_people
    assert len(tables) == 1 or len(ranked_people) == 1
    assert leaving or stages == count_stages(people, seats, advance, game)
