"""M6, M7: play, the Fool, scoring."""

from __future__ import annotations

import pytest

from rules.contract import State
from rules.mitigati import GAME
from rules.mitigati.deal import deal_hand
from rules.mitigati.fool import settle_fool
from rules.mitigati.positions import Playing
from rules.mitigati.records import Setup, Sheet, Trick
from rules.mitigati.scoring import card_points, hand_points, score
from rules.tarot.cards import CARDS, PACK_78
from tests.rules.mitigati.stacked import after, begin_play
from tests.rules.moves import list_plays
from tests.rules.refusals import assert_refused

LONG = "AE 2E 3E 4E 5E 6E 7E 8E 9E 10E JE CE QE KE AA 2A 3A 4A 5A 6A 7A 8A 9A 10A JA"
"""Fourteen cards of Earth and eleven of Air."""


def deal_only(seat_1: str, seat_2: str, seat_0: str) -> State:
    """Return a position in which seats hold these cards and whatever fills them up; seat 1 leads."""
    return begin_play({1: seat_1, 2: seat_2, 0: seat_0})


@pytest.mark.clause("M6.1")
def test_eldest_leads_and_then_the_winner() -> None:
    state = deal_only(LONG, "KA 1 2 3 4", "5 6 7 8 9 10")
    assert state.to_act == (1,)
    state = after(state, "play 2E", "play 3")
    assert state.to_act == (0,)
    state = after(state, "play 6")
    assert state.to_act == (0,), "seat 0 trumped higher"
    state = after(state, "play 5")
    assert state.to_act == (1,)


@pytest.mark.clause("M6.1")
def test_there_are_25_tricks() -> None:
    state = deal_only(LONG, "", "")
    moves = 0
    while state.to_act:
        state = after(state, state.legal(state.to_act[0]).moves[0])
        moves += 1
    assert moves == 75
    assert len(state.view(None)["last"]["tricks"]) == 25


@pytest.mark.clause("M6.2")
def test_a_seat_follows_the_suit_led() -> None:
    state = after(deal_only("KE QE", "3E 4E 5 FOOL", ""), "play KE")
    assert set(list_plays(state)) >= {"3E", "4E", "FOOL"}
    assert all(card.endswith("E") or card == "FOOL" for card in list_plays(state))
    refusal = assert_refused(state, "play 5", "M6.2")
    assert "Earth" in refusal.message
    why = state.barred(2)["5"]
    assert (why.refusal.clause, list(why.instead)) == ("M6.2", list_plays(state))
    assert state.view(2)["barred"]["5"] == ["M6.2", refusal.message, list_plays(state)]
    assert state.view(0)["barred"] == {}


SHORT_2 = "AA 2A 3A 4A 5A 6A 7A 8A 9A 10A JA CA QA KA AF 2F 3F 4F 5F 6F 7F 8F 9F 10F"
"""24 cards of Air and Fire."""


@pytest.mark.clause("M6.2")
def test_a_void_seat_plays_a_trump() -> None:
    state = after(deal_only("KE", SHORT_2 + " 7", ""), "play KE")
    assert list_plays(state) == ["7"]
    refusal = assert_refused(state, "play AA", "M6.2")
    assert "trump" in refusal.message


@pytest.mark.clause("M6.2")
def test_a_void_seat_without_trumps_plays_anything() -> None:
    state = after(deal_only("KE", SHORT_2 + " JF", ""), "play KE")
    assert len(list_plays(state)) == 25


@pytest.mark.clause("M6.2")
def test_trumps_are_followed_with_trumps() -> None:
    state = after(deal_only("5", SHORT_2 + " 2", "20 3"), "play 5")
    assert list_plays(state) == ["2"], "there is no duty to beat, but one to follow"
    state = after(deal_only("5", SHORT_2 + " JF", ""), "play 5")
    assert len(list_plays(state)) == 25


@pytest.mark.clause("M6.2")
def test_there_is_no_duty_to_beat() -> None:
    state = after(deal_only("5", "2 20", ""), "play 5")
    assert {"2", "20"} <= set(list_plays(state))


