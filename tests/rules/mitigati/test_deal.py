"""M1, M2, M4: pack and options, the deal, the discard."""

from __future__ import annotations

import pytest

from rules.contract import Refusal
from rules.mitigati import GAME
from rules.tarot.cards import CARDS, PACK_78, POINTS, points
from tests.rules.mitigati.stacked import after, begin_play, deal_hands, new, stack_pack
from tests.rules.refusals import assert_refused


@pytest.mark.clause("M1.1")
def test_the_pack_has_78_cards() -> None:
    expects = new().expects
    assert expects is not None
    assert expects.event == "deal"
    assert expects.cards == PACK_78
    assert len(PACK_78) == 78
    assert len({*PACK_78} - {"GOOD", "EVIL"}) == 78


@pytest.mark.clause("M1.2")
def test_card_points() -> None:
    for cards, worth in {
        "1 21 FOOL": 5,
        "KE KA KF KW": 5,
        "QE QA QF QW": 4,
        "CE CA CF CW": 3,
        "JE JA JF JW": 2,
        "AE AA AF AW": 5,
        "2E 10W 7A 5F 2 20 13": 1,
    }.items():
        assert [points(CARDS.mask([card])) for card in cards.split()] == [worth] * len(cards.split())
    assert points(CARDS.mask(PACK_78)) == 146
    assert sum(POINTS.values()) == 146


@pytest.mark.clause("M1.3")
def test_seats_and_options() -> None:
    assert GAME.seats == (3, 3)
    described = {name: option.describe() for name, option in GAME.options.items()}
    assert described == {
        "hands": {"default": 3, "allowed": [1, 3, 6, 9]},
        "rotation": {"default": "right", "allowed": ["right", "left"]},
        "bargaining": {"default": True, "allowed": [True, False]},
        "bonuses": {"default": "each", "allowed": ["each", "flat"]},
    }
    for name, value in [("hands", 2), ("hands", True), ("hands", "3"), ("rotation", "up"), ("bargaining", 1), ("x", 1)]:
        with pytest.raises(Refusal) as refusal:
            GAME.resolve({name: value})
        assert refusal.value.code == "bad_option"


@pytest.mark.clause("M1.3")
@pytest.mark.parametrize("hands", [1, 3, 6, 9])
def test_a_game_has_so_many_hands(hands: int) -> None:
    state = new({"hands": hands, "bargaining": True})
    for number in range(hands):
        assert (state.number, state.finished) == (number, False)
        state = after(state.chance("deal", PACK_78), "offer 1", "pass", "pass")
    assert (state.number, state.phase, state.finished) == (hands - 1, "finished", True)
    assert state.expects is None
    with pytest.raises(Refusal) as refusal:
        state.chance("deal", PACK_78)
    assert refusal.value.code == "unexpected_chance"
    assert_refused(state, "pass", "K4.1", 0, "not_your_turn")


@pytest.mark.clause("M1.4")
@pytest.mark.parametrize(("rotation", "dealers"), [("right", [0, 2, 1, 0]), ("left", [0, 1, 2, 0])])
def test_the_deal_goes_on_in_one_direction(rotation: str, dealers: list[int]) -> None:
    state = new({"hands": 6, "bargaining": True, "rotation": rotation})
    for dealer in dealers:
        assert state.view(None)["dealer"] == dealer
        state = after(state.chance("deal", PACK_78), "offer 1", "pass", "pass")


@pytest.mark.clause("M1.4")
def test_the_deal_goes_on_likewise_after_a_hand_that_was_played() -> None:
    state = begin_play({}, 0, {"hands": 3})
    while state.to_act:
        state = after(state, state.legal(state.to_act[0]).moves[0])
    assert (state.phase, state.view(None)["dealer"]) == ("deal", 2)


@pytest.mark.clause("M2.1")
def test_five_packets_of_five_and_the_rest_to_the_dealer() -> None:
    order = list(PACK_78)
    state = new(dealer=1).chance("deal", order)
    packets = state.view(2)["packets"]
    assert packets == [order[start : start + 5] for start in (0, 15, 30, 45, 60)]
    assert state.view(0)["packets"] == [order[start : start + 5] for start in (5, 20, 35, 50, 65)]
    assert state.view(1)["packets"] == [order[start : start + 5] for start in (10, 25, 40, 55, 70)] + [order[75:]]
    assert state.view(None)["counts"] == [25, 28, 25]


