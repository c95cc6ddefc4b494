"""F4 in play, and F5: the last turns, counting, winning. Arrangements have their tests in tests/rules/test_melds.py."""

from random import Random

import pytest

from rules.table import Table
from tests.rules.five_crowns.stacked import (
    deal_hands,
    draw_at_random,
    empty_stock,
    list_moves,
    play_moves,
    refuse_move,
    table,
)


def draw_to_hand(hand: str, drawn: str, size: int = 7) -> Table:
    """Return a table at which seat 1 has drawn to this hand, in a deal of so many cards."""
    return play_moves(deal_hands(table(2, first=size), {1: hand}, "4T", drawn), "draw")


@pytest.mark.clause("F4.1")
@pytest.mark.parametrize(
    ("hand", "drawn", "goes_out"),
    [
        ("5C 6C 7C", "KH", True),  # a suite
        ("JC QC KC", "9H", True),  # up to the King
        ("4C 5C KC", "9H", False),  # not round the corner
        ("5C 6C 7D", "KH", False),  # one suit
        ("5C 6C 8C", "KH", False),  # unbroken
        ("5C 5D 5T", "KH", True),  # a family
        ("5C 5C 5T", "KH", True),  # copies of a card
        ("5C 5D 6T", "KH", False),
    ],
)
def test_suites_and_families(hand: str, drawn: str, goes_out: bool) -> None:
    at = draw_to_hand(hand, drawn, 3)
    assert (f"out {drawn}" in list_moves(at)) is goes_out
    if not goes_out:
        assert refuse_move(at, f"out {drawn}").clause == "F3.3"


@pytest.mark.clause("F4.2")
@pytest.mark.parametrize(
    ("hand", "goes_out"),
    [
        ("9D 7S JD 5C 6C 8C 7H", True),  # 9D 7S JD, and 5C 6C 7H 8C
        ("6D 7T 7T 9D QC QD QH", True),  # two wilds side by side
        ("7S 7H JOKER 5C 5D 5H 5T", True),  # wilds alone
        ("6H 7H 8H QC QD QH QT", True),  # the seven as itself
        ("7S QC QD 3H 3S 3C 9H", False),
        ("7S 7H QC 3H 3S 3C 9H", False),
    ],
)
def test_wild_cards(hand: str, goes_out: bool) -> None:
    at = draw_to_hand(hand, "10T")
    assert ("out 10T" in list_moves(at)) is goes_out


@pytest.mark.clause("F4.3")
def test_a_suite_ends_with_the_king_and_a_card_is_in_one_meld_only() -> None:
    # 8C is wanted by a suite and a family.
    assert "out KH" not in list_moves(draw_to_hand("8C 9C 10C 8D 8H", "KH", 5))
    assert "out KH" in list_moves(draw_to_hand("8C 9C 10C 8D 8H 8S", "KH", 6))
    # Eleven cards of a suite and a Joker: one suite cannot have twelve.
    at = deal_hands(table(2, first=12), {1: "3S 4S 5S 6S 7S 8S 9S 10S JS QS KS JOKER"}, "9C")
    arranged = at.state.view(1)["arranged"]
    assert arranged["left"] == 0
    assert sum(len(meld) for meld in arranged["melds"]) == 12
    assert max(len(meld) for meld in arranged["melds"]) <= 11
    # A family has no limit: ten copies of a rank.
    at = draw_to_hand("QS QH QD QC QT QS QH QD QC QT", "KC", 10)
    assert "out KC" in list_moves(at)


def go_out() -> Table:
    """Return a table of four with three cards each, threes wild, where seat 1 has gone out."""
    hands = {1: "5C 6C 7C", 2: "9D 9S QT", 3: "JOKER 9H 4D", 0: "3S 3H KD"}
    return play_moves(deal_hands(table(4), hands, "4H", "KH 9T 10D 5S"), "draw", "out KH")


@pytest.mark.clause("F5.1")
def test_every_other_seat_has_one_more_turn() -> None:
    at = go_out()
    for seat in (2, 3, 0):
        assert at.state.to_act == (seat,)
        assert at.state.number == 0
        assert list_moves(at) == ["draw", "take"]
        at = play_moves(at, "draw")
        assert all(move.startswith("discard ") for move in list_moves(at))
        at = play_moves(at, f"discard {at.state.view(seat)['hand'][0]}")
    assert at.state.number == 1
    assert at.state.phase == "deal"


@pytest.mark.clause("F5.1", "F5.2")
def test_each_lays_down_the_best_and_the_rest_counts() -> None:
    # Seat 2 makes a family of nines, seat 3 keeps a joker, 9H and 4D, seat 0 has two wilds with its King.
    at = play_moves(go_out(), "draw", "discard QT", "draw", "discard 10D", "draw", "discard 5S")
    assert at.state.score().hands == ((0, 0, 0, 63),)
    last = at.state.view(None)["last"]
    assert last["out"] == 1
    assert last["left"][3] == ["9H", "4D", "JOKER"]
    assert last["melds"][2] == [["9S", "9D", "9T"]]
    assert [len(hand) for hand in last["hands"]] == [3, 3, 3, 3]


@pytest.mark.clause("F5.2")
@pytest.mark.parametrize(
    ("size", "hand", "points"),
    [
        (4, "10S JD QH KT", 46),
        (11, "3S 5D 7H 9C QT 3H 5T 7S 10D QD KH", 86),
        (4, "4S 9H QD 6T", 47),  # one wild and nothing that goes with it
        (3, "JOKER 9H 4D", 63),
    ],
)
def test_card_points(size: int, hand: str, points: int) -> None:
    at = deal_hands(table(2, first=size), {1: hand}, "4T")
    arranged = at.state.view(1)["arranged"]
    assert arranged["left"] == points
    assert arranged["left"] == sum(
        20 if card[:-1] == at.state.view(1)["wild"] else 50 if card == "JOKER" else count_points(card)
        for card in arranged["rest"]
    )


def count_points(card: str) -> int:
    return {"J": 11, "Q": 12, "K": 13}.get(card[:-1]) or int(card[:-1])


@pytest.mark.clause("F5.2")
def test_seat_that_went_out_scores_0() -> None:
    at = play_moves(go_out(), "draw", "discard QT", "draw", "discard 10D", "draw", "discard 5S")
    assert at.state.score().hands[0][1] == 0


@pytest.mark.clause("F5.3")
def test_the_lowest_total_wins_and_a_shared_one_together() -> None:
    hands = {1: "5C 6C 7C", 2: "9D 9S 9T", 3: "JOKER 9H 4D", 0: "3S 3H KD"}
    at = play_moves(deal_hands(table(4, last=3), hands, "4H", "KH QT 10D 5S"), "draw", "out KH")
    assert at.state.score().winners == ()
    at = play_moves(at, "draw", "discard QT", "draw", "discard 10D", "draw", "discard 5S")
    score = at.state.score()
    assert score.finished
    assert score.totals == (0, 0, 0, 63)
    assert score.winners == (0, 1, 2)
    assert at.state.to_act == ()
    assert refuse_move(at, "draw", 0).code == "not_your_turn"


@pytest.mark.clause("F5.3")
def test_totals_are_the_sums_of_the_deals() -> None:
    at = table(3, last=4)
    while not at.state.finished:
        at = draw_at_random(at, Random(len(at.events))) if at.state.expects else empty_stock(at)
    score = at.state.score()
    assert len(score.hands) == 2
    assert list(score.totals) == [sum(points) for points in zip(*score.hands, strict=True)]
    assert score.winners == tuple(seat for seat in range(3) if score.totals[seat] == min(score.totals))