@pytest.mark.clause("M6.3")
@pytest.mark.parametrize(
    ("led", "second", "third", "winner"),
    [
        ("5E", "KE", "QE", 2),
        ("AE", "2E", "QE", 0),
        ("KE", "2E", "QE", 1),
        ("KE", "1", "QE", 2),
        ("KE", "2", "3", 0),
        ("21", "2", "3", 1),
        ("2", "3", "21", 0),
        ("AE", "KA", "KF", 1),
        ("AE", "FOOL", "KF", 1),
        ("FOOL", "2A", "KF", 2),
        ("FOOL", "2A", "3A", 0),
        ("FOOL", "2A", "1", 0),
        ("2A", "FOOL", "1", 0),
        ("KA", "2A", "FOOL", 1),
        ("10E", "JE", "CE", 0),
    ],
)
def test_winners_of_tricks(led: str, second: str, third: str, winner: int) -> None:
    state = after(
        make_position(f"{led} 3W", f"{second} 4W", f"{third} 2W"), *(f"play {card}" for card in (led, second, third))
    )
    assert state.to_act == (winner,)


def make_position(seat_1: str, seat_2: str, seat_0: str) -> Playing:
    """Return a position in which seat 1 leads and the seats hold just these cards."""
    hand_cards = tuple(CARDS.mask(cards.split()) for cards in (seat_0, seat_1, seat_2))
    sheet = Sheet(Setup.from_options(GAME.resolve({}), None), 0, 0)
    hand = deal_hand(sheet, tuple(CARDS.bit[card] for card in PACK_78))
    return Playing(hand, hand_cards, (), Trick(1))


@pytest.mark.clause("M6.4")
def test_the_fool_may_always_be_played() -> None:
    state = after(make_position("KE 2W", "3E FOOL 4", "2E 3W"), "play KE")
    assert list_plays(state) == ["3E", "FOOL"]
    state = after(make_position("KE 2W", "3A FOOL 4", "2E 3W"), "play KE")
    assert list_plays(state) == ["4", "FOOL"]


@pytest.mark.clause("M6.4")
def test_the_fool_is_no_trump() -> None:
    state = after(make_position("KE 2W", "3A FOOL 4F", "2E 3W"), "play KE")
    assert list_plays(state) == ["3A", "4F", "FOOL"]
    state = after(make_position("5 2W", "3A FOOL", "2E 3W"), "play 5")
    assert list_plays(state) == ["3A", "FOOL"]


@pytest.mark.clause("M6.4")
def test_after_the_fool_the_next_card_decides_the_suit() -> None:
    state = after(make_position("FOOL 2W", "3A 4F 5", "2A KE 7"), "play FOOL")
    assert list_plays(state) == ["3A", "4F", "5"]
    assert state.view(None)["led"] is None
    assert list_plays(after(state, "play 3A")) == ["2A"]
    assert list_plays(after(state, "play 5")) == ["7"]
    assert list_plays(after(state, "play 4F")) == ["7"]
    assert_refused(after(state, "play 3A"), "play KE", "M6.2")


@pytest.mark.clause("M6.1", "M6.2")
def test_refused_plays() -> None:
    state = make_position("KE 2W", "3E FOOL", "2E 3W")
    assert_refused(state, "play 3E", "K4.3")
    assert_refused(state, "play GOOD", "K7.1")
    assert_refused(state, "play 22", "K7.1")
    assert_refused(state, "play", "K7.1")
    assert_refused(state, "play KE 2W", "K7.1")
    assert_refused(state, "play  KE", "K7.1")
    assert_refused(state, "KE", "K7.1")
    assert_refused(state, "pass", "M6.1")
    assert_refused(state, "declare nothing", "M6.1")
    assert_refused(state, "play KE", "K4.1", 0, "not_your_turn")
    assert state.apply(1, "PLAY ke") == state.apply(1, "play KE")


def test_a_refusal_does_not_tell_who_holds_a_card() -> None:
    position = make_position("KE 2W", "3E FOOL", "2E 3W")
    other = make_position("KE 2W", "2E 3W", "3E FOOL")
    for card in PACK_78:
        if card not in ("KE", "2W"):
            messages = [assert_refused(state, f"play {card}", "K4.3").message for state in (position, other)]
            assert messages[0] == messages[1]


@pytest.mark.clause("M6.2", "M6.3")
def test_public_view_of_a_trick() -> None:
    view = after(make_position("KE 2W", "3E FOOL", "2E 3W"), "play KE", "play FOOL").view(None)
    assert view["trick"] == [[1, "KE"], [2, "FOOL"]]
    assert (view["led"], view["winning"]) == ("E", 1)
    assert view["fool"] == {"seat": 2, "trick": 0, "winner": None}
    assert view["hand"] is None
    assert [event["move"] for event in view["log"][1:]] == ["play KE", "play FOOL"]


