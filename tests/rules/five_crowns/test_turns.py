"""F3: drawing, taking, discarding, going out, reshuffling; and what is refused."""

from random import Random

import pytest

from rules.contract import Refusal
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


def deal_threes(stock: str = "7H 8H") -> Table:
    """Return a table of three cards each, threes wild, where seat 1 is to move."""
    return deal_hands(table(3), {1: "5C 6C KH", 2: "9D 9S QT", 0: "3S 3H JOKER"}, "7C", stock)


@pytest.mark.clause("F3.1")
def test_a_turn_is_draw_or_take_and_then_a_discard() -> None:
    at = deal_threes()
    assert at.state.phase == "draw"
    assert list_moves(at) == ["draw", "take"]
    drew = play_moves(at, "draw")
    assert drew.state.phase == "discard"
    assert drew.state.to_act == (1,)
    assert list_moves(drew) == ["discard 5C", "discard 6C", "discard 7H", "discard KH"]
    after = play_moves(drew, "discard KH")
    assert after.state.to_act == (2,)
    assert after.state.view(None)["pile"] == ["7C", "KH"]
    assert after.state.view(None)["stock"] == at.state.view(None)["stock"] - 1
    took = play_moves(at, "take")
    assert took.state.view(1)["hand"] == ["KH", "5C", "6C", "7C"]
    assert took.state.view(None)["pile"] == []
    assert took.state.view(None)["stock"] == at.state.view(None)["stock"]


@pytest.mark.clause("F3.1")
def test_drawn_card_is_private_and_taken_card_public() -> None:
    drew = play_moves(deal_threes(), "draw").state
    assert drew.view(1)["fresh"] == {"move": "draw", "card": "7H"}
    assert drew.view(1)["log"][-1] == {"seat": 1, "move": "draw", "card": "7H"}
    for other in (0, 2, None):
        assert drew.view(other)["fresh"] == {"move": "draw", "card": None}
        assert drew.view(other)["log"][-1] == {"seat": 1, "move": "draw"}
    took = play_moves(deal_threes(), "take").state
    for viewer in (0, 1, 2, None):
        assert took.view(viewer)["fresh"] == {"move": "take", "card": "7C"}
        assert took.view(viewer)["log"][-1] == {"seat": 1, "move": "take", "card": "7C"}


@pytest.mark.clause("F3.1")
def test_the_two_moves_come_in_their_order() -> None:
    at = deal_threes()
    for move in ("discard KH", "out KH"):
        assert (refuse_move(at, move).code, refuse_move(at, move).clause) == ("illegal_move", "F3.1")
    drew = play_moves(at, "draw")
    for move in ("draw", "take"):
        assert (refuse_move(drew, move).code, refuse_move(drew, move).clause) == ("illegal_move", "F3.1")
    assert at.state == deal_threes().state  # nothing has changed


@pytest.mark.clause("F3.2")
def test_a_card_just_taken_may_be_discarded_again() -> None:
    at = play_moves(deal_threes(), "take")
    assert "discard 7C" in list_moves(at)
    assert play_moves(at, "discard 7C").state.view(None)["pile"] == ["7C"]


@pytest.mark.clause("F3.3")
def test_going_out_shows_all_other_cards_in_melds() -> None:
    at = play_moves(deal_threes(), "take")
    assert list_moves(at) == ["discard 5C", "discard 6C", "discard 7C", "discard KH", "out KH"]
    out = play_moves(at, "out KH").state
    for viewer in (0, 1, 2, None):
        view = out.view(viewer)
        assert view["out"] == 1
        assert view["shown"] == [["5C", "6C", "7C"]]
        assert view["pile"] == ["KH"]
    assert out.to_act == (2,)


@pytest.mark.clause("F3.3")
def test_going_out_is_never_demanded() -> None:
    at = play_moves(deal_threes(), "take", "discard KH")
    assert at.state.view(None)["out"] is None
    assert at.state.view(None)["shown"] is None


