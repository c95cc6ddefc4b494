"""The weekly cup: what a week comes to, and how people change groups."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.standings.cup import BEST_DAYS, MIN_GROUPED, group_numbers, next_first_group, week_permilles
from data.deals.records import CupResult, CupTry

GUILD, OTHER_GUILD = 7, 8
PERMILLES = st.dictionaries(st.integers(1, 40), st.integers(0, 1000), max_size=40)


def make_tries(
    points: Mapping[int, int], *, day: int = 0, game: str = "voren", guild: int | None = GUILD, deal: int | None = None
) -> list[CupTry]:
    """Return tries at a hand by these people."""
    return [CupTry(deal or 10 * day + 1, game, day, person, guild, result) for person, result in points.items()]


def make_week(permilles: Mapping[int, int], first: frozenset[int] | set[int]) -> list[CupResult]:
    """Return the results of a week in which these people were in Group 1."""
    numbers = group_numbers(permilles, first)
    return [CupResult(GUILD, person, permille, numbers[person]) for person, permille in permilles.items()]


def test_a_day_is_a_fifth_of_the_week() -> None:
    assert week_permilles(make_tries({1: 9, 2: 4, 3: 4})) == {GUILD: {1: 200, 2: 50, 3: 50}}


def test_a_hand_that_two_people_finished_does_not_count() -> None:
    assert week_permilles(make_tries({1: 9, 2: 4})) == {}


def test_where_the_fewest_points_win_the_fewest_are_best() -> None:
    assert week_permilles(make_tries({1: 0, 2: 4, 3: 9}, game="five_crowns")) == {GUILD: {1: 200, 2: 100, 3: 0}}


def test_a_hand_is_compared_with_all_servers_and_counts_for_one() -> None:
    tries = make_tries({1: 9}) + make_tries({2: 5}, guild=OTHER_GUILD) + make_tries({3: 1}, guild=None)
    assert week_permilles(tries) == {GUILD: {1: 200}, OTHER_GUILD: {2: 100}}


def test_of_a_day_the_best_hand_counts() -> None:
    tries = make_tries({1: 9, 2: 4, 3: 1}) + make_tries({1: 1, 2: 4, 3: 9}, game="mitigati", deal=2)
    assert week_permilles(tries) == {GUILD: {1: 200, 2: 100, 3: 200}}


def test_of_seven_days_the_best_five_count() -> None:
    tries = [attempt for day in range(7) for attempt in make_tries({1: -day, 2: -3, 3: -3}, day=day)]
    assert week_permilles(tries)[GUILD] == {1: 700, 2: 600, 3: 600}  # 100, 100, 100, 50, 0; 75, 75, 75, 50, 25


def test_a_game_that_is_gone_counts_nothing() -> None:
    assert week_permilles(make_tries({1: 9, 2: 4, 3: 1}, game="bridge")) == {}


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(1, 6), st.integers(-3, 3)), max_size=60))
def test_a_week_is_between_none_and_all(played: list[tuple[int, int, int]]) -> None:
    points = {(day, person): result for day, person, result in played}
    tries = [attempt for (day, person), result in points.items() for attempt in make_tries({person: result}, day=day)]
    counted = [
        person for day in range(7) if sum(key[0] == day for key in points) >= 3 for at, person in points if at == day
    ]
    counts = week_permilles(tries).get(GUILD, {})
    assert set(counts) == set(counted)
    assert all(0 <= permille <= 200 * min(BEST_DAYS, counted.count(person)) for person, permille in counts.items())


@pytest.mark.parametrize(
    ("people", "first", "expected"),
    [
        (7, {1, 2, 3}, {None}),
        (8, {1, 2, 3}, {1, 2}),
        (8, set[int](), {None}),
        (8, set(range(1, 9)), {None}),
        (8, {99}, {None}),
    ],
)
def test_groups_need_eight_people_of_both(people: int, first: set[int], expected: set[int | None]) -> None:
    assert set(group_numbers(range(1, people + 1), first).values()) == expected


def test_two_go_up_and_two_go_down() -> None:
    permilles = dict(enumerate([900, 800, 200, 100, 700, 600, 500, 400], start=1))
    assert next_first_group(make_week(permilles, {1, 2, 3, 4})) == {1, 2, 5, 6}


def test_free_seats_of_the_first_group_are_filled_from_the_second() -> None:
    permilles = dict(enumerate([900, 800, 700, 600, 500, 400, 300, 200], start=1))
    assert next_first_group(make_week(permilles, {1, 2})) == {1, 3, 4, 5}


def test_those_who_are_level_share_the_better_place() -> None:
    permilles = dict(enumerate([900, 100, 100, 100, 700, 600, 600, 400], start=1))
    assert next_first_group(make_week(permilles, {1, 2, 3, 4})) == {1, 2, 3, 4, 5, 6, 7}


def test_the_first_groups_are_two_halves() -> None:
    assert next_first_group(make_week({person: person for person in range(1, 10)}, set())) == {5, 6, 7, 8, 9}


def test_nobody_is_in_the_group_after_a_week_without_results() -> None:
    assert next_first_group([]) == set()


@given(PERMILLES, st.sets(st.integers(1, 40)))
def test_whatever_the_groups_were_the_better_are_never_behind(permilles: dict[int, int], first: set[int]) -> None:
    rows = make_week(permilles, first)
    following = next_first_group(rows)
    assert following <= set(permilles)
    assert len(following) >= ceil(len(permilles) / 2)
    for number in {row.group_number for row in rows}:
        group = [row for row in rows if row.group_number == number]
        inside = [row.permille for row in group if row.person in following]
        outside = [row.permille for row in group if row.person not in following]
        assert not inside or not outside or min(inside) > max(outside)
    leaving = {row.person for row in rows if row.group_number == 1} - following
    assert len(leaving) <= 2


@given(st.lists(st.permutations(range(12)), min_size=2, max_size=6))
def test_with_the_same_people_and_no_ties_two_change_each_week(weeks: list[list[int]]) -> None:
    first = next_first_group(make_week(dict(enumerate(weeks[0])), set()))
    assert len(first) == 12 // 2 >= MIN_GROUPED // 2
    for week in weeks[1:]:
        following = next_first_group(make_week(dict(enumerate(week)), first))
        assert len(following - first) == len(first - following) == 2
        first = following
