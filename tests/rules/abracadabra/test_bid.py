"""A3, A4: suits and bids."""

from random import Random
from typing import Any

import pytest

from tests.rules.abracadabra.stacked import (
    choose_suits,
    deal_at_random,
    deal_hands,
    in_play,
    list_moves,
    play_moves,
    table,
)
from tests.rules.refusals import catch_refusal


@pytest.mark.clause("A3.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_seat_from_eldest_chooses_a_suit_that_nobody_has_chosen(seats: int) -> None:
    at = deal_hands(table(seats))
    remaining = ["suit C", "suit D", "suit H", "suit S"]
    for turn, suit in zip(range(1, seats + 1), "HCSD", strict=False):
        seat = turn % seats
        assert (at.state.phase, at.state.to_act) == ("suit", (seat,))
        assert list_moves(at) == remaining
        if turn > 1:
            refusal = catch_refusal(lambda: at.move(seat, "suit H"))  # noqa: B023  # called at once
            assert (refusal.code, refusal.clause) == ("illegal_move", "A3.1")
            assert refusal.message == "Seat 1 has chosen hearts. Choose another suit."
        at = at.move(seat, f"Suit {suit.lower()}")
        remaining.remove(f"suit {suit}")
        assert at.state.view(None)["suits"][seat] == suit
    assert at.state.phase == "bid"
    assert catch_refusal(lambda: at.move(1, "suit D")).clause == "A4.1"


@pytest.mark.clause("A4.1")
def test_one_round_of_rising_bids_and_the_highest_is_declarer() -> None:
    at = choose_suits(deal_hands(table(4)))
    assert list_moves(at) == sorted(["pass", *(f"bid {number}" for number in range(1, 14))])
    at = play_moves(at, "bid 3")
    assert list_moves(at) == sorted(["pass", *(f"bid {number}" for number in range(4, 14))])
    refusal = catch_refusal(lambda: at.move(2, "bid 3"))
    assert (refusal.code, refusal.clause) == ("illegal_move", "A4.1")
    at = play_moves(at, "pass", "bid 12")
    assert list_moves(at) == ["bid 13", "pass"]
    assert at.state.view(None)["declarer"] is None
    at = play_moves(at, "pass")
    view = at.state.view(None)
    assert (view["phase"], view["declarer"], view["bids"]) == ("place", 3, [0, 3, 0, 12])
    assert at.state.to_act == (3,)


@pytest.mark.clause("A4.1")
def test_after_the_highest_bid_there_is_the_others_still_pass() -> None:
    at = play_moves(choose_suits(deal_hands(table(3))), "bid 12")
    assert list_moves(at) == ["pass"]
    at = play_moves(at, "pass")
    assert list_moves(at) == ["pass"]
    for bid in ("bid 0", "bid 12", "bid 13", "bid 999999999999999999999999"):
        assert catch_refusal(lambda: at.move(0, bid)).clause == "A4.1"  # noqa: B023  # called at once
    assert catch_refusal(lambda: at.move(1, "pass")).code == "not_your_turn"


@pytest.mark.clause("K7.1")
@pytest.mark.parametrize(
    "text",
    [
        "bid", "bid 03", "bid +3", "bid  3", " bid 3", "bid 3 ", "bid three", "bid 3 4", "bid ٣", "pass now", "",
        "bid -1", "suit", "suit X", "suit SH", "suit S H", "trump", "play", "play AS KS", "play 1S", "expose",
        "expose pile 4",
        "expose none 4", "expose none pile", "expose pile pile", "place 1", "place 4  9", "place X",
        "\tpass", "bid 3\n",
    ],
)  # fmt: skip
def test_texts_that_are_no_moves(text: str) -> None:
    at = choose_suits(deal_hands(table(3)))
    refusal = catch_refusal(lambda: at.move(1, text))
    assert (refusal.code, refusal.clause) == ("illegal_move", "K7.1")


@pytest.mark.parametrize("move", ["suit S", "place 4", "trump S", "expose none", "play AS"])
@pytest.mark.clause("A4.1")
def test_other_moves_wait_until_all_have_bid(move: str) -> None:
    assert catch_refusal(lambda: choose_suits(deal_hands(table(3))).move(1, move)).clause == "A4.1"


@pytest.mark.clause("A4.2")
@pytest.mark.parametrize(("seats", "options"), [(2, {"two_player": "short"}), (3, {}), (4, {})])
def test_a_deal_at_which_all_pass_is_void_and_does_not_count(seats: int, options: dict[str, Any]) -> None:
    rng = Random(2)
    at = table(seats, deals=1, **options)
    at = play_moves(choose_suits(deal_at_random(at, rng)), *["pass"] * seats)
    assert (at.state.phase, at.state.number, at.state.expects is not None) == ("deal", 1, True)
    assert at.state.view(None)["dealer"] == 1
    assert at.state.score().hands == ((0,) * seats,)
    assert at.state.view(None)["last"]["void"]
    at = in_play(deal_at_random(at, rng))
    while at.state.phase == "play":
        at = play_moves(at, at.state.legal(at.state.to_act[0]).moves[0])
    assert at.state.finished
    assert at.state.number == 1
    assert len(at.state.score().hands) == 2


@pytest.mark.clause("A4.2")
@pytest.mark.parametrize(("seats", "options"), [(2, {"two_player": "short"}), (2, {}), (3, {}), (4, {"target": 500})])
def test_as_many_void_deals_in_a_row_as_seats_end_the_game(seats: int, options: dict[str, Any]) -> None:
    rng = Random(3)
    at = in_play(deal_at_random(table(seats, deals=5, **options), rng))
    while at.state.phase == "play":
        at = play_moves(at, at.state.legal(at.state.to_act[0]).moves[0])
    totals = at.state.score().totals
    rounds = 2 if seats == 2 and not options else 1
    for void in range(seats):
        assert at.state.number == void + 1
        at = play_moves(choose_suits(deal_at_random(at, rng)), *["pass"] * seats * rounds)
        assert at.state.view(None)["voids"] == void + 1
    assert at.state.finished
    assert at.state.number == seats
    assert at.state.score().totals == totals
    assert at.state.score().winners == tuple(seat for seat, total in enumerate(totals) if total == max(totals))


@pytest.mark.clause("A4.2")
def test_void_deals_that_are_not_in_a_row_do_not_end_the_game() -> None:
    rng = Random(5)
    at = play_moves(choose_suits(deal_at_random(table(2, deals=2, two_player="short"), rng)), "pass", "pass")
    at = in_play(deal_at_random(at, rng))
    while at.state.phase == "play":
        at = play_moves(at, at.state.legal(at.state.to_act[0]).moves[0])
    at = play_moves(choose_suits(deal_at_random(at, rng)), "pass", "pass")
    assert not at.state.finished
    assert at.state.view(None)["voids"] == 1


@pytest.mark.clause("A4.2")
def test_with_a_dummy_there_is_a_further_round_with_the_dummy_open() -> None:
    at = choose_suits(deal_hands(table(2)))
    assert at.state.view(0)["dummy"] is None
    at = play_moves(at, "pass", "pass")
    view = at.state.view(None)
    assert (view["phase"], view["further"], view["bids"], view["suits"]) == ("bid", True, [None, None], ["H", "S"])
    assert len(view["dummy"]) == 12
    assert at.state.to_act == (1,)
    assert list_moves(at) == sorted(["pass", *(f"bid {number}" for number in range(1, 13))])
    bid = play_moves(at, "pass", "bid 1")
    assert bid.state.view(None)["declarer"] == 0
    void = play_moves(at, "pass", "pass")
    assert (void.state.phase, void.state.number) == ("deal", 1)
    assert void.state.view(None)["last"]["further"]


@pytest.mark.clause("A4.2")
def test_without_a_dummy_there_is_no_further_round() -> None:
    at = play_moves(choose_suits(deal_hands(table(2, two_player="short"))), "pass", "pass")
    assert at.state.phase == "deal"