def gather_tricks(*tricks: str, discard: str = "", dealer: int = 0) -> tuple[list[list[str]], str | None]:
    """Return the trick piles after these tricks ("winner: cards"), and the card given for the Fool."""
    played: list[Trick] = []
    leader = (dealer + 1) % 3
    for trick in tricks:
        winner, *cards = trick.split()
        played.append(Trick(leader, tuple(CARDS.bit[card] for card in cards), int(winner[0])))
        leader = int(winner[0])
    piles, given = settle_fool(played, CARDS.mask(discard.split()), dealer)
    return [CARDS.listed(pile) for pile in piles], given and CARDS.text[given.given_card]


@pytest.mark.clause("M6.5")
def test_the_fool_stays_and_the_card_worth_least_is_given() -> None:
    # Seat 2 wins the first trick, then plays the Fool to a trick that seat 1 wins.
    piles, given = gather_tricks("2: QE KE JE", "1: FOOL 3A KA")
    assert given == "JE"
    assert piles == [[], ["JE", "3A", "KA"], ["QE", "KE", "FOOL"]]


@pytest.mark.clause("M6.5")
def test_of_equals_the_first_in_canonical_order_is_given() -> None:
    assert gather_tricks("2: 10E KE 2", "1: FOOL 3A KA")[1] == "10E"
    assert gather_tricks("2: AE KE 3", "1: FOOL 3A KA")[1] == "3"
    assert gather_tricks("2: AE KE 21", "1: FOOL 3A KA")[1] == "AE"
    assert gather_tricks("2: 2F 21 3A", "1: FOOL 4A KA")[1] == "3A"


@pytest.mark.clause("M6.5")
def test_a_trick_won_later_is_won() -> None:
    piles, given = gather_tricks("0: FOOL 3A KA", "1: 2A QE 3E")
    assert given == "3E"
    assert piles[1] == ["QE", "2A", "FOOL"]


@pytest.mark.clause("M6.5")
def test_seat_without_a_trick_gives_the_fool() -> None:
    piles, given = gather_tricks("2: FOOL KE 3E", "2: QA 2A 3A")
    assert given == "FOOL"
    assert "FOOL" in piles[2]
    assert piles[1] == []


@pytest.mark.clause("M6.5")
def test_the_discard_is_no_trick_but_belongs_to_the_pile() -> None:
    # Seat 0 deals; seat 1 leads.
    piles, given = gather_tricks("2: 2E KE FOOL", "2: QA 2A 3A", discard="2F 3F 4F")
    assert (given, piles[0]) == ("FOOL", ["2F", "3F", "4F"])
    piles, given = gather_tricks("2: 2E KE FOOL", "0: QA JA KA", discard="2F 3F 4F")
    assert given == "2F"
    assert piles[0] == ["JA", "QA", "KA", "3F", "4F", "FOOL"]
    assert piles[2] == ["2E", "KE", "2F"]


@pytest.mark.clause("M7.1")
def test_card_points_less_49_and_bonuses() -> None:
    assert hand_points((60, 46, 40), (0, 0, 0)) == (11, -3, -9)
    assert sum(hand_points((60, 46, 40), (0, 0, 0))) == -1
    assert hand_points((60, 46, 40), (40, -20, -20)) == (51, -23, -29)
    assert card_points((CARDS.mask(["KE", "2E"]), CARDS.mask(["FOOL"]), 0)) == (6, 5, 0)


@pytest.mark.clause("M7.1", "M4.1")
def test_the_discard_counts_to_the_dealer() -> None:
    state = begin_play({}, 0)
    discard = state.view(0)["discard"]
    while state.to_act:
        state = after(state, state.legal(state.to_act[0]).moves[0])
    last = state.view(None)["last"]
    assert last["discard"] == discard
    assert sum(last["card_points"]) == 146
    assert set(discard) <= set(last["piles"][0]) | {last["fool"]["given"]}


@pytest.mark.clause("M7.3")
def test_the_highest_total_wins_and_ties_win_together() -> None:
    setup = Setup.from_options(GAME.resolve({"hands": 1}), None)
    assert score(Sheet(setup, 0, 0, ((5, 7, -13),))).winners == (1,)
    assert score(Sheet(setup, 0, 0, ((6, 6, -13),))).winners == (0, 1)
    three = Setup.from_options(GAME.resolve({"hands": 3}), None)
    assert score(Sheet(three, 1, 0, ((5, 7, -13),))).winners == ()
    ended = score(Sheet(three, 2, 0, ((5, 7, -13), (0, 1, -1), (4, -4, 0))))
    assert (ended.totals, ended.winners, ended.finished) == ((9, 4, -14), (0,), True)
