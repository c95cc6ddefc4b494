"""A7: tricks, the dummy, and what becomes of the placed cards."""

import pytest

from rules.table import Table
from tests.rules.abracadabra.stacked import choose_suits, deal_hands, in_play, list_moves, play_moves, table
from tests.rules.refusals import catch_refusal


def begin_play_of_three(hands: dict[int, str], turned: str = "JOKER", **options: object) -> Table:
    """Return a table of three in play; seat 0 is Eldest and Declarer with an A placed."""
    return in_play(deal_hands(table(3, dealer=2, **options), hands, turned))


def begin_play_with_dummy(hands: dict[int, str], turned: str = "JOKER", **options: object) -> Table:
    """Return a table of two with a dummy in play; seat 0 is Eldest."""
    return in_play(deal_hands(table(2, dealer=1, **options), hands, turned))


@pytest.mark.clause("A7.1")
def test_eldest_leads_and_the_winner_leads_to_the_next_trick() -> None:
    at = begin_play_of_three({0: "9S", 1: "JS", 2: "10S"})
    assert at.state.to_act == (0,)
    assert at.state.view(None)["first"] == 0
    at = play_moves(at, "9S", "JS")
    assert at.state.to_act == (2,)
    at = play_moves(at, "10S")
    assert at.state.to_act == (1,)
    assert at.state.view(0)["tricks"] == [
        {"leader": 0, "cards": [[0, "9S"], [1, "JS"], [2, "10S"]], "winner": 1, "best": 1, "dummy": None}
    ]
    assert at.state.view(0)["taken"] == [0, 1, 0]


@pytest.mark.clause("A7.1")
def test_one_must_follow_suit_and_may_play_anything_if_one_cannot() -> None:
    at = begin_play_of_three({0: "9S 9H", 1: "JS 6S AH KD", 2: "10H 9D 9C 7D 7C 7H 8D 8C 8H JD JC JH"})
    at = play_moves(at, "9S")
    assert all(card[-1] == "S" for card in list_moves(at))
    refusal = catch_refusal(lambda: at.move(1, "play AH"))
    assert (refusal.code, refusal.clause) == ("illegal_move", "A7.1")
    assert (
        at.state.barred(1)["AH"].refusal.message
        == refusal.message
        == "Spades were led and you have one, so you must follow suit."
    )
    assert at.state.barred(0) == at.state.barred(2) == {}
    at = play_moves(at, "6S")
    assert len(list_moves(at)) == 12
    assert at.state.barred(2) == {}


@pytest.mark.clause("K4.3")
def test_a_card_is_played_from_the_own_hand_only() -> None:
    at = begin_play_of_three({0: "9S", 1: "JS"})
    refusal = catch_refusal(lambda: at.move(0, "play JS"))
    assert (refusal.clause, refusal.message) == ("K4.3", "You do not hold the jack of spades (JS).")
    assert catch_refusal(lambda: at.move(0, "play 2S")).clause == "K4.3"
    assert catch_refusal(lambda: at.move(0, "play JOKER")).message == "You do not hold the joker (JOKER)."
    assert catch_refusal(lambda: at.move(0, "pass")).clause == "A7.1"
    assert catch_refusal(lambda: at.move(1, "play JS")).code == "not_your_turn"
    assert at.move(0, "PLAY 9s").dump()["events"][-1] == {"seat": 0, "move": "play 9S"}


@pytest.mark.clause("A7.1")
@pytest.mark.parametrize(("turned", "winner"), [("JOKER", 2), ("8H", 1), ("8D", 2), ("8S", 2)])
def test_the_highest_trump_wins_or_the_highest_card_of_the_suit_led(turned: str, winner: int) -> None:
    at = begin_play_of_three({0: "9S", 1: "6H 7H 9H 10H JH AD KD QD 7C 6C JC QC", 2: "AS"}, turned)
    at = play_moves(at, "9S", "6H", "AS")
    assert at.state.view(None)["tricks"][0]["winner"] == winner


