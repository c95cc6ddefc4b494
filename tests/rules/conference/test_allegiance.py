"""C7: Allegiance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules.contract import State
from tests.rules.conference.stacked import after, begin_play, find_winner
from tests.rules.moves import list_plays
from tests.rules.refusals import assert_refused


def begin_allegiance(hands: Mapping[int, str], dealer: int = 3, **options: Any) -> State:
    return begin_play(hands, dealer, good_evil="allegiance", **options)


@pytest.mark.clause("C7.2")
def test_the_first_of_the_two_cards_is_played_with_a_call() -> None:
    state = begin_allegiance({0: "GOOD 5E", 2: "EVIL"})
    assert {"GOOD ours", "GOOD yours", "5E"} <= set(list_plays(state))
    assert "GOOD" not in list_plays(state)
    assert_refused(state, "play GOOD", "C7.2")
    assert_refused(state, "play GOOD mine", "K7.1")
    assert_refused(state, "play GOOD ours yours", "K7.1")
    assert_refused(state, "play 5E ours", "K7.1")
    assert_refused(state, "play EVIL ours", "K4.3")
    called = state.apply(0, "PLAY good OURS")
    assert called.view(3)["log"][-1] == {"seat": 0, "move": "play GOOD ours"}


@pytest.mark.clause("C7.1", "C7.2")
@pytest.mark.parametrize(
    ("move", "own_text", "theirs"),
    [("GOOD ours", "EA", "FW"), ("GOOD yours", "FW", "EA"), ("EVIL ours", "FW", "EA"), ("EVIL yours", "EA", "FW")],
)
def test_suits_named_by_a_call(move: str, own_text: str, theirs: str) -> None:
    card = move.split(maxsplit=1)[0]
    for seat in (0, 2):
        state = begin_allegiance({seat: card}, dealer=(seat - 1) % 4)
        (call,) = after(state, f"play {move}").view(None)["calls"]
        assert [*call["suits"][seat // 2]] == [*own_text]
        assert [*call["suits"][1 - seat // 2]] == [*theirs]
        assert (call["seat"], call["card"], call["call"], call["trick"]) == (seat, *move.split(), 0)


@pytest.mark.clause("C7.3")
def test_a_partner_who_has_not_played_must_bring_out_the_other() -> None:
    state = after(begin_allegiance({0: "GOOD", 1: "EVIL 7 FOOL", 2: "9", 3: "8"}), "play GOOD ours")
    assert list_plays(state) == ["EVIL"]
    for card in ("7", "FOOL"):
        assert_refused(state, f"play {card}", "C7.3")
        assert state.barred(1)[card].refusal.clause == "C7.3"
    assert_refused(state, "play EVIL ours", "C7.3")
    assert "EVIL" not in str({**state.view(2), "options": None}), "nobody else knows yet"
    result = after(state, "play EVIL")
    assert result.view(None)["idle"] == "EVIL"
    assert len(result.view(None)["calls"]) == 1
    assert find_winner(state, "EVIL", "9", "8") == 2, "it has no effect"


@pytest.mark.clause("C7.3")
def test_forced_card_ignores_the_suit_led() -> None:
    hands = {3: "KE", 0: "GOOD -E", 1: "EVIL 5E 6E", 2: "QE"}
    state = after(begin_allegiance(hands, dealer=2), "play KE", "play GOOD yours")
    assert list_plays(state) == ["EVIL"]
    assert_refused(state, "play 5E", "C7.3")
    assert find_winner(state, "EVIL", "QE") == 0


@pytest.mark.clause("C7.3")
def test_a_partner_who_has_played_takes_the_card_back() -> None:
    hands = {0: "5E EVIL", 1: "GOOD -E", 2: "7E 8E KA", 3: "9E QA"}
    state = after(begin_allegiance(hands), "play 5E", "play GOOD ours")
    view = state.view(None)
    assert view["trick"] == [[0, "EVIL"], [1, "GOOD"]]
    assert view["taken_back"] == {"seat": 0, "card": "5E", "for": "EVIL", "trick": 0}
    assert view["known"][0] == ["5E"]
    assert view["idle"] == "EVIL"
    assert view["led"] == "E"
    assert [event["move"] for event in view["log"][-2:]] == ["play 5E", "play GOOD ours"]
    assert "5E" in state.view(0)["hand"]
    assert "EVIL" not in state.view(0)["hand"]
    assert view["counts"] == [18, 18, 19, 19]
    assert "8E" in list_plays(state)
    assert "KA" not in list_plays(state), "Earth is led as before"
    assert find_winner(state, "8E", "9E") == 1


@pytest.mark.clause("C7.3")
def test_the_card_that_was_winning_may_go_back() -> None:
    hands = {3: "KE", 0: "18 EVIL -E", 1: "GOOD -E", 2: "5E"}
    state = after(begin_allegiance(hands, dealer=2), "play KE", "play 18", "play GOOD ours")
    assert state.view(None)["winning"] == 1
    assert find_winner(state, "5E") == 1
    hands = {2: "KE", 3: "7 -E", 0: "18 EVIL -E", 1: "GOOD -E"}
    state = after(begin_allegiance(hands, dealer=1), "play KE", "play 7", "play 18", "play GOOD yours")
    assert state.view(None)["tricks"][0]["winner"] == 3, "the 7 is the highest trump that is left"


@pytest.mark.clause("C7.3")
def test_the_fool_may_be_taken_back_and_played_again() -> None:
    hands = {0: "FOOL EVIL 5E", 1: "GOOD", 2: "9", 3: "8"}
    state = after(begin_allegiance(hands), "play FOOL", "play GOOD ours")
    assert state.view(None)["led"] == "trumps"
    assert state.view(None)["fool"] is None
    state = after(state, "play 9", "play 8")
    assert state.view(None)["known"][0] == ["FOOL"]
    while state.to_act != (0,):
        state = after(state, state.legal(state.to_act[0]).moves[0])
    assert "FOOL" in list_plays(state)
    state = after(state, "play FOOL")
    assert state.view(None)["fool"]["trick"] >= 1
    assert state.view(None)["known"][0] == []


@pytest.mark.clause("C7.3")
def test_the_last_to_play_may_call_and_the_trick_ends() -> None:
    hands = {2: "KE", 3: "5E", 0: "7E EVIL", 1: "GOOD -E"}
    state = after(begin_allegiance(hands, dealer=1), "play KE", "play 5E", "play 7E", "play GOOD ours")
    assert state.to_act == (1,)
    assert state.view(None)["tricks"][0]["cards"] == [[2, "KE"], [3, "5E"], [0, "EVIL"], [1, "GOOD"]]


@pytest.mark.clause("C7.4")
def test_an_opponent_calls_anew() -> None:
    hands = {0: "GOOD", 1: "7", 2: "EVIL 6", 3: "9"}
    state = after(begin_allegiance(hands), "play GOOD ours", "play 7")
    assert {"EVIL ours", "EVIL yours", "6"} <= set(list_plays(state)), "under the ordinary rules"
    assert_refused(state, "play EVIL", "C7.4")
    state = after(state, "play EVIL ours", "play 9")
    calls = state.view(None)["calls"]
    assert [call["trick"] for call in calls] == [0, 0]
    assert calls[1]["suits"] == [["E", "A"], ["F", "W"]]
    assert state.to_act == (3,), "C6.3: both count for nothing"
    assert state.view(None)["idle"] is None


@pytest.mark.clause("C7.5")
def test_the_callers_other_card_is_played_without_a_call() -> None:
    state = after(
        begin_allegiance({0: "GOOD EVIL 5E 21", 1: "7", 2: "6", 3: "9"}), "play GOOD ours", "play 7", "play 6", "play 9"
    )
    while state.to_act != (0,) or "EVIL" not in list_plays(state):
        state = after(state, state.legal(state.to_act[0]).moves[-1])
    assert_refused(state, "play EVIL ours", "C7.5")
    assert "EVIL ours" not in list_plays(state)
    after_it = after(state, "play EVIL")
    assert len(after_it.view(None)["calls"]) == 1


@pytest.mark.clause("C7.1")
def test_one_of_them_is_the_lowest_trump_here_too() -> None:
    hands = {0: "KE", 1: "GOOD -E", 2: "5E", 3: "1 -E"}
    assert find_winner(begin_allegiance(hands), "KE", "GOOD ours", "5E", "1") == 3


@pytest.mark.clause("C7.3")
def test_a_hired_card_may_be_taken_back() -> None:
    hands = {0: "5E", 1: "7E", 2: "QE JE KA EVIL -E", 3: "GOOD -E"}
    state = after(begin_allegiance(hands, hire="A"), "play 5E", "play 7E", "play KA")
    assert state.view(None)["winning"] is None
    state = after(state, "play GOOD ours")
    assert state.view(None)["tricks"][0]["winner"] == 3
    assert state.view(None)["known"][2] == ["KA"]
