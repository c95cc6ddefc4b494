"""C3, C4.1: the discard, and the naming of a suit."""

from __future__ import annotations

from random import Random

import pytest

from rules.contract import State
from rules.simulate import random_move
from rules.tarot.cards import CARDS
from tests.rules.conference.stacked import after, deal_hands
from tests.rules.refusals import assert_refused

TWENTY = "2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 GOOD"
"""Twenty trumps that are no Honours."""


def read_template(state: State) -> dict[str, object]:
    (choice,) = state.legal(3).choices
    return choice.to_view()


@pytest.mark.clause("C3.1")
@pytest.mark.parametrize(("good_evil", "count"), [("trumps", 4), ("none", 2)])
def test_the_dealer_discards_what_it_has_beyond_19(good_evil: str, count: int) -> None:
    state = deal_hands({3: "KE QE JE 5E AE 1 21 FOOL 7"}, good_evil=good_evil)
    choice = read_template(state)
    assert choice["verb"] == "discard"
    assert choice["count"] == [count, count]
    assert "must" not in choice
    cards = choice["cards"]
    assert isinstance(cards, list)
    assert {"QE", "JE", "5E", "AE"} <= set(cards)
    assert not {"KE", "1", "21", "FOOL", "7", "GOOD"} & set(cards)
    assert all(state.legal(seat).choices == () for seat in range(3))
    assert_refused(state, "discard QE", "C3.1")
    assert_refused(state, " ".join(["discard", *cards[: count + 1]]), "C3.1")
    for card in ("KE", "1", "21", "FOOL", "7"):
        assert_refused(state, f"discard {card} " + " ".join(cards[: count - 1]), "C3.1")
        assert state.barred(3)[card].refusal.clause == "C3.1"
    assert set(state.barred(3)) == set(state.view(3)["hand"]) - set(cards)
    assert_refused(state, "discard QE QE JE 5E", "K4.3")
    assert_refused(state, "discard QE XE JE 5E", "K7.1")
    assert_refused(state, "discard", "K7.1")
    assert_refused(state, "pass", "K7.1")
    assert_refused(state, "play QE", "C3.1")
    assert_refused(state, "discard QE JE 5E AE", "K4.1", 0, "not_your_turn")
    text = " ".join(["DISCARD", *reversed(cards[:count])]).lower()
    result = state.apply(3, text)
    assert [len(result.view(seat)["hand"]) for seat in range(4)] == [19] * 4


@pytest.mark.clause("C3.1")
def test_a_card_of_another_hand_cannot_be_discarded() -> None:
    state = deal_hands({3: "QE JE 5E AE", 0: "2E"})
    assert "2 of Earth" in assert_refused(state, "discard 2E QE JE 5E", "K4.3").message


@pytest.mark.clause("C3.1")
def test_trumps_go_only_when_there_are_too_few_other_cards_and_then_all_those_go() -> None:
    state = deal_hands({3: TWENTY + " KE QE 3A"})
    choice = read_template(state)
    assert choice["must"] == ["QE", "3A"]
    assert choice["cards"] == ["QE", "3A", "GOOD", *(str(number) for number in range(2, 21))]
    assert choice["count"] == [4, 4]
    assert len(set(state.sequences(3))) == 20 * 19 // 2
    assert_refused(state, "discard 2 3 4 5", "C3.1")
    assert_refused(state, "discard QE 3 4 5", "C3.1")
    assert_refused(state, "discard QE 3A KE 5", "C3.1")
    assert after(state, "discard 7 QE GOOD 3A").view(3)["discard"] == ["QE", "3A", "GOOD", "7"]


@pytest.mark.clause("C3.1")
def test_a_hand_without_any_other_card_discards_trumps_only() -> None:
    state = deal_hands({3: TWENTY + " KE KA EVIL"})
    choice = read_template(state)
    assert "must" not in choice
    assert choice["cards"] == ["GOOD", "EVIL", *(str(number) for number in range(2, 21))]
    after(state, "discard GOOD EVIL 2 3")


@pytest.mark.clause("C3.1")
def test_four_other_cards_are_enough() -> None:
    state = deal_hands({3: TWENTY.removesuffix(" 20 GOOD") + " KE QE 3A 4F AW"})
    choice = read_template(state)
    assert choice["cards"] == ["QE", "3A", "4F", "AW"]
    assert "must" not in choice


def test_discard_is_private() -> None:
    state = after(deal_hands({3: "QE JE 5E AE"}), "discard QE JE 5E AE")
    assert state.view(3)["discard"] == ["AE", "5E", "JE", "QE"]
    for viewer in (0, 1, 2, None):
        view = state.view(viewer)
        assert view["discard"] is None
        assert view["log"][-1] == {"seat": 3, "move": "discard", "hidden": True, "count": 4}


@pytest.mark.clause("C3.2")
def test_the_discard_counts_for_the_dealers_side_and_is_no_trick() -> None:
    rng = Random(4)
    state = after(deal_hands({3: "QE QA QF QW", 0: "FOOL"}), "discard QE QA QF QW")
    while state.to_act:
        state = state.apply(state.to_act[0], random_move(state, state.to_act[0], rng))
    last = state.view(None)["last"]
    assert {"QE", "QA", "QF", "QW"} - {(last["fool"] or {}).get("given")} <= set(last["piles"][1])
    assert sum(last["won"]) == 19
    assert sum(last["card_points"]) == 146
    cards = [card for trick in last["tricks"] if trick["winner"] > 1 for _, card in trick["cards"]]
    assert len(last["piles"][1]) == len(cards) + 4


@pytest.mark.clause("C4.1")
def test_the_dealer_names_a_suit_or_none() -> None:
    state = deal_hands({3: "QE JE 5E AE"}, gallowglass=True)
    state = after(state, "discard QE JE 5E AE")
    assert (state.phase, state.to_act) == ("gallowglass", (3,))
    assert sorted(state.legal(3).moves) == [f"gallowglass {name}" for name in ("A", "E", "F", "W", "none")]
    assert state.legal(0).moves == ()
    assert_refused(state, "gallowglass X", "K7.1")
    assert_refused(state, "gallowglass", "K7.1")
    assert_refused(state, "gallowglass E A", "K7.1")
    assert_refused(state, "play 2E", "C4.1")
    assert_refused(state, "gallowglass E", "K4.1", 0, "not_your_turn")
    named = state.apply(3, "GALLOWGLASS w")
    assert named.view(0)["gallowglass"] == "W"
    assert named.view(0)["log"][-1] == {"seat": 3, "move": "gallowglass W"}
    none = state.apply(3, "gallowglass NONE")
    assert none.view(None)["gallowglass"] == "none"
    assert state.view(None)["gallowglass"] is None
    assert (named.phase, named.to_act) == ("play", (0,))


@pytest.mark.clause("C4.1")
def test_without_the_option_nothing_is_named() -> None:
    assert after(deal_hands({3: "QE JE 5E AE"}), "discard QE JE 5E AE").phase == "play"
    assert CARDS.bit["QE"] < CARDS.bit["GOOD"]