@pytest.mark.clause("M2.1")
@pytest.mark.parametrize(
    "order",
    [
        PACK_78[:-1],
        [*PACK_78, "FOOL"],
        [*PACK_78[:-1], "1"],
        [*PACK_78[:-1], "GOOD"],
        [*PACK_78[:-1], "X"],
        [*PACK_78[:-1], "FOOL "],
        [*PACK_78[:-2], "21", "ſ"],
        [],
    ],
)
def test_another_pack_is_refused(order: list[str]) -> None:
    with pytest.raises(Refusal) as refusal:
        new().chance("deal", order)
    assert (refusal.value.code, refusal.value.clause) == ("bad_cards", "K3.2")
    assert refusal.value.message


def test_card_texts_are_read_in_any_case() -> None:
    assert new().chance("deal", [card.lower() for card in PACK_78]) == new().chance("deal", PACK_78)


def test_only_a_deal_is_awaited() -> None:
    for state, event in [(new(), "cut"), (deal_hands({}), "deal")]:
        with pytest.raises(Refusal) as refusal:
            state.chance(event, ["nonsense"])
        assert refusal.value.code == "unexpected_chance"
    assert_refused(new(), "pass", "K4.1", 1, "not_your_turn")


@pytest.mark.clause("M2.2")
def test_all_is_dealt_at_once() -> None:
    state = new({"bargaining": True}).chance("deal", stack_pack({}, 0))
    for _ in range(3):
        assert state.expects is None
        state = after(state, "continue")
    assert (state.phase, state.expects) == ("discard", None)


HAND = "KE KA 1 21 FOOL 2E 3E QA AF 7 20"


@pytest.mark.clause("M4.1")
def test_the_dealer_discards_three_cards() -> None:
    state = deal_hands({0: HAND})
    assert (state.phase, state.to_act) == ("discard", (0,))
    choice = state.legal(0).choices[0].to_view()
    assert choice["count"] == [3, 3]
    assert len(choice["cards"]) == 23
    assert choice["cards"] == [card for card in PACK_78 if card in choice["cards"]]
    assert not {"KE", "KA", "1", "21", "FOOL"} & set(choice["cards"])
    assert state.legal(1).choices == ()
    for move in ("discard 20 2E AF", "DISCARD af 2e 20"):
        assert after(state, move).phase == "declare"
        assert GAME.canonical(move) == "discard 2E AF 20"
    assert_refused(state, "discard 2E 3E 7", "K4.1", 1, "not_your_turn")


@pytest.mark.clause("M4.1")
@pytest.mark.parametrize("card", ["KE", "KA", "1", "21", "FOOL"])
def test_kings_and_honours_may_not_be_discarded(card: str) -> None:
    state = deal_hands({0: HAND})
    assert_refused(state, f"discard 2E 3E {card}", "M4.1")
    assert state.barred(0)[card].refusal.clause == "M4.1"
    assert state.view(0)["barred"][card][0] == "M4.1"
    assert state.view(1)["barred"] == {}


@pytest.mark.clause("M4.1")
@pytest.mark.parametrize("move", ["discard 2E 3E", "discard 2E 3E 7 20", "discard 2E"])
def test_it_is_three_cards(move: str) -> None:
    assert_refused(deal_hands({0: HAND}), move, "M4.1")


@pytest.mark.parametrize(
    ("move", "clause"),
    [
        ("discard 2E 3E KF", "K4.3"),
        ("discard 2E 2E 3E", "K4.3"),
        ("discard 2E 3E GOOD", "K7.1"),
        ("discard 2E 3E ZZ", "K7.1"),
        ("discard", "K7.1"),
        ("discard 2E  3E 7", "K7.1"),
        ("discard 2E,3E,7", "K7.1"),
        ("play 2E", "M4.1"),
        ("pass", "M4.1"),
        ("fly 2E", "K7.1"),
    ],
)
def test_discards_that_are_refused(move: str, clause: str) -> None:
    assert_refused(deal_hands({0: HAND, 1: "KF"}), move, clause)


@pytest.mark.clause("M4.1")
def test_the_discard_stays_unseen_until_the_hand_is_over() -> None:
    state = after(deal_hands({0: HAND}), "discard 2E 3E 7")
    assert state.view(0)["discard"] == ["2E", "3E", "7"]
    assert "7" not in state.view(0)["hand"]
    hidden = {"seat": 0, "move": "discard", "hidden": True, "count": 3}
    for seat in (1, 2, None):
        view = state.view(seat)
        assert view["discard"] is None
        assert view["log"] == [{"event": "deal"}, hidden]
    state = after(state, *["declare nothing"] * 3)
    while state.to_act:
        assert state.view(1)["discard"] is None
        state = after(state, state.legal(state.to_act[0]).moves[0])
    assert state.view(1)["last"]["discard"] == ["2E", "3E", "7"]
