"""A5, A6: bid cards placed in secret, the declared trump suit, what is exposed."""

from typing import Any

import pytest

from rules.table import Table
from tests.rules.abracadabra.stacked import choose_suits, deal_hands, list_moves, play_moves, table
from tests.rules.refusals import catch_refusal


def make_bids(at: Table, *bids: str) -> Table:
    """Return the table after suits and these bids."""
    return play_moves(choose_suits(deal_hands(at)), *bids)


BIDS_OF_FOUR = ("bid 2", "pass", "bid 3", "pass")
"""At a table of four where seat 0 deals: seat 3 is Declarer."""


@pytest.mark.clause("A5.1")
def test_declarer_places_as_many_cards_as_it_bid() -> None:
    at = make_bids(table(4), *BIDS_OF_FOUR)
    assert at.state.to_act == (3,)
    assert list_moves(at) == []
    assert [choice.to_view()["count"] for choice in at.state.legal(3).choices] == [[3, 3]]
    for cards in ("place", "place 4 9", "place 4 9 J K"):
        refusal = catch_refusal(lambda: at.move(3, cards))  # noqa: B023  # called at once
        assert (refusal.code, refusal.clause) == ("illegal_move", "A5.1")
    assert catch_refusal(lambda: at.move(3, "place 4 4 9")).clause == "K4.3"
    assert catch_refusal(lambda: at.move(3, "play AS")).clause == "A5.1"
    assert catch_refusal(lambda: at.move(1, "place 4")).code == "not_your_turn"
    at = at.move(3, "Place j 4 9")
    assert at.state.view(3)["left"][3] == ["4", "9", "J"]
    assert at.state.view(3)["pile_cards"][3] == ["A", "2", "3", "5", "6", "7", "8", "10", "Q", "K"]
    for other in (None, 0, 1, 2):
        view = at.state.view(other)
        assert (view["left"][3], view["pile_cards"][3], view["numbers"][3]) == (None, None, 3)
        assert view["log"][-1] == {"seat": 3, "move": "place", "hidden": True, "count": 3}


@pytest.mark.clause("A1.3")
def test_a_king_is_no_bid_card_of_three() -> None:
    at = make_bids(table(3), "bid 1", "pass", "pass")
    refusal = catch_refusal(lambda: at.move(1, "place K"))
    assert (refusal.clause, refusal.message) == (
        "K4.3",
        "You have no bid card K. Yours run from A to Q.",
    )


@pytest.mark.clause("A5.2")
@pytest.mark.parametrize(("seats", "options"), [(2, {"two_player": "short"}), (2, {}), (3, {}), (4, {})])
def test_declarer_announces_the_trump_suit_where_none_is_turned(seats: int, options: dict[str, Any]) -> None:
    at = make_bids(table(seats, trump="declared", **options), "bid 1", *["pass"] * (seats - 1))
    assert at.state.view(None)["trumps"] is None
    at = play_moves(at, "place 4")
    assert (at.state.phase, at.state.to_act) == ("trump", (1,))
    assert list_moves(at) == ["trump C", "trump D", "trump H", "trump S"]
    assert catch_refusal(lambda: at.move(1, "trump none")).clause == "K7.1"
    assert catch_refusal(lambda: at.move(1, "place")).clause == "A5.2"
    at = play_moves(at, "TRUMP d")
    assert at.state.view(None)["trumps"] == "D"
    assert at.state.phase == "place"
    assert at.state.to_act == tuple(seat for seat in range(seats) if seat != 1)


@pytest.mark.clause("A5.2")
def test_a_turned_card_leaves_nothing_to_announce() -> None:
    at = play_moves(make_bids(table(3), "bid 1", "pass", "pass"), "place 4")
    assert at.state.phase == "place"
    assert catch_refusal(lambda: at.move(0, "trump S")).clause == "A5.3"


@pytest.mark.clause("A5.3")
def test_the_others_place_fewer_at_the_same_time() -> None:
    at = play_moves(make_bids(table(4), *BIDS_OF_FOUR), "place 4 9 J")
    assert at.state.to_act == (0, 1, 2)
    for seat in (0, 1, 2):
        choices = [choice.to_view() for choice in at.state.legal(seat).choices]
        assert [(choice["verb"], choice["count"], len(choice["cards"])) for choice in choices] == [
            ("place", [0, 2], 13)
        ]
        refusal = catch_refusal(lambda: at.move(seat, "place A 2 3"))  # noqa: B023  # called at once
        assert (refusal.code, refusal.clause) == ("illegal_move", "A5.3")
    at = at.move(1, "place 7 5")
    assert at.state.to_act == (0, 2)
    assert catch_refusal(lambda: at.move(1, "place 7")).code == "not_your_turn"
    assert at.state.view(1)["numbers"] == [None, 2, None, 3]
    for other in (None, 0, 2, 3):
        view = at.state.view(other)
        assert view["numbers"] == [None, None, None, 3]
        assert view["log"][-1] == {"seat": 1, "move": "place", "hidden": True}
    at = at.move(2, "place").move(0, "place 5")
    for viewer in (None, 0, 1, 2, 3):
        view = at.state.view(viewer)
        assert view["numbers"] == [1, 2, 0, 3]
        assert [left is None for left in view["left"]] == [seat != viewer for seat in range(4)]
    assert at.state.phase == "expose"


