"""M3: bargaining."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.contract import State
from rules.mitigati.views import round_of
from tests.rules.mitigati.stacked import after, new, stack_pack
from tests.rules.refusals import assert_refused

BARGAIN = {"bargaining": True}


def begin_bargaining(dealer: int = 2, options: dict[str, object] | None = None) -> State:
    """Return the first round of bargaining."""
    state = new({**BARGAIN, **(options or {})}, dealer).chance("deal", stack_pack({}, dealer))
    assert state.phase == "bargain"
    return state


def read_points(state: State) -> tuple[int, ...]:
    return state.score().hands[-1]


def read_ranges(state: State) -> dict[str, list[int]]:
    (seat,) = state.to_act
    choices = [choice.to_view() for choice in state.legal(seat).choices]
    return {choice["verb"]: choice["range"] for choice in choices}


@pytest.mark.clause("M3.1")
def test_there_are_rounds_after_the_second_third_and_fourth_packet() -> None:
    state = begin_bargaining()
    for reached in (2, 3, 4):
        assert state.phase == "bargain"
        assert [len(state.view(seat)["hand"]) for seat in range(3)] == [5 * reached] * 3
        state = after(state, "continue")
    assert state.phase == "discard"


@pytest.mark.clause("M3.1", "M1.3")
def test_there_is_no_bargaining_where_the_option_says_so() -> None:
    assert new({"bargaining": False}).chance("deal", stack_pack({}, 0)).phase == "discard"
    assert new({"bargaining": True}).chance("deal", stack_pack({}, 0)).phase == "bargain"


@pytest.mark.clause("M3.2")
def test_the_seats_speak_from_eldest_to_the_left_again_and_again() -> None:
    state = begin_bargaining(dealer=2)
    for seat, word in [
        (0, "ask 30"),
        (1, "pass"),
        (2, "pass"),
        (0, "ask 20"),
        (1, "offer 1"),
        (2, "ask 3"),
        (0, "pass"),
    ]:
        assert state.to_act == (seat,)
        state = state.apply(seat, word)
    assert begin_bargaining(dealer=0).to_act == (1,)


@pytest.mark.clause("M3.2")
def test_eldest_opens_each_round() -> None:
    state = after(begin_bargaining(dealer=1), "pass", "continue")
    assert state.to_act == (2,)


@pytest.mark.clause("M3.2")
@pytest.mark.parametrize("move", ["ask 0", "ask 201", "offer 0", "offer 201", "offer 1000", "ask " + "9" * 5000])
def test_numbers_are_from_1_to_200(move: str) -> None:
    assert_refused(begin_bargaining(), move, "M3.2")


@pytest.mark.clause("M3.2")
def test_the_bounds_themselves_are_taken() -> None:
    for move in ("ask 1", "ask 200", "offer 1", "offer 200"):
        assert after(begin_bargaining(), move).to_act == (1,)
    assert read_ranges(begin_bargaining()) == {"ask": [1, 200], "offer": [1, 200]}


@pytest.mark.parametrize(
    "move",
    [
        "ask 05",
        "ask +5",
        "ask -5",
        "ask",
        "ask 5 6",
        "pass 5",
        "ask  5",
        "offer five",
        "continue now",
        "ask 5.0",
        "ask ５",
        "",
        " pass",
        "pass ",
    ],
)
def test_unreadable_words_are_refused(move: str) -> None:
    assert_refused(begin_bargaining(), move, "K7.1")


@pytest.mark.parametrize("move", ["discard 2E 3E 4E", "declare nothing", "play 2E"])
def test_other_verbs_wait_for_the_deal(move: str) -> None:
    assert_refused(begin_bargaining(), move, "M3.2")


def test_words_are_read_in_any_case() -> None:
    assert after(begin_bargaining(), "ASK 7") == after(begin_bargaining(), "ask 7")
    assert after(begin_bargaining(), "PaSS") == after(begin_bargaining(), "pass")


@pytest.mark.clause("M3.3")
def test_after_an_offer_only_a_higher_offer() -> None:
    state = after(begin_bargaining(), "offer 10", "ask 50", "ask 50")
    assert read_ranges(state) == {"offer": [11, 200]}
    assert "stands. To keep it, pass." in assert_refused(state, "offer 10", "M3.3").message
    assert_refused(state, "offer 9", "M3.3")
    assert_refused(state, "ask 3", "M3.3")
    assert after(state, "offer 11").to_act == (1,)


@pytest.mark.clause("M3.3")
def test_after_an_ask_a_lower_ask_or_any_offer() -> None:
    state = after(begin_bargaining(), "ask 10", "pass", "pass")
    assert read_ranges(state) == {"ask": [1, 9], "offer": [1, 200]}
    assert "stands. To keep it, pass." in assert_refused(state, "ask 10", "M3.3").message
    assert_refused(state, "ask 11", "M3.3")
    assert after(state, "ask 9").to_act == (1,)
    assert after(state, "offer 200").to_act == (1,)


@pytest.mark.clause("M3.3")
def test_a_template_without_a_number_left_is_left_out() -> None:
    assert read_ranges(after(begin_bargaining(), "ask 1", "pass", "pass")) == {"offer": [1, 200]}
    assert read_ranges(after(begin_bargaining(), "offer 200", "ask 200", "ask 200")) == {}
    assert_refused(after(begin_bargaining(), "offer 200", "ask 200", "ask 200"), "offer 201", "M3.2")


@pytest.mark.clause("M3.3")
def test_pass_leaves_the_standing_word() -> None:
    state = after(begin_bargaining(), "ask 10", "pass", "offer 2", "pass")
    assert state.view(None)["words"] == [["ask", 10], None, ["offer", 2]]


@pytest.mark.clause("M3.3")
def test_words_last_one_round() -> None:
    state = after(begin_bargaining(), "offer 10", "continue")
    assert state.view(None)["words"] == [None, None, None]
    assert read_ranges(state) == {"ask": [1, 200], "offer": [1, 200]}


@pytest.mark.clause("M3.4")
def test_continue_ends_the_round_at_once() -> None:
    state = after(begin_bargaining(), "ask 5", "continue")
    assert state.phase == "bargain"
    assert state.view(None)["reached"] == 3
    assert state.to_act == (0,)


@pytest.mark.clause("M3.5")
def test_nothing_is_bought_off_without_an_offer() -> None:
    state = after(begin_bargaining(), "ask 1", "ask 1", "ask 1")
    assert state.phase == "bargain"
    state = after(begin_bargaining(), "pass", "pass")
    assert state.phase == "bargain"


@pytest.mark.clause("M3.5")
def test_offers_must_add_up_to_the_asks() -> None:
    assert after(begin_bargaining(), "ask 11", "offer 5", "offer 5").phase == "bargain"
    assert after(begin_bargaining(), "ask 10", "offer 5", "offer 5").finished


@pytest.mark.clause("M3.5")
def test_every_seat_without_a_word_is_heard_first() -> None:
    state = after(begin_bargaining(), "pass", "offer 5", "ask 1")
    assert state.phase == "bargain", "seat 0 has not spoken since the ask"
    assert read_points(after(state, "pass")) == (4, -5, 1)
    state = after(begin_bargaining(), "offer 5", "pass")
    assert state.phase == "bargain"
    assert read_points(after(state, "pass")) == (-5, 3, 2)


@pytest.mark.clause("M3.6")
def test_the_worked_example() -> None:
    state = after(begin_bargaining(), "ask 30", "offer 10", "pass", "ask 20", "pass")
    assert read_points(after(state, "offer 12")) == (20, -10, -10)


@pytest.mark.clause("M3.6")
def test_an_indivisible_remainder_goes_in_speaking_order() -> None:
    assert read_points(after(begin_bargaining(dealer=2), "pass", "pass", "offer 7", "pass", "pass")) == (4, 3, -7)
    assert read_points(after(begin_bargaining(dealer=0), "pass", "pass", "offer 7", "pass", "pass")) == (-7, 4, 3)
    assert read_points(after(begin_bargaining(dealer=1), "pass", "offer 7", "pass", "pass")) == (-7, 3, 4)


@pytest.mark.clause("M3.6")
def test_the_offer_spoken_last_is_cut_first() -> None:
    assert read_points(after(begin_bargaining(), "offer 50", "offer 40", "ask 30")) == (-30, 0, 30)
    assert read_points(after(begin_bargaining(), "offer 20", "ask 30", "ask 60", "offer 30", "offer 100")) == (
        -30,
        -30,
        60,
    )
    assert read_points(after(begin_bargaining(), "offer 5", "offer 6", "ask 50", "offer 9", "pass", "ask 12")) == (
        -6,
        -6,
        12,
    ), "9 came after 6"
    assert read_points(after(begin_bargaining(), "offer 1", "offer 2", "offer 3")) == (0, 0, 0)


@pytest.mark.clause("M3.7")
def test_three_passes_in_a_row_end_the_round() -> None:
    state = after(begin_bargaining(), "pass", "pass")
    assert state.view(None)["reached"] == 2
    assert after(state, "pass").view(None)["reached"] == 3
    state = after(begin_bargaining(), "ask 5", "pass", "pass")
    assert state.view(None)["reached"] == 2
    state = after(state, "pass")
    assert state.view(None)["reached"] == 3
    assert state.to_act == (0,)


@pytest.mark.clause("M3.7")
def test_passes_must_be_in_a_row() -> None:
    state = after(begin_bargaining(), "pass", "pass", "ask 5", "pass", "pass")
    assert state.view(None)["reached"] == 2
    state = after(begin_bargaining(), "pass", "pass", "continue", "pass", "pass")
    assert state.view(None)["reached"] == 3, "a new round counts anew"


@pytest.mark.clause("M3.8")
def test_a_hand_bought_off_counts() -> None:
    state = after(begin_bargaining(options={"hands": 3}), "offer 5", "pass", "pass")
    assert (state.phase, state.number) == ("deal", 1)
    assert len(state.score().hands) == 1


@pytest.mark.clause("M7.2")
def test_a_hand_bought_off_scores_the_settlement_alone() -> None:
    state = after(begin_bargaining(options={"hands": 1}), "ask 8", "offer 8", "pass")
    assert state.finished
    assert state.score().totals == (8, -8, 0)


@pytest.mark.clause("M2.2")
def test_only_packets_that_were_reached_are_seen() -> None:
    order = stack_pack({}, 2)
    state = new(BARGAIN, 2).chance("deal", order)
    assert state.view(0)["packets"] == [order[:5], order[15:20]]
    assert set(state.view(2)["hand"]) == set(order[10:15] + order[25:30])
    assert state.view(None)["hand"] is None
    assert state.view(None)["packets"] is None
    for seat in (0, 1, 2, None):
        assert not set(order[30:]) & set(str(state.view(seat)).replace("'", " ").split())


@pytest.mark.clause("M3.2", "M3.6")
def test_a_bystander_sees_the_words() -> None:
    view = after(begin_bargaining(), "ask 5", "offer 3").view(None)
    assert view["words"] == [["ask", 5], ["offer", 3], None]
    assert (view["asked"], view["offered"], view["order"]) == (5, 3, [0, 1])
    assert view["log"][1:] == [{"seat": 0, "move": "ask 5"}, {"seat": 1, "move": "offer 3"}]


def test_another_seat_may_not_speak() -> None:
    for seat in (1, 2):
        assert_refused(begin_bargaining(), "pass", "K4.1", seat, "not_your_turn")


def test_a_log_of_bargaining_leads_back_to_its_round() -> None:
    """`round_of` a log, as every view of it has, is the round that the position holds; after a round a new one."""
    rng, rounds, count = Random("rounds"), 0, 0
    for dealer in (0, 1, 2):
        for _ in range(20):
            state: Any = begin_bargaining(dealer)
            while state.phase == "bargain":
                for seat in (None, 0, 1, 2):
                    assert round_of(state.view(seat)["log"], dealer) == state.so_far
                rounds += state.packets_dealt > 2
                count += 1
                word = rng.choice(["pass", "pass", "pass", "continue", "ask", "offer"])
                low, high = next(
                    (choice.to_view()["range"] for choice in state.legal(state.turn).choices if choice.verb == word),
                    (0, 0),
                )
                move = f"{word} {min(high, low + rng.randint(0, 20))}" if word in ("ask", "offer") else word
                state = after(state, move if high or word not in ("ask", "offer") else "pass")
    assert rounds > 50
    assert count > 200
