"""V4: staying in."""

import pytest

from rules.table import Table
from tests.rules.refusals import catch_refusal
from tests.rules.voren.decks import deal_hands, list_moves, play_moves, table


def begin_stay(decision: str, *words: str, seats: int = 4, dealer: int = 0) -> Table:
    """Return a table in the middle of V4."""
    return play_moves(deal_hands(table(seats, dealer), {}, "3H"), decision, *words)


@pytest.mark.clause("V4.1")
def test_each_seat_speaks_once_from_eldest_to_the_dealer() -> None:
    at = begin_stay("deal", dealer=2)
    order: list[int] = []
    while at.state.phase == "stay":
        order += at.state.to_act
        at = play_moves(at, "stay")
    assert order == [3, 0, 1, 2]
    assert at.state.phase == "play"


@pytest.mark.clause("V4.1")
def test_nothing_is_played_or_dealt_before_all_have_spoken() -> None:
    at = begin_stay("deal")
    own = at.state.view(1)["hand"][0]
    assert catch_refusal(lambda: play_moves(at, own)).clause == "V4.1"
    assert catch_refusal(lambda: play_moves(at, "deal")).clause == "V3.4"
    assert catch_refusal(lambda: at.move(2, "stay")).code == "not_your_turn"
    played = play_moves(at, "stay", "stay", "stay", "stay")
    assert catch_refusal(lambda: play_moves(played, "stay")).clause == "V4.1"
    assert catch_refusal(lambda: play_moves(played, "deal")).clause == "V3.4"


@pytest.mark.clause("V4.2")
def test_the_poke_can_be_taken_once_and_only_if_it_was_dealt() -> None:
    assert list_moves(begin_stay("deal")) == ["fold", "stay"]
    assert catch_refusal(lambda: begin_stay("deal", "poke")).clause == "V4.2"
    assert list_moves(begin_stay("deal poke")) == ["fold", "poke", "stay"]
    assert list_moves(begin_stay("deal poke", "stay")) == ["fold", "poke", "stay"]
    taken = begin_stay("deal poke", "poke")
    assert list_moves(taken) == ["fold", "stay"]
    refusal = catch_refusal(lambda: play_moves(taken, "poke"))
    assert refusal.clause == "V4.2"
    assert "1" in refusal.message


@pytest.mark.clause("V4.2")
def test_the_seat_with_the_poke_plays_it_and_nobody_sees_what_was_laid_away() -> None:
    at = deal_hands(table(3), {1: "GS LS RS", 2: "1D 2D 3D", 0: "1C 2C 3C"}, "3H", "1H 2H 4H")
    at = play_moves(at, "deal poke", "poke", "stay", "stay")
    assert at.state.view(1)["hand"] == ["1H", "2H", "4H"]
    assert at.state.view(1)["laid"] == ["GS", "LS", "RS"] or at.state.view(1)["laid"] == ["RS", "LS", "GS"]
    assert at.state.view(2)["laid"] is None
    assert at.state.view(None)["poke_taker"] == 1
    assert list_moves(at) == ["1H", "2H", "4H"]
    refusal = catch_refusal(lambda: play_moves(at, "GS"))
    assert refusal.clause == "K4.3"
    over = play_moves(at, "4H", "1D", "1C", "1H", "2D", "2C", "2H", "3D", "3C")
    assert over.state.view(None)["last"]["laid"] == ["RS", "LS", "GS"]


@pytest.mark.clause("V4.3")
def test_folding_at_all_play_is_refused() -> None:
    assert list_moves(begin_stay("deal allplay")) == ["stay"]
    assert list_moves(begin_stay("deal poke allplay")) == ["poke", "stay"]
    refusal = catch_refusal(lambda: begin_stay("deal allplay", "fold"))
    assert refusal.clause == "V4.3"
    assert "all play" in refusal.message


@pytest.mark.clause("V4.3")
def test_a_seat_that_folds_owes_no_match() -> None:
    at = deal_hands(table(3), {1: "GS LS RS", 0: "1S 2S 4S"}, "3S")
    at = play_moves(at, "deal", "stay", "fold", "stay", "GS", "1S", "LS", "2S", "RS", "4S")
    assert at.state.view(None)["owed"] == [12, 0, 0]


@pytest.mark.clause("V4.4")
@pytest.mark.parametrize(
    ("words", "winner"),
    [
        (("fold", "fold", "fold"), 0),
        (("stay", "fold", "fold", "fold"), 1),
        (("fold", "stay", "fold", "fold"), 2),
        (("fold", "fold", "poke", "fold"), 3),
    ],
)
def test_the_last_one_in_has_the_pot_without_play(words: tuple[str, ...], winner: int) -> None:
    at = begin_stay("deal poke", *words)
    assert at.state.phase == "deal"
    assert at.state.number == 1
    points = [-6, -3, -3, -3]
    points[winner] += 15
    assert list(at.state.score().hands[0]) == points
    view = at.state.view(None)
    assert view["owed"] == [0, 0, 0, 0]
    assert view["last"]["alone"] == winner
    assert view["last"]["tricks"] == []
    assert view["last"]["states"][winner] == ("undecided" if winner == 0 else "in")


@pytest.mark.clause("V4.4")
def test_two_seats_that_stay_play() -> None:
    assert begin_stay("deal", "fold", "fold", "stay", "stay").state.phase == "play"