@pytest.mark.clause("A5.3")
def test_after_a_bid_of_one_the_others_are_asked_but_place_nothing() -> None:
    at = play_moves(make_bids(table(3), "bid 1", "pass", "pass"), "place 4")
    assert [choice.to_view()["count"] for choice in at.state.legal(0).choices] == [[0, 0]]
    assert list(at.state.sequences(0)) == ["place"]


@pytest.mark.clause("A6.1")
def test_declarer_exposes_any_of_its_cards_and_its_pile() -> None:
    at = play_moves(make_bids(table(4), *BIDS_OF_FOUR), "place 4 9 J", "place", "place 7", "place")
    assert at.state.to_act == (3,)
    legal = at.state.legal(3)
    assert legal.moves == ()
    (choice,) = legal.choices
    assert choice.to_view() == {"verb": "expose", "count": [0, 3], "cards": ["4", "9", "J"], "pile": True}
    assert len(list(at.state.sequences(3))) == 16
    refusal = catch_refusal(lambda: at.move(3, "expose 5"))
    assert (refusal.code, refusal.clause) == ("illegal_move", "A6.1")
    assert catch_refusal(lambda: at.move(3, "place 4")).clause == "A6.1"
    after = at.move(3, "EXPOSE j 4 Pile")
    assert after.dump()["events"][-1]["move"] == "expose 4 J pile"
    view = after.state.view(0)
    assert (view["right"], view["left"][3], view["piles"]) == (["4", "J"], ["9"], [None, None, None, True])
    assert view["pile_cards"][3] == ["A", "2", "3", "5", "6", "7", "8", "10", "Q", "K"]
    closed = at.move(3, "expose 4").state.view(0)
    assert (closed["right"], closed["left"][3], closed["pile_cards"][3]) == (["4"], None, None)
    assert at.move(3, "expose none").state.view(0)["right"] == []


@pytest.mark.clause("A6.1")
def test_an_empty_pile_cannot_be_exposed() -> None:
    everything = "place A 2 3 4 5 6 7 8 9 10 J Q"
    at = play_moves(make_bids(table(2, two_player="short"), "bid 12", "pass"), everything, "trump S", "place 4")
    assert at.state.legal(1).choices[0].to_view()["pile"] is False
    assert not any(move.endswith("pile") for move in at.state.sequences(1))
    for move in ("expose pile", "expose 4 pile"):
        refusal = catch_refusal(lambda: at.move(1, move))  # noqa: B023  # called at once
        assert (refusal.code, refusal.clause) == ("illegal_move", "A6.1")
    assert at.move(1, "expose 4").state.to_act == (0,)


@pytest.mark.clause("A6.2")
def test_the_others_expose_their_piles_at_the_same_time() -> None:
    at = play_moves(make_bids(table(4), *BIDS_OF_FOUR), "place 4 9 J", "place", "place 7", "place", "expose none")
    assert at.state.to_act == (0, 1, 2)
    for seat in (0, 1, 2):
        assert list_moves(at, seat) == ["expose none", "expose pile"]
        assert at.state.legal(seat).choices == ()
    refusal = catch_refusal(lambda: at.move(1, "expose 7"))
    assert (refusal.code, refusal.clause) == ("illegal_move", "A6.2")
    assert catch_refusal(lambda: at.move(1, "pass")).clause == "A6.2"
    at = at.move(1, "expose pile")
    assert at.state.to_act == (0, 2)
    assert at.state.view(1)["piles"] == [None, True, None, False]
    for other in (None, 0, 2, 3):
        view = at.state.view(other)
        assert view["piles"] == [None, None, None, False]
        assert view["pile_cards"][1] is None
        assert view["log"][-1] == {"seat": 1, "move": "expose", "hidden": True}
    at = at.move(0, "expose none").move(2, "expose none")
    view = at.state.view(None)
    assert view["piles"] == [False, True, False, False]
    assert view["left"] == [None, ["7"], None, None]
    assert view["log"][-3] == {"seat": 1, "move": "expose pile"}


@pytest.mark.clause("A6.3")
def test_the_dummy_is_laid_open_when_all_have_exposed() -> None:
    at = play_moves(make_bids(table(2), "bid 1", "pass"), "place 4", "place", "expose none")
    assert [at.state.view(seat)["dummy"] for seat in (None, 0, 1)] == [None, None, None]
    at = play_moves(at, "expose none")
    assert at.state.phase == "play"
    assert all(len(at.state.view(seat)["dummy"]) == 12 for seat in (None, 0, 1))
