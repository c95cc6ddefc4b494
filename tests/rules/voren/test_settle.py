"""V6: settling, and the score."""

import pytest

from rules.registry import game_named
from rules.table import Table
from rules.voren.pot import payments_into_pot
from rules.voren.scoring import match_of, settle
from tests.rules.voren.decks import begin_play, deal_hands, play_moves, read_sheet, table

ALL_TO_2 = {1: "1S 2D 3D", 2: "GS LS RS", 0: "2S 4D 5D"}
"""Dealer 0; with spades trumps seat 2 wins every trick."""
PLAYS = ("1S", "GS", "2S", "RS", "5D", "3D", "LS", "4D", "2D")


def play_won_hand(**options: int) -> Table:
    """Return a hand of three seats in which seat 2 takes every trick."""
    return play_moves(deal_hands(table(3, 0, **options), ALL_TO_2, "3S"), "deal", "stay", "stay", "stay", *PLAYS)


@pytest.mark.clause("V6.1")
def test_each_trick_is_a_third_of_the_pot() -> None:
    at = begin_play(
        {0: "GS 2H 5D", 1: "1S 3D 5C", 2: "2S 4C 2D"}, "4H", "GS", "1S", "2S", "2H", "5C", "4C", "5D", "3D", "2D"
    )
    assert list(at.state.score().hands[0]) == [12 - 3, -3, -6]
    two = begin_play({0: "1S 2H WOLF", 1: "4S 3D 5C"}, "4H", "1S", "4S", "5C", "WOLF", "2H", "3D")
    assert two.state.view(None)["last"]["winnings"] == [6, 3]
    assert two.state.view(None)["last"]["taken"] == [2, 1]


@pytest.mark.clause("V6.2")
def test_a_seat_in_without_a_trick_owes_the_pot() -> None:
    view = play_won_hand(ante=6).state.view(None)
    assert view["last"]["pot"] == 24
    assert view["last"]["owes"] == view["owed"] == [24, 24, 0]
    assert settle((3, 3, 6), 3, 0, (0, 1, 2), (2, 1, 0), None, False).debts == (0, 0, 12)


@pytest.mark.clause("V6.2")
@pytest.mark.parametrize(("limit", "match"), [(0, 12), (1, 3), (3, 9), (4, 12), (5, 12)])
def test_a_match_is_no_more_than_the_limit(limit: int, match: int) -> None:
    before = table(3, limit=limit).state.view(None)
    assert before["match"] == match
    assert play_won_hand(limit=limit).state.view(None)["owed"] == [match, match, 0]


@pytest.mark.clause("V6.5")
@pytest.mark.parametrize("dealt_again", [False, True])
def test_game_ended_early_is_settled_after_its_last_finished_hand(dealt_again: bool) -> None:
    played_out, early = play_won_hand(hands=1).state, play_won_hand(hands=2)
    if dealt_again:
        early = deal_hands(early, {2: "1C 2C 3C"}, "4H")
    game = game_named("voren")
    paid = game.settled(early.state)
    assert (paid.phase, paid.number) == (early.state.phase, early.state.number)
    assert paid.score().hands == played_out.score().hands == ((-18, -15, 33),)
    assert paid.view(None)["last"] == played_out.view(None)["last"]
    assert not any(paid.view(None)["owed"])
    assert game.settled(paid) is paid


@pytest.mark.clause("V6.3")
def test_the_wolf_under_treachery_owes_no_match() -> None:
    hands = {1: "3C 1D 1H", 2: "WOLF 2D 2H", 0: "TREACHERY GD GH"}
    at = deal_hands(table(3), hands, "LH")
    at = play_moves(at, "deal", "stay", "stay", "stay", "3C", "WOLF", "TREACHERY", "GD", "1D", "2D", "GH", "1H", "2H")
    view = at.state.view(None)
    assert view["owed"] == [0, 12, 0]
    assert view["last"]["exempt"] == 2


