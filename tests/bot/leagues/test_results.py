"""Points by place at a table, and the order of a group."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.leagues.groups import table_places
from bot.leagues.results import PLACE_POINTS, TableResult, group_places, rank_group

SEATS = st.sampled_from(sorted(PLACE_POINTS))


def make_table_result(
    *totals: int, fewest_win: bool = False, lost: frozenset[int] = frozenset(), last: int | None = None
) -> TableResult:
    """Return the result of one hand at a table of the people 0, 1, 2 and so on."""
    return TableResult(tuple(range(len(totals))), totals, (totals,), fewest_win, lost, last)


@pytest.mark.parametrize(
    ("table", "points"),
    [
        (make_table_result(30, 20, 10, 0), (10, 6, 3, 1)),
        (make_table_result(30, 20, 10), (7, 4, 2)),
        (make_table_result(30, 20, 10, fewest_win=True), (2, 4, 7)),
        (make_table_result(30, 30, 10, 10), (8, 8, 2, 2)),
        (make_table_result(5, 5, 5, 0), (Fraction(19, 3), Fraction(19, 3), Fraction(19, 3), 1)),
        (make_table_result(30, 20, 10, 0, lost=frozenset({0})), (0, 10, 6, 3)),
        (make_table_result(30, 20, 10, 0, lost=frozenset({0, 2})), (0, 10, 0, 6)),
        (make_table_result(30, 20, 10, 0, last=0), (1, 10, 6, 3)),
        (make_table_result(30, 20, 10, 0, lost=frozenset({1}), last=0), (3, 0, 10, 6)),
        (make_table_result(0, 0, 0, lost=frozenset({0, 1, 2})), (0, 0, 0)),
    ],
)
def test_points_go_by_place(table: TableResult, points: tuple[Fraction, ...]) -> None:
    assert table.points() == points


@given(SEATS, st.data(), st.booleans())
def test_points_of_a_table_add_up(seats: int, data: st.DataObject, fewest_win: bool) -> None:
    totals = tuple(data.draw(st.lists(st.integers(-5, 5), min_size=seats, max_size=seats)))
    lost = frozenset(data.draw(st.sets(st.integers(0, seats - 1))))
    points = make_table_result(*totals, fewest_win=fewest_win, lost=lost).points()
    assert sum(points) == sum(PLACE_POINTS[seats][: seats - len(lost)])
    assert all(points[seat] == 0 for seat in lost)
    for number in set(range(seats)) - lost:
        for other in set(range(seats)) - lost:
            better = totals[number] < totals[other] if fewest_win else totals[number] > totals[other]
            assert not better or points[number] > points[other]


def test_hands_won_decide_between_level_people_and_then_points() -> None:
    even = (10, 10, 10, 10)
    tables = [TableResult((0, 1, 2, 4), even, ((6, 6, 4, 4), (4, 4, 6, 6), (9, 8, 7, 6)), fewest_win=False)]
    order = rank_group(5, tables, {})
    assert [row.person for row in order] == [0, 1, 2, 4, 3]
    assert group_places(order) == [1, 2, 2, 2, 5]
    assert [row.hands_won for row in order] == [2, 1, 1, 1, 0]


def test_a_correction_counts() -> None:
    order = rank_group(4, [make_table_result(30, 20, 10)], {2: 6, 3: -1})
    assert [(row.person, row.points) for row in order] == [(2, 8), (0, 7), (1, 4), (3, -1)]


@given(SEATS, st.data())
def test_a_group_has_the_points_of_its_tables_whatever_order_they_are_in(seats: int, data: st.DataObject) -> None:
    people = data.draw(st.integers(seats + 1, 2 * seats + 1))
    amounts = st.lists(st.integers(-20, 20), min_size=seats, max_size=seats).map(tuple)
    tables = [
        TableResult(places, totals := data.draw(amounts), (totals,), data.draw(st.booleans()))
        for places in table_places(people, seats)
    ]
    order = rank_group(people, tables, {})
    assert sum(row.points for row in order) == people * sum(PLACE_POINTS[seats])
    assert all(row.tables == seats for row in order)
    assert rank_group(people, data.draw(st.permutations(tables)), {}) == order
    places = group_places(order)
    assert places == sorted(places)
