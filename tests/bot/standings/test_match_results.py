"""The results of a match: worked examples, and what holds for all results."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.standings.match_results import MatchResults
from data.deals.records import DAY_MS, MATCH_MS, Deal, DealPlan, Match, TryResult

ADA, BELA, CLEO = 1, 2, 3
NAMES = {ADA: "Ada", BELA: "Bela", CLEO: "Cleo"}
POINTS = st.lists(st.dictionaries(st.sampled_from(list(NAMES)), st.integers(-9, 9)), min_size=4, max_size=6)


def make_results(boards: list[dict[int, int]], game: str = "mitigati") -> MatchResults:
    """Return the results of a match with these points, board by board."""
    plan = DealPlan({}, 3, 0, 0)
    deals = [
        Deal("match", game, plan, DAY_MS, DAY_MS + MATCH_MS, bytes(32), id=number, match=5)
        for number in range(10, 10 + len(boards))
    ]
    match = Match(5, 1, 2, None, deals, bytes(32))
    given_points = [
        TryResult(deal.id, user, NAMES[user], points, None, 100 * deal.id + user)
        for deal, board in zip(deals, boards, strict=True)
        for user, points in board.items()
    ]
    return MatchResults(match, given_points)


def rank_boards(boards: list[dict[int, int]]) -> list[tuple[int, str, float, int]]:
    """Return the ranking of a match with these points."""
    return [(place.place, place.name, place.percent, place.boards) for place in make_results(boards).ranking()]


def test_the_mean_of_all_boards_decides() -> None:
    boards = [{ADA: 9, BELA: 3, CLEO: 3}, {ADA: 1, BELA: 5, CLEO: 0}]
    assert rank_boards(boards) == [(1, "Ada", 75, 2), (2, "Bela", 62.5, 2), (3, "Cleo", 12.5, 2)]


def test_a_board_that_somebody_has_not_finished_is_nothing() -> None:
    assert rank_boards([{ADA: 9, BELA: 3}, {ADA: 4, CLEO: 8}, {ADA: 1, BELA: 1}]) == [
        (1, "Ada", 50, 3),
        (2, "Cleo", 33.3, 1),
        (3, "Bela", 16.7, 2),
    ]


def test_a_board_of_one_person_counts_for_nobody() -> None:
    assert rank_boards([{ADA: 2, BELA: 8}, {BELA: 5}]) == [(1, "Bela", 100, 2), (2, "Ada", 0, 1)]
    assert rank_boards([{ADA: 2}, {ADA: 8}]) == []


def test_people_who_are_level_to_a_tenth_share_a_place() -> None:
    assert rank_boards([{ADA: 1, BELA: 2}, {ADA: 2, BELA: 1}]) == [(1, "Ada", 50, 2), (1, "Bela", 50, 2)]


def test_the_widest_board_is_the_first_of_those_with_the_largest_spread() -> None:
    widest = make_results([{ADA: 1, BELA: 2}, {ADA: 9, BELA: -1, CLEO: 3}, {ADA: 10, CLEO: 0}]).widest_board()
    assert widest is not None
    assert (widest.number, widest.best.name, widest.worst.name) == (2, "Ada", "Bela")
    assert make_results([{ADA: 1, BELA: 1}, {}, {CLEO: 7}]).widest_board() is None


def test_where_fewest_win_the_best_has_fewest() -> None:
    match = make_results([{ADA: 1, BELA: 20}], game="five_crowns")
    assert match.percentages(0) == {ADA: 100, BELA: 0}
    widest = match.widest_board()
    assert widest is not None
    assert (widest.best.name, widest.worst.name) == ("Ada", "Bela")


@given(POINTS)
def test_a_ranking_has_everybody_who_finished_a_board_the_best_first(boards: list[dict[int, int]]) -> None:
    match = make_results(boards)
    ranked = match.ranking()
    assert not ranked or {each_place.name for each_place in ranked} == {NAMES[user] for user in match.finished()}
    assert [each_place.percent for each_place in ranked] == sorted(
        (each_place.percent for each_place in ranked), reverse=True
    )
    for place in ranked:
        assert place.place == 1 + sum(other.percent > place.percent for other in ranked)
        assert 0 <= place.percent <= 100


@given(POINTS, st.integers(1, 5))
def test_points_that_are_all_raised_change_nothing(boards: list[dict[int, int]], more: int) -> None:
    raised = [{user: points + more for user, points in board.items()} for board in boards]
    assert rank_boards(raised) == rank_boards(boards)


@pytest.mark.parametrize("other", [4, 5])
def test_only_deals_of_the_match_count(other: int) -> None:
    match_results = make_results([{ADA: 1, BELA: 2}])
    match = Match(5, 1, 2, None, [], bytes(32))
    deal = Deal("match", "voren", DealPlan({}, 3, 0, 0), 0, 1, bytes(32), id=other)
    foreign = [replace(result, deal=99) for result in match_results.boards[0]]
    assert MatchResults(replace(match, boards=[deal]), foreign).ranking() == []