@pytest.mark.clause("A7.1")
def test_a_higher_trump_beats_a_lower_one() -> None:
    at = begin_play_of_three(
        {0: "9S", 1: "10H 7H 9H 6H JD AD KD QD 7C 6C JC QC", 2: "JH QH KH AH 6D 7D 9D 10D 8C 9C 10C AC"}, "8H"
    )
    at = play_moves(at, "9S", "10H", "JH")
    assert at.state.view(None)["tricks"][0]["winner"] == 2


@pytest.mark.clause("A7.1")
def test_declared_trumps_win_too() -> None:
    at = begin_play_of_three({0: "9H", 1: "6S 7S 9S 10S JS AD KD QD 7C 6C JC QC", 2: "AH"}, "", trump="declared")
    assert at.state.view(None)["trumps"] == "S"
    at = play_moves(at, "9H", "6S", "AH")
    assert at.state.view(None)["tricks"][0]["winner"] == 1


def find_source(at: Table) -> tuple[int, str]:
    """Return who plays the next card, and where from."""
    view = at.state.view(None)
    return at.state.to_act[0], view["due"]


@pytest.mark.clause("A7.2")
def test_the_leader_plays_the_third_card_from_the_dummy() -> None:
    at = begin_play_with_dummy({0: "9S 9H", 1: "10S 6D", 2: "JS 7S AH"})
    assert find_source(at) == (0, "hand")
    at = play_moves(at, "9S")
    assert find_source(at) == (1, "hand")
    at = play_moves(at, "10S")
    assert find_source(at) == (0, "dummy")
    spades = sorted(card for card in at.state.view(None)["dummy"] if card[-1] == "S")
    assert list_moves(at) == spades
    assert list_moves(at, 1) == []
    assert catch_refusal(lambda: at.move(1, "play 6D")).code == "not_your_turn"
    refusal = catch_refusal(lambda: at.move(0, "play AH"))
    assert (refusal.clause, refusal.message) == (
        "A7.2",
        "Spades were led and the dummy has one, so you must follow suit.",
    )
    own = catch_refusal(lambda: at.move(0, "play 9H"))
    assert (own.clause, own.message) == ("A7.2", "This card comes from the dummy, not from your own hand.")
    assert catch_refusal(lambda: at.move(0, "play 6D")).message == "The dummy does not hold the 6 of diamonds (6D)."
    barred = at.state.barred(0)
    assert barred["AH"].refusal.clause == barred["9H"].refusal.clause == "A7.2"
    assert set(barred) == {*at.state.view(0)["hand"], *at.state.view(0)["dummy"]} - set(spades)


@pytest.mark.clause("A7.2")
def test_a_trick_that_the_dummy_wins_is_the_leaders_who_leads_from_the_dummy() -> None:
    at = play_moves(begin_play_with_dummy({0: "9S 9H", 1: "10S 6D", 2: "JS 7D"}), "9S", "10S", "JS")
    view = at.state.view(None)
    assert (view["taken"], view["lead_from"]) == ([1, 0], "dummy")
    assert view["tricks"][0] == {
        "leader": 0, "cards": [[0, "9S"], [1, "10S"], [0, "JS"]], "winner": 0, "best": 2, "dummy": 2,
    }  # fmt: skip
    assert find_source(at) == (0, "dummy")
    assert set(list_moves(at)) == set(view["dummy"])
    at = play_moves(at, "7D")
    assert find_source(at) == (1, "hand")
    assert "6D" in list_moves(at)
    assert all(card[-1] == "D" for card in list_moves(at))
    at = play_moves(at, "6D")
    assert find_source(at) == (0, "hand")
    assert set(list_moves(at)) <= set(at.state.view(0)["hand"])
    assert at.state.view(1)["trick"] == [[0, "7D"], [1, "6D"]]


LED_BY_DUMMY = {0: "9S 9D AD 6C", 1: "10S 6D KD 7C", 2: "JS 7D 8D 8C"}