@pytest.mark.clause("F3.3")
def test_going_out_with_a_loose_card_is_refused() -> None:
    refused = refuse_move(play_moves(deal_threes(), "draw"), "out KH")
    assert (refused.code, refused.clause) == ("illegal_move", "F3.3")
    assert "the King of hearts" in refused.message
    assert "18 points" in refused.message


@pytest.mark.clause("F3.3")
def test_only_one_seat_goes_out() -> None:
    at = play_moves(deal_threes("8S 9H"), "take", "out KH", "draw", "discard QT", "draw")
    assert at.state.to_act == (0,)
    assert list_moves(at) == ["discard 3H", "discard 3S", "discard 9H", "discard JOKER"]
    refused = refuse_move(at, "out 9H")
    assert (refused.code, refused.clause) == ("illegal_move", "F3.3")


@pytest.mark.parametrize("move", ["out KH", "OUT KH", "Out kh"])
def test_case_is_ignored(move: str) -> None:
    at = play_moves(deal_threes(), "TAKE")
    assert play_moves(at, move).state == play_moves(at, "out KH").state
    assert play_moves(at, move).events[-1] == play_moves(at, "out KH").events[-1]


UNREADABLE = [
    "",
    " draw",
    "draw ",
    "draw 5C",
    "discard",
    "discard  KH",
    "discard KH ",
    "discard KH 5C",
    "discard 1S",
    "discard 05C",
    "discard K",
    "discard",
    "out",
    "play KH",
    "discard\tKH",
    "discard K\u0048\u0301",
    "di\u017fcard KH",
    "discard \uff2bH",
    "discard 5\u017f",
]


@pytest.mark.parametrize("move", UNREADABLE)
@pytest.mark.parametrize("first", [(), ("draw",)])
def test_unreadable_moves_are_refused(move: str, first: tuple[str, ...]) -> None:
    refused = refuse_move(play_moves(deal_threes(), *first), move)
    assert (refused.code, refused.clause) == ("illegal_move", "K7.1")


@pytest.mark.parametrize("verb", ["discard", "out"])
def test_only_cards_in_hand(verb: str) -> None:
    for at in (deal_threes(), play_moves(deal_threes(), "draw")):
        refused = refuse_move(at, f"{verb} 9D")
        assert (refused.code, refused.clause) == ("illegal_move", "K4.3")
        assert "the 9 of diamonds" in refused.message
    assert "a Joker" in refuse_move(play_moves(deal_threes(), "draw"), "discard JOKER").message


@pytest.mark.parametrize("move", ["draw", "discard 9D", "nonsense"])
def test_others_wait(move: str) -> None:
    for at, seat in ((deal_threes(), 2), (table(3), 1), (empty_stock(deal_threes()), 0)):
        assert refuse_move(at, move, seat).code == "not_your_turn"
        assert at.state.legal(seat) == ((), ())


@pytest.mark.clause("F3.4")
def test_an_empty_stock_is_made_anew_of_the_pile_but_its_top() -> None:
    at = empty_stock(draw_at_random(table(3), Random(5)))
    turn = at.state.view(None)["turn"]
    pile = at.state.view(None)["pile"]
    assert at.state.phase == "reshuffle"
    assert at.state.to_act == ()
    expects = at.state.expects
    assert expects is not None
    assert expects.event == "reshuffle"
    assert sorted(expects.cards) == sorted(pile[:-1])
    assert len(pile) == 116 - 9
    after = at.chance("reshuffle", pile[:-1])
    assert after.state.to_act == (turn,)
    assert after.state.phase == "draw"
    view = after.state.view(turn)
    assert (view["pile"], view["stock"], view["reshuffles"]) == (pile[-1:], len(pile) - 1, 1)
    assert list_moves(after) == ["draw", "take"]
    assert play_moves(after, "draw").state.view(turn)["fresh"] == {"move": "draw", "card": pile[0]}


