"""A8: what a deal scores, and when the game ends."""

from itertools import product
from random import Random
from typing import Any

import pytest

from rules.abracadabra.scoring import Tally, score_parts
from rules.table import Table
from tests.rules.abracadabra.stacked import deal_at_random, deal_hands, in_play, play_moves, table

SEAT_0 = ["AH", "KH", "10H", "7S", "KS", "AC", "AD", "KC", "8D", "10D", "QD", "10C"]
SEAT_1 = ["6H", "8H", "JH", "AS", "8S", "6C", "6D", "8C", "KD", "QS", "JD", "QC"]
SEAT_2 = ["7H", "9H", "QH", "6S", "9S", "7C", "7D", "9C", "9D", "10S", "JS", "JC"]


def play_worked_example(
    placed: tuple[str, ...] = ("place 3 4 5 9 10 J Q", "place A 2 4 Q", "place"),
    exposed: tuple[str, ...] = ("expose none", "expose none", "expose none"),
    **options: object,
) -> Table:
    """Return the table after the rulebook's worked example, by default with its own bid cards."""
    hands = {seat: " ".join(cards) for seat, cards in enumerate((SEAT_0, SEAT_1, SEAT_2))}
    at = deal_hands(table(3, dealer=2, **options), hands, "JOKER")
    bid = len(placed[0].split()) - 1
    at = play_moves(at, "suit H", "suit S", "suit D", f"bid {bid}", "pass", "pass", *placed, *exposed)
    remaining = dict(enumerate((list(SEAT_0), list(SEAT_1), list(SEAT_2))))
    while at.state.phase == "play":
        seat = at.state.to_act[0]
        at = at.move(seat, f"play {remaining[seat].pop(0)}")
    return at


def read_points(at: Table) -> list[int]:
    """Return the points of the last hand."""
    return list(at.state.score().hands[-1])


def read_parts(at: Table) -> list[dict[str, int]]:
    """Return the parts of the last hand's points."""
    return at.state.view(None)["last"]["parts"]


@pytest.mark.clause("A8.1", "A8.2", "A8.4", "A8.5")
def test_the_worked_example() -> None:
    at = play_worked_example()
    last = at.state.view(None)["last"]
    assert read_points(at) == [55, 50, 1]
    assert last["succeeded"] == [0, 1]
    assert last["parts"] == [
        {"success": 20, "left": 16, "right": 0, "tricks": 7, "own": 12},
        {"success": 20, "left": 16, "right": 0, "tricks": 4, "own": 10},
        {"success": 0, "left": 0, "right": 0, "tricks": 1, "own": 0},
    ]
    assert (last["won"], last["taken"], last["own"]) == ([["5", "J"], ["4", "Q"], []], [7, 4, 1], [6, 5, 0])


@pytest.mark.clause("A8.1")
@pytest.mark.parametrize(("seats", "table"), [(4, (40, 30, 20, 10)), (3, (30, 20, 10)), (2, (20, 10))])
def test_fewer_who_succeed_score_more(seats: int, table: tuple[int, ...]) -> None:
    for success in product((False, True), repeat=seats):
        tallies = [Tally(3, 0, 0, 3 if is_done else 2, 0, False) for is_done in success]
        each = table[sum(success) - 1] if any(success) else 0
        assert [part.success for part in score_parts(tallies, False)] == [each if is_done else 0 for is_done in success]


@pytest.mark.clause("A8.1")
@pytest.mark.parametrize(
    ("placed", "tricks", "exact", "at_least"),
    [(3, 3, True, True), (3, 4, False, True), (3, 2, False, False), (0, 0, True, True), (0, 1, False, False)],
)
def test_successful_bids(placed: int, tricks: int, exact: bool, at_least: bool) -> None:
    tallies = [Tally(placed, 0, 0, tricks, 0, False), Tally(9, 0, 0, 1, 0, False)]
    assert bool(score_parts(tallies, False)[0].success) == exact
    assert bool(score_parts(tallies, True)[0].success) == at_least


@pytest.mark.clause("A8.1")
def test_at_least_in_a_game() -> None:
    placed = ("place 3 4 5 9 10 J", "place 2 4 Q", "place")
    assert [part["success"] for part in read_parts(play_worked_example(placed))] == [0, 0, 0]
    assert [part["success"] for part in read_parts(play_worked_example(placed, success="at_least"))] == [20, 20, 0]


@pytest.mark.clause("A8.1")
def test_cards_on_the_right_count_for_success() -> None:
    at = play_worked_example(exposed=("expose 5 9", "expose none", "expose none"))
    assert read_parts(at)[0]["success"] == 20