@pytest.mark.clause("A7.2")
@pytest.mark.parametrize(
    ("cards", "taken", "lead"),
    [
        (("7D", "6D", "9D"), [2, 0], (0, "hand")),
        (("7D", "KD", "9D"), [1, 1], (1, "hand")),
        (("JD", "6D", "9D"), [2, 0], (0, "dummy")),
    ],
)
def test_after_a_lead_from_the_dummy_the_winning_card_says_who_leads_from_where(
    cards: tuple[str, ...], taken: list[int], lead: tuple[int, str]
) -> None:
    hands = {**LED_BY_DUMMY, 2: "JS 7D JD 8C"}
    at = play_moves(begin_play_with_dummy(hands), "9S", "10S", "JS", *cards)
    assert at.state.view(None)["taken"] == taken
    assert find_source(at) == lead
    assert at.state.view(None)["tricks"][1]["dummy"] == 0


@pytest.mark.clause("A7.2")
def test_the_opponent_that_wins_leads_and_then_plays_from_the_dummy() -> None:
    at = play_moves(begin_play_with_dummy({0: "9S 9H", 1: "KS 6D", 2: "JS 7D"}), "9S", "KS", "JS")
    assert find_source(at) == (1, "hand")
    at = play_moves(at, "6D")
    assert find_source(at) == (0, "hand")
    at = play_moves(at, list_moves(at)[0])
    assert find_source(at) == (1, "dummy")


@pytest.mark.clause("A7.2")
def test_the_short_pack_and_three_players_have_no_dummy() -> None:
    at = in_play(deal_hands(table(2, dealer=1, two_player="short")))
    assert at.state.view(0)["dummy"] is None
    at = play_moves(at, list_moves(at)[0])
    at = play_moves(at, list_moves(at)[0])
    assert len(at.state.view(0)["tricks"]) == 1


def place_and_expose(at: Table, *placed: str, expose: str = "expose none") -> Table:
    """Return a table of three after these placings and Declarer's exposing; seat 0 is Eldest and Declarer."""
    at = play_moves(choose_suits(at), "bid 3", "pass", "pass", *placed, expose, "expose none", "expose none")
    assert at.state.phase == "play"
    return at


@pytest.mark.clause("A7.3")
def test_after_each_trick_the_cards_with_its_number_are_shown() -> None:
    at = deal_hands(table(3, dealer=2), {0: "9S AH", 1: "JS", 2: "10S"}, "JOKER")
    at = place_and_expose(at, "place A 2 4", "place A 5", "place A")
    at = play_moves(at, "9S", "JS")
    view = at.state.view(2)
    assert (view["won"], view["lost"], view["left"]) == ([[], [], []], [[], [], []], [None, None, ["A"]])
    at = play_moves(at, "10S")
    for seat in (None, 0, 1, 2):
        view = at.state.view(seat)
        assert (view["won"], view["lost"]) == ([[], ["A"], []], [["A"], [], ["A"]])
    assert at.state.view(0)["left"] == [["2", "4"], None, None]
    assert at.state.view(2)["left"] == [None, None, []]


@pytest.mark.clause("A7.3")
def test_a_card_on_the_right_is_turned_down_when_declarer_does_not_win_its_trick() -> None:
    hands = {0: "9S AH", 1: "JS 6H", 2: "10S 7H"}
    at = place_and_expose(
        deal_hands(table(3, dealer=2), hands, "JOKER"), "place A 2 4", "place", "place", expose="expose A 2"
    )
    at = play_moves(at, "9S", "JS", "10S")
    view = at.state.view(1)
    assert (view["right"], view["turned"], view["lost"], view["won"]) == (["2"], ["A"], [[], [], []], [[], [], []])
    at = play_moves(at, "6H", "7H", "AH")
    view = at.state.view(1)
    assert (view["right"], view["turned"], view["won"]) == (["2"], ["A"], [[], [], []])
    assert at.state.view(0)["left"][0] == ["4"]


@pytest.mark.clause("A7.3")
def test_nothing_is_known_of_cards_whose_trick_is_to_come() -> None:
    at = deal_hands(table(3, dealer=2), {0: "9S AH", 1: "JS 6H", 2: "10S 7H"}, "JOKER")
    first_table = play_moves(place_and_expose(at, "place A 2 4", "place 5", "place"), "9S", "JS", "10S")
    second_table = play_moves(place_and_expose(at, "place A 9 10", "place J", "place"), "9S", "JS", "10S")
    assert first_table.state.view(2) == second_table.state.view(2)
    assert first_table.state.view(None) == second_table.state.view(None)
