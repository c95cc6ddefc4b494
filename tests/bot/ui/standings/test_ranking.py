"""Who stands where: ties, huge amounts, games that the fewest points win, and who has too little behind them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.standings.ranking import (
    MEASURES,
    MIN_GAMES,
    ROWS_PER_PAGE,
    Measure,
    default_measure,
    figure_text,
    game_measures,
    rank,
    row_note,
)
from data.pads.records import FREE_GAME_ID
from data.standings.records import PROVISIONAL_GAMES, Standing
from tests.bot.ui.standings.samples import standing

AMOUNTS = st.one_of(st.integers(-3, 3), st.integers(-(10**30), 10**30))


def make_standings(drawn: list[tuple[int, int, int, int]]) -> list[Standing]:
    """Return standings of these points, hands, wins and rated games."""
    return [
        standing(at, points=points, hands=hands, wins=wins, games=9, rated=rated)
        for at, (points, hands, wins, rated) in enumerate(drawn, 1)
    ]


@given(
    st.lists(st.tuples(AMOUNTS, st.integers(0, 20), st.integers(0, 9), st.integers(0, 20)), max_size=40),
    st.sampled_from(MEASURES),
    st.sampled_from(["voren", "five_crowns"]),
)
def test_a_place_is_one_more_than_those_who_are_better(
    drawn: list[tuple[int, int, int, int]], by: Measure, game: str
) -> None:
    """Exactly, whatever the amounts are; who has no place stands below all who have one."""
    ranking = rank(make_standings(drawn), game, by)
    placed = [table_row for table_row in ranking.rows if table_row.place is not None]
    assert list(ranking.rows[: len(placed)]) == placed
    assert ranking.ranked == len(placed)
    fewest = game == "five_crowns" and by in {"points", "average"}
    for row in placed:
        better = sum(1 for other in placed if (other.value < row.value if fewest else other.value > row.value))
        assert row.place == better + 1
    assert len({table_row.standing.user for table_row in ranking.rows}) == len(ranking.rows)


def test_ties_share_a_place_and_the_next_one_is_left_out() -> None:
    ranking = rank(
        [standing(number, points=points) for number, points in enumerate((5, 9, 9, 1), 1)], "voren", "points"
    )
    assert [(row.place, row.standing.user) for row in ranking.rows] == [(1, 2), (1, 3), (3, 1), (4, 4)]


def test_amounts_that_differ_in_their_thirtieth_digit_are_told_apart() -> None:
    """As floats they would be the same."""
    huge = 10**30
    people = [standing(1, points=huge, hands=10), standing(2, points=huge + 1, hands=10)]
    assert [row.place for row in rank(people, "voren", "points").rows] == [1, 2]
    assert [row.standing.user for row in rank(people, "voren", "average").rows] == [2, 1]
    assert [row.place for row in rank(people, "voren", "average").rows] == [1, 2]


@given(st.lists(st.tuples(AMOUNTS, st.integers(MIN_GAMES, 60)), max_size=30))
def test_averages_are_compared_exactly(drawn: list[tuple[int, int]]) -> None:
    """As fractions would be: those who have the same share a place, others never do."""
    people = [standing(at, points=points, hands=hands) for at, (points, hands) in enumerate(drawn, 1)]
    exact = {each_standing.user: Fraction(each_standing.points, each_standing.hands) for each_standing in people}
    for row in rank(people, "voren", "average").rows:
        assert row.place == 1 + sum(1 for value in exact.values() if value > exact[row.standing.user])


def test_where_the_fewest_points_win_the_fewest_stand_first() -> None:
    people = [standing(1, points=200), standing(2, points=100)]
    assert [row.standing.user for row in rank(people, "five_crowns", "average").rows] == [2, 1]
    assert [row.standing.user for row in rank(people, "voren", "average").rows] == [1, 2]


def test_provisional_ratings_stand_apart_whoever_has_played_most_first() -> None:
    people = [
        standing(1, rated=3, mu=60.0),
        standing(2, rated=PROVISIONAL_GAMES, mu=9.0),
        standing(3, rated=9, mu=1.0),
    ]
    people.append(standing(4, rated=0))
    ranking = rank(people, "voren", "rating")
    assert [(row.place, row.standing.user) for row in ranking.rows] == [(1, 2), (None, 3), (None, 1)]
    assert row_note(ranking.rows[1], "rating") == "9 of 10 games"


def test_an_average_of_few_hands_has_no_place() -> None:
    people = [standing(1, hands=MIN_GAMES - 1, points=900), standing(2, hands=MIN_GAMES, points=10)]
    ranking = rank(people, "voren", "average")
    assert [(row.place, row.standing.user) for row in ranking.rows] == [(1, 2), (None, 1)]


@pytest.mark.parametrize(
    ("by", "figure", "note"),
    [
        ("rating", "19.1", "10 games"),
        ("wins", "2", "of 10 games, 20 %"),
        ("points", "\u22127", "100 hands"),
        ("average", "\u22120.1", "100 hands"),
    ],
)
def test_a_row_says_what_it_goes_by_and_what_stands_behind_it(by: Measure, figure: str, note: str) -> None:
    (row,) = rank([standing(1, points=-7)], "voren", by).rows
    assert (figure_text(row, by), row_note(row, by)) == (figure, note)


def test_pads_of_any_game_go_by_wins_and_have_no_rating() -> None:
    assert default_measure(FREE_GAME_ID) == "wins"
    assert "rating" not in game_measures(FREE_GAME_ID)
    assert default_measure("voren") == "rating"


def test_pages_are_found_by_person() -> None:
    ranking = rank(
        [standing(number, mu=90.0 - number) for number in range(1, 2 * ROWS_PER_PAGE + 2)], "voren", "rating"
    )
    assert ranking.pages == 3
    assert [ranking.page_of(user) for user in (1, ROWS_PER_PAGE, ROWS_PER_PAGE + 1, 2 * ROWS_PER_PAGE + 1, 999)] == [
        0,
        0,
        1,
        2,
        None,
    ]
    assert [ranking.page(number) for number in (-5, 1, 10**17)] == [0, 1, 2]
    assert rank([], "voren", "rating").pages == 1