@pytest.mark.clause("F3.4")
def test_a_reshuffle_of_other_cards_is_refused() -> None:
    at = empty_stock(draw_at_random(table(3), Random(5)))
    pile = at.state.view(None)["pile"]
    for cards in (pile, pile[1:] if pile[0] != pile[-1] else pile[:-2], pile[:-2]):
        with pytest.raises(Refusal) as refused:
            at.chance("reshuffle", cards)
        assert (refused.value.code, refused.value.clause) == ("bad_cards", "F3.4")
    with pytest.raises(Refusal) as refused:
        at.chance("deal", pile[:-1])
    assert refused.value.code == "unexpected_chance"


@pytest.mark.clause("F3.4")
def test_the_stock_is_looked_at_when_a_turn_begins_not_when_it_runs_out() -> None:
    at = draw_at_random(
        table(2, pack=["5C", "6C", "9D", "9S", "KH", "QT", "8S", "8D", "4H"], first=3, last=3), Random(1)
    )
    at = play_moves(at, "draw", f"discard {at.state.view(1)['hand'][0]}")
    at = play_moves(at, "draw")
    assert at.state.view(None)["stock"] == 0
    assert at.state.phase == "discard"
    assert play_moves(at, list_moves(at)[0]).state.phase == "reshuffle"


@pytest.mark.clause("F3.4")
def test_the_fourth_empty_stock_ends_the_deal() -> None:
    at = draw_at_random(table(3, last=3), Random(5))
    for number in range(3):
        at = empty_stock(at)
        assert at.state.phase == "reshuffle"
        assert at.state.view(None)["reshuffles"] == number
        at = draw_at_random(at, Random(number))
    hands = [at.state.view(seat)["arranged"]["left"] for seat in range(3)]
    before = empty_stock(at)
    assert before.state.finished
    assert list(before.state.score().hands[0]) == hands  # nobody keeps a drawn card here
    last = before.state.view(None)["last"]
    assert last["out"] is None
    assert len(last["reshuffled"]) == 3


@pytest.mark.clause("F3.4")
def test_the_stock_may_run_out_in_the_last_turns() -> None:
    pack = ["5C", "6C", "7C", "KH", "QT", "8S", "10D", "4H", "JH", "9S", "5H", "7T"]
    at = deal_hands(table(3, pack=pack, first=3, last=3), {1: "5C 6C 7C", 2: "QT 8S 10D", 0: "4H JH 9S"}, "5H", "KH 7T")
    early = play_moves(at, "draw", "out KH", "draw", "discard QT")
    assert early.state.phase == "reshuffle"
    again = early.chance("reshuffle", ["5H", "KH"])
    assert again.state.to_act == (0,)
    assert list_moves(play_moves(again, "draw")) == ["discard 4H", "discard 5H", "discard 9S", "discard JH"]
    assert play_moves(again, "draw", "discard JH").state.finished


@pytest.mark.clause("F3.4")
def test_a_seat_that_has_gone_out_counts_nothing_at_the_fourth_empty_stock() -> None:
    pack = ["5C", "6C", "7C", "KH", "QT", "8S", "10D", "4H", "JH", "9S", "5H"]
    at = deal_hands(table(3, pack=pack, first=3, last=3), {1: "5C 6C 7C", 2: "QT 8S 10D", 0: "4H JH 9S"}, "5H", "KH")
    for number in range(3):  # one card in the stock: each draw empties it
        assert at.state.to_act == (1 + number if number < 2 else 0,)
        at = play_moves(at, "draw")
        fresh = at.state.view(at.state.to_act[0])["fresh"]["card"]
        at = draw_at_random(play_moves(at, f"discard {fresh}"), Random(0))
    assert at.state.to_act == (1,)
    fresh = play_moves(at, "draw").state.view(1)["fresh"]["card"]
    over = play_moves(at, "draw", f"out {fresh}")
    assert over.state.finished
    assert over.state.score().hands == ((24, 0, 30),)