@pytest.mark.clause("A8.2")
def test_won_cards_score_their_value_even_without_success() -> None:
    at = play_worked_example(("place A 2 3 J Q", "place Q", "place"))
    assert [part["success"] for part in read_parts(at)] == [0, 0, 0]
    assert [part["left"] for part in read_parts(at)] == [1 + 2 + 11, 12, 0]
    won = [trick["winner"] for trick in at.state.view(None)["last"]["tricks"]]
    assert [won[number - 1] for number in (1, 2, 3, 11, 12)] == [0, 0, 2, 0, 1]


@pytest.mark.clause("A8.3")
def test_declarers_right_scores_twice_and_loses_twice() -> None:
    at = play_worked_example(exposed=("expose 5 9 J", "expose none", "expose none"))
    last = at.state.view(None)["last"]
    assert (last["right"], last["turned"]) == (["5", "J"], ["9"])
    assert last["parts"][0] == {"success": 20, "left": 0, "right": 2 * (5 + 11) - 2 * 9, "tricks": 7, "own": 12}
    assert read_points(at)[0] == 53


@pytest.mark.clause("A8.3")
def test_a_deal_can_cost_points() -> None:
    at = play_worked_example(
        ("place 3 4 9 10 Q", "place", "place"), ("expose 3 4 9 10 Q", "expose none", "expose none")
    )
    last = at.state.view(None)["last"]
    won = {number for number, trick in enumerate(last["tricks"], start=1) if trick["winner"] == 0}
    assert last["parts"][0]["right"] == sum(2 * value if value in won else -2 * value for value in (3, 4, 9, 10, 12))
    assert read_points(at)[0] < 0


@pytest.mark.clause("A8.4")
def test_every_trick_scores_a_point() -> None:
    assert [part["tricks"] for part in read_parts(play_worked_example())] == [7, 4, 1]


@pytest.mark.clause("A8.5")
def test_an_open_pile_doubles_the_cards_of_the_own_suit() -> None:
    at = play_worked_example(exposed=("expose pile", "expose none", "expose pile"))
    assert [part["own"] for part in read_parts(at)] == [24, 10, 0]
    at = play_worked_example(exposed=("expose none", "expose pile", "expose none"))
    assert [part["own"] for part in read_parts(at)] == [12, 20, 0]


def play_deal(at: Table, rng: Random) -> Table:
    """Return the table after one more deal that is not void."""
    at = in_play(deal_at_random(at, rng))
    while at.state.phase == "play":
        at = play_moves(at, rng.choice(at.state.legal(at.state.to_act[0]).moves))
    return at


@pytest.mark.clause("A8.6")
@pytest.mark.parametrize(
    ("seats", "options", "deals"),
    [
        (4, {}, 4),
        (3, {}, 3),
        (2, {}, 2),
        (3, {"deals": 1}, 1),
        (2, {"deals": 5}, 5),
        (3, {"deals": 2, "target": 5000}, 2),
    ],
)
def test_the_game_ends_after_so_many_deals(seats: int, options: dict[str, Any], deals: int) -> None:
    rng = Random(6)
    at = table(seats, **options)
    for played in range(deals):
        assert not at.state.finished
        assert at.state.view(None)["counted"] == played
        at = play_deal(at, rng)
    assert at.state.finished
    score = at.state.score()
    assert score.totals == tuple(map(sum, zip(*score.hands, strict=True)))
    assert score.winners == tuple(seat for seat, total in enumerate(score.totals) if total == max(score.totals))


@pytest.mark.clause("A8.6")
def test_a_target_ends_the_game_after_the_deal_in_which_it_is_reached() -> None:
    rng = Random(7)
    at = table(3, target=150)
    assert at.state.view(None)["deals"] == 0
    while not at.state.finished:
        assert max(at.state.score().totals) < 150
        at = play_deal(at, rng)
    assert max(at.state.score().totals) >= 150
    assert len(at.state.score().hands) > 3


@pytest.mark.clause("A8.6")
def test_exactly_the_target_is_enough() -> None:
    at = play_worked_example(target=55)
    assert at.state.finished
    assert at.state.score().winners == (0,)
    assert not play_worked_example(target=56).state.finished


@pytest.mark.clause("K8.2")
def test_all_that_share_the_highest_total_win_together() -> None:
    at = table(3)
    for _ in range(3):
        at = play_moves(deal_hands(at), "suit S", "suit H", "suit D", "pass", "pass", "pass")
    assert at.state.finished
    assert at.state.score().winners == (0, 1, 2)
