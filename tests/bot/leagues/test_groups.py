"""Groups and tables of a league of any size: seats once each, meetings within bounds, partners evenly."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.leagues.groups import (
    GROUP_SIZES,
    blocked_together,
    cut_groups,
    fewest_people,
    promote_and_relegate,
    season_order,
    separate_blocked,
    table_places,
)
from bot.tables.model.seats import pairs
from rules.registry import GAMES

MEETINGS = {
    3: {4: (2, 2), 5: (1, 2), 6: (1, 2), 7: (1, 1)},
    4: {5: (3, 3), 6: (2, 3), 7: (2, 2), 8: (1, 2), 9: (1, 2)},
}
"""How often two people of a group meet, at least and at most, by the seats of a table and the people of the group."""

SEATS = st.sampled_from(sorted(GROUP_SIZES))


@pytest.mark.parametrize(("seats", "people"), [(seats, many) for seats, sizes in MEETINGS.items() for many in sizes])
def test_everybody_has_every_seat_once_and_meets_everybody(seats: int, people: int) -> None:
    tables = table_places(people, seats)
    assert len(tables) == people
    assert all(len(set(table)) == seats for table in tables)
    for seat in range(seats):
        assert sorted(table[seat] for table in tables) == list(range(people))
    meetings = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    counts = [meetings[frozenset(pair)] for pair in combinations(range(people), 2)]
    assert (min(counts), max(counts)) == MEETINGS[seats][people]


@pytest.mark.parametrize("people", MEETINGS[4])
def test_everybody_has_four_different_partners_in_conference(people: int) -> None:
    partners = Counter(
        frozenset((table[number], table[other]))
        for table in table_places(people, 4)
        for number, other in pairs(GAMES["conference"])
    )
    assert set(partners.values()) == {1}
    for person in range(people):
        assert sum(person in pair for pair in partners) == 4


@given(SEATS, st.integers(4, 40))
def test_people_are_divided_into_groups_of_playable_sizes(seats: int, people: int) -> None:
    if people < fewest_people(seats):
        with pytest.raises(ValueError, match="are no group"):
            cut_groups(range(people), seats)
        return
    groups = cut_groups(range(people), seats)
    assert [who for group in groups for who in group] == list(range(people))
    assert all(len(group) in MEETINGS[seats] for group in groups)
    assert max(map(len, groups)) - min(map(len, groups)) <= 1
    assert seats == 3 or (len(groups) > 1) == (people >= 10)


@given(SEATS, st.integers(5, 40))
def test_two_go_up_and_two_go_down_between_neighbours(seats: int, people: int) -> None:
    groups = cut_groups(range(people), seats)
    next_groups = promote_and_relegate(groups)
    assert [len(group) for group in next_groups] == [len(group) for group in groups]
    assert sorted(who for group in next_groups for who in group) == list(range(people))
    for number, (before, changed) in enumerate(zip(groups, next_groups, strict=True)):
        if number:
            assert set(before[:2]) <= set(next_groups[number - 1])
        if number < len(groups) - 1:
            assert set(before[-2:]) <= set(next_groups[number + 1])
        assert len(set(before) & set(changed)) == len(before) - 2 * (bool(number) + (number < len(groups) - 1))


@given(st.integers(5, 40), st.sets(st.integers(0, 60), min_size=5))
def test_next_season_goes_by_the_last_and_newcomers_by_rating(people: int, entered: set[int]) -> None:
    groups = cut_groups(range(people), 4)
    order = season_order(groups, {who: who * 10.0 for who in entered})
    assert set(order) == entered
    assert len(order) == len(entered)
    former = [who for group in promote_and_relegate(groups) for who in group if who in entered]
    assert order[: len(former)] == former
    assert order[len(former) :] == sorted((who for who in entered if who >= people), reverse=True)


@given(SEATS, st.integers(10, 40), st.data())
def test_a_pair_that_blocks_is_parted_where_there_are_other_groups(
    seats: int, people: int, data: st.DataObject
) -> None:
    groups = cut_groups(range(people), seats)
    first, second = data.draw(st.lists(st.integers(0, people - 1), min_size=2, max_size=2, unique=True))
    parted = separate_blocked(groups, {(first, second)})
    assert not blocked_together(parted, {(first, second)})
    assert sorted(who for group in parted for who in group) == list(range(people))
    assert [len(group) for group in parted] == [len(group) for group in groups]
    assert sum(set(changed) != set(before) for changed, before in zip(parted, groups, strict=True)) in {0, 2}


def test_a_pair_that_blocks_stays_together_in_the_only_group() -> None:
    groups = separate_blocked([[1, 2, 3, 4, 5]], {(5, 1)})
    assert blocked_together(groups, {(5, 1)}) == [(1, 5)]