@pytest.mark.clause("V6.3")
def test_the_wolf_lost_in_another_trick_than_treachery_is_no_excuse() -> None:
    # The Wolf is led and taken by nobody but in the third trick Treachery falls alone.
    hands = {1: "1C 2D WOLF", 2: "GC 3D TREACHERY", 0: "3C 1H 2H"}
    at = deal_hands(table(3), hands, "4S")
    at = play_moves(at, "deal", "stay", "stay", "stay", "1C", "GC", "3C", "TREACHERY", "1H", "2D")
    at = play_moves(at, "3D", "2H", "WOLF")
    view = at.state.view(None)
    assert view["last"]["exempt"] is None
    assert view["owed"] == [12, 0, 0]


@pytest.mark.clause("V6.4")
def test_the_deal_passes_to_the_left() -> None:
    at = table(3, 1)
    dealers: list[int] = []
    while not at.state.finished:
        dealers.append(at.state.view(None)["dealer"])
        at = play_moves(deal_hands(at, {}, "3H"), "deal", "fold", "fold")
    assert dealers == [1, 2, 0, 1, 2, 0]
    assert at.state.view(None)["dealer"] == 0
    assert at.state.number == 5


@pytest.mark.clause("V6.5")
def test_after_the_last_hand_matches_are_paid_at_once_and_shared_by_tricks() -> None:
    at = play_won_hand(hands=1)
    last = at.state.view(None)["last"]
    assert last["settled"] == [12, 12, 0]
    assert last["owes"] == [0, 0, 0]
    assert last["winnings"] == [0, 0, 12 + 24]
    assert list(at.state.score().hands[0]) == [-6 - 12, -3 - 12, 12 + 24 - 3]
    shared = settle((3, 3, 6), 3, 0, (0, 1, 2), (2, 1, 0), None, True)
    assert shared.winnings == (8 + 8, 4 + 4, 0)
    assert settle((3, 3, 6), 3, 1, (0, 1, 2), (2, 1, 0), None, True).winnings == (8 + 2, 4 + 1, 0)


@pytest.mark.clause("V6.5", "V4.4")
def test_last_hand_without_play_leaves_no_debts() -> None:
    at = play_moves(deal_hands(table(3, hands=1), {}, "3H"), "deal", "stay", "fold", "fold")
    last = at.state.view(None)["last"]
    assert (last["settled"], last["owes"], last["winnings"]) == ([0, 0, 0], [0, 0, 0], [0, 12, 0])
    assert at.state.score().hands == ((-6, 9, -3),)


@pytest.mark.clause("V6.6")
def test_points_are_winnings_less_payments() -> None:
    at = play_won_hand()  # seats 0 and 1 owe 12, seat 1 deals
    at = play_moves(deal_hands(at, {}, "3H"), "deal", "fold", "stay", "fold")
    assert at.state.view(None)["last"]["paid"] == [12, 15, 3]
    assert at.state.score().hands[1] == (30 - 12, -15, -3)
    assert at.state.score().totals == (-6 + 18, -3 - 15, 9 - 3)


@pytest.mark.clause("V6.6")
def test_most_chips_win_and_ties_win_together() -> None:
    at = play_moves(deal_hands(table(3, hands=2), {}, "3H"), "deal", "fold", "fold")
    assert at.state.score().winners == ()
    assert not at.state.score().finished
    at = play_moves(deal_hands(at, {}, "3H"), "deal", "fold", "fold")
    assert at.state.score().totals == (3, 3, -6)
    assert at.state.score().winners == (0, 1)
    assert at.state.view(2)["winners"] == [0, 1]


def test_the_end() -> None:
    at = play_won_hand(hands=1)
    status = at.state.status()
    assert (status.phase, status.hand, status.to_act, status.expects, status.finished) == (
        "finished",
        0,
        (),
        None,
        True,
    )
    assert not at.state.legal(0).moves
    assert read_sheet(at).last is not None


def test_chips_beyond_64_bits() -> None:
    owed = (0, 3 * 10**30)
    paid = payments_into_pot(3, 1, owed)
    assert paid == (3, 3 * 10**30 + 3)
    assert match_of(sum(paid), 3, 0) == 3 * 10**30 + 6
    result = settle(paid, 3, 0, (0, 1), (3, 0), None, False)
    assert result.points == (3 * 10**30 + 3, -(3 * 10**30) - 3)
    assert result.debts == (0, 3 * 10**30 + 6)
