"""The heuristic player of Conference: better than chance, for its side in all, and no wiser than its view."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from random import Random
from typing import Any

import pytest

from rules.contract import State
from rules.players import note_to_partners, players_of
from rules.players.conference import heuristic
from rules.registry import GAMES
from rules.simulate import random_order
from rules.table import Table
from rules.tarot.cards import CARDS, LED
from tests.rules.conference.stacked import after, begin_play, deal_hands, new

GAME = GAMES["conference"]
NORMAL = players_of(GAME)["normal"].choose
RANDOM = players_of(GAME)["random"].choose
ANY = Random(1)


def choose_move(state: State) -> str:
    """The move of whoever is awaited."""
    return NORMAL(state.view(state.awaited[0]), ANY)


def choose_card(hands: Mapping[int, str], *cards: str, **options: Any) -> str:
    """The card played after these from a stacked deal in which seat 0 leads."""
    return choose_move(after(begin_play(hands, **options), *(f"play {card}" for card in cards))).removeprefix("play ")


OPTIONS = [
    {"good_evil": good_evil, "league": league, "gallowglass": gallowglass, "between_hands": between}
    for good_evil, league, gallowglass, between in product(
        ("trumps", "allegiance", "none"), (False, True), (False, True), ("shuffle", "cut")
    )
]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(str(one) for one in options.values()))
def test_it_plays_whole_games_under_all_options_and_asks_no_more_than_its_view(options: dict[str, Any]) -> None:
    """No move is refused; the same view, whatever world is behind it and whatever chance, the same move."""
    rng = Random(str(options))
    table = Table.new(GAME, 4, {"hands": 4, **options}, rng.randrange(4))
    while not table.state.finished:
        state = table.state
        if state.expects:
            table = table.chance("deal", random_order(state, rng))
            continue
        seat = rng.choice(state.awaited)
        view = state.view(seat)
        strange = rng.random() < 0.3
        move = (RANDOM if strange else NORMAL)(view, rng)
        if rng.random() < 0.05 and not strange and state.phase != "cut":
            assert move == NORMAL(table.imagine(seat, rng).state.view(seat), Random(7))
        table = table.move(seat, move)


@pytest.mark.parametrize("good_evil", ["trumps", "allegiance", "none"])
def test_a_side_of_two_beats_chance(good_evil: str) -> None:
    rng, brought = Random(good_evil), 0
    for number in range(24):
        state = new(number % 4, good_evil=good_evil, league=number % 8 < 4, gallowglass=number % 3 == 0)
        while not state.finished:
            if state.expects:
                state = state.chance("deal", random_order(state, rng))
                continue
            seat = state.to_act[0]
            state = state.apply(seat, (NORMAL if seat // 2 == number % 2 else RANDOM)(state.view(seat), rng))
        brought += state.score().totals[number % 2 * 2]
    assert brought > 24 * 8


# -- before the first trick


def test_it_calls_for_a_shuffle() -> None:
    state = new(between_hands="cut", hands=4).chance("deal", random_order(new(), ANY))
    while state.phase != "cut":
        state = after(state, choose_move(state))
    assert [NORMAL(state.view(seat), ANY) for seat in range(4)] == ["reshuffle"] * 4


def test_its_discard_brings_points_home_and_makes_a_void() -> None:
    """Aces and Queens first, for nothing can take them there; of cards worth the same those of the shortest suit."""
    aces = "AE 3E 4E KA QA 5A 6A AF 7F 8F 9W KW 10W 5 6 7 8 9 10 11 12 13 14"
    assert choose_move(deal_hands({3: aces})) == "discard AE 3E QA AF"
    small = "3E 4E 5E 6E 7E KA 3A 4A 5A 2F 9W 8W 7W 5 6 7 8 9 10 11 12"
    assert choose_move(deal_hands({3: small}, good_evil="none")) == "discard 2F 7W"


def test_its_discard_takes_what_must_go_and_then_low_trumps() -> None:
    hand = "KE KA KF KW 9W QW 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20"
    assert choose_move(deal_hands({3: hand})) == "discard 9W QW 4 5"


def test_it_hires_where_much_would_be_lost_what_the_others_have_most_of() -> None:
    def hiring(hand: str) -> str:
        state = deal_hands({3: hand}, gallowglass=True)
        return choose_move(after(state, choose_move(state)))

    assert hiring("KA QA CA JA 2E 3E 4E 5E 2F 3F 4F 5F 6F 7F 2W 3W 4W 5W 6W 7W 2 3 4") == "gallowglass E"
    assert hiring("KA QA CA JA 2E 3E 4E 5E 2F 3F 4F 5F 6F 7F KW 3W 17 18 19 20 21 3 4") == "gallowglass none"


# -- play


def test_points_go_where_the_partner_wins_and_nowhere_else() -> None:
    last = {0: "5E KE", 1: "6E", 2: "9E JE", 3: "2E QE -E"}
    assert choose_card(last, "5E", "6E", "JE") == "QE"
    assert choose_card(last, "KE", "6E", "JE") == "2E"


def test_it_does_not_spend_a_king_to_overtake_the_partner(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = {0: "5E", 1: "6E", 2: "QE", 3: "KE 2E -E"}
    assert choose_card(hands, "5E", "6E", "QE") == "2E"
    monkeypatch.setattr(heuristic, "KING_PRICE", 0.0)
    assert choose_card(hands, "5E", "6E", "QE") == "KE"


def test_it_takes_from_the_others_with_as_little_as_will_do() -> None:
    hands = {0: "5E", 1: "6E -E", 2: "9E", 3: "-E 11 12 20"}
    assert choose_card(hands, "5E", "6E", "9E") not in ("12", "20")
    queen = {0: "QE", 1: "6E", 2: "9E", 3: "KE AE 2E -E"}
    assert choose_card(queen, "QE", "6E", "9E") == "KE"


def test_high_trumps_wait_for_what_they_can_catch(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = "KE KA 21 20 2E 3E 4E 2A 3A 4A 5A 6A 2F 3F 4F 2W 3W 4W 5W"
    assert choose_move(begin_play({0: hand})) in ("play KE", "play KA")
    monkeypatch.setattr(heuristic, "TRUMP_PRICE", 0.0)
    assert choose_move(begin_play({0: hand})) in ("play 20", "play 21")


def test_the_fool_goes_where_a_queen_would_be_lost_but_not_before_its_side_has_a_trick() -> None:
    """C5.5: a side without a trick would have to give the Fool itself."""
    hands = {0: "5A 21 KE", 1: "6A 4 6E", 2: "KA 5 3E", 3: "2A -A QE -E FOOL 6"}
    assert choose_card(hands, "KE", "6E", "3E") == "QE"
    assert choose_card(hands, "5A", "6A", "KA", "2A", "5", "6", "21", "4", "KE", "6E", "3E") == "FOOL"


def test_it_leads_no_king_to_who_can_trump_it() -> None:
    """Seat 2 had no Earth; before that was seen the two Kings were equal, and the first of them would go."""
    hands = {0: "5E KE KA 21 2A 3A 4A 2F 3F 4F 5F 6F 7F 2W 3W 4W 5W 6W 7W", 1: "6E 4", 2: "-E 9 5", 3: "7E 3"}
    assert choose_move(begin_play(hands)) == "play KE"
    assert choose_card(hands, "5E", "6E", "9", "7E", "5", "3", "21", "4") == "KA"


def test_a_partner_who_plays_later_may_win_it_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 3 has no Earth and may trump the King, so the Queen is not yet lost and the Fool is kept."""
    hands = {0: "5E KA KE", 1: "6E 6A 3E", 2: "9E 3A QE -E FOOL", 3: "-E 5 2A"}
    cards = ("5E", "6E", "9E", "5", "2A", "KA", "6A", "3A", "KE", "3E")
    assert choose_card(hands, *cards) == "QE"
    monkeypatch.setattr(heuristic, "WON_BACK", 0.0)
    assert choose_card(hands, *cards) == "FOOL"


def test_it_leads_with_an_eye_on_what_the_others_will_add(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = "21 -T 2E 3E 4E 5E 6E 2A 3A 4A 5A 6A 2F 3F 4F 5F 2W 3W 4W"
    assert choose_move(begin_play({0: hand})) == "play 21"
    monkeypatch.setattr(heuristic, "TO_COME", 0.0)
    assert choose_move(begin_play({0: hand})) != "play 21"


def test_it_does_not_lead_the_fool(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are two of three who may win what it leads to."""
    hand = "FOOL -T 2E 3E 4E 5E 6E 2A 3A 4A 5A 6A 2F 3F 4F 5F 2W 3W 4W"
    assert choose_move(begin_play({0: hand})) != "play FOOL"
    monkeypatch.setattr(heuristic, "UNSETTLED", 1.0)
    assert choose_move(begin_play({0: hand})) == "play FOOL"


def test_it_minds_the_card_that_everybody_knows_of() -> None:
    """C2.2: in League 20 lies with the dealer's partner, who is yet to play; else it may be anywhere."""
    hands = {3: "1", 0: "2", 1: "19 6 -T", 2: "3"}
    assert choose_card(hands, "1", "2", dealer=3, league=True) == "6"
    assert choose_card(hands, "1", "2", dealer=2) == "19"


def test_a_trick_that_a_hired_card_wins_gets_no_points() -> None:
    """C4.4: they would count for nobody; in another trick of the partner's they do."""
    hands = {0: "5A", 1: "6A", 2: "KA", 3: "-A -T QE AF 2F KW KE KF"}
    assert choose_card(hands, "5A", "6A", "KA", hire="W") == "AF"
    partner_wins = after(begin_play(hands, hire="A"), *(f"play {card}" for card in ("5A", "6A", "KA")))
    assert choose_move(partner_wins) != "play AF"


def test_a_hired_card_that_stands_in_is_beaten_by_higher_ones_of_the_suit_led() -> None:
    """C4.3: a King that stands in is beaten by trumps alone."""
    state = after(begin_play({0: "5E", 1: "QE -E 3A KA"}, hire="A"), "play 5E")
    table = heuristic.table_of(state.view(1))
    three, king = (heuristic.beats(table, 2, CARDS.bit[card], LED[CARDS.bit["5E"]]) for card in ("3A", "KA"))
    assert three > king


# -- Good and Evil


def choose_card_in_allegiance(hands: Mapping[int, str], *cards: str) -> str:
    """The card played, in Allegiance."""
    return choose_card(hands, *cards, good_evil="allegiance")


@pytest.mark.parametrize(("suit", "call"), [("E", "ours"), ("F", "yours")])
def test_losing_side_calls_so_that_the_trick_counts_for_it(suit: str, call: str) -> None:
    """The tricks of the others held one suit: it is named for the own side, so that they count nothing there."""
    hands = {0: f"Q{suit} GOOD 5 6", 1: f"J{suit}", 2: f"K{suit} 21", 3: f"C{suit} 2"}
    assert choose_card_in_allegiance(hands, *(card + suit for card in "QJKC"), "21", "2") == f"GOOD {call}"


def test_leading_side_does_not_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call would halve what the side is ahead by; without that thought Good would go, as it is worth least."""
    hands = {0: "KE KF 2A GOOD 5 6", 1: "QE QF 3A", 2: "JE JF KA 20", 3: "CE CF 4A 2"}
    tricks = ("KE", "QE", "JE", "CE", "KF", "QF", "JF", "CF", "2A", "3A", "KA", "4A", "20", "2")
    assert choose_card_in_allegiance(hands, *tricks) == "5"
    monkeypatch.setattr(heuristic, "call_brings", lambda *_: 0.0)
    assert choose_card_in_allegiance(hands, *tricks).startswith("GOOD ")


@pytest.mark.parametrize(("suit", "call"), [("E", "yours"), ("F", "ours")])
def test_a_second_call_is_for_the_suits_with_more_to_come(suit: str, call: str) -> None:
    """C7.4: it decides what comes from now on, and the high cards of one suit have gone."""
    hands = {0: f"K{suit} 3 GOOD 7", 1: f"Q{suit} 4", 2: f"J{suit} EVIL", 3: f"C{suit} 5 21"}
    tricks = [card + suit for card in "KQJC"]
    for first in ("ours", "yours"):
        assert choose_card_in_allegiance(hands, *tricks, "3", "4", f"EVIL {first}", "5", "21") == f"GOOD {call}"


def test_a_dealer_reckons_with_its_discard() -> None:
    """C7.6: it is scored under the first call; Fire lies there, so Good is called for the others."""
    state = deal_hands({0: "21", 1: "2", 2: "3", 3: "AF QF CF JF GOOD 5"}, good_evil="allegiance")
    state = after(state, "discard AF QF CF JF", "play 21", "play 2", "play 3")
    assert choose_move(state) == "play GOOD yours"


def test_under_a_call_points_of_the_others_suits_are_not_given() -> None:
    """C7.6: Earth counts for the other side, so it does nothing for the partner's trick."""
    hands = {0: "21 5E", 1: "4 6E", 2: "EVIL KE", 3: "2 QE 2E -E"}
    assert choose_card_in_allegiance(hands, "21", "4", "EVIL ours", "2", "5E", "6E", "KE") == "2E"
    assert choose_card_in_allegiance(hands, "21", "4", "EVIL yours", "2", "5E", "6E", "KE") == "QE"


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("2E 3E 4A", "I hold no trumps."),
        ("5 2E KF", "I hold 1 trump and 1 King."),
        ("1 3 17 21 GOOD KE KA 5W", "I hold 5 trumps with 21 and 17, Good, the Magician and 2 Kings."),
        ("16 EVIL FOOL 9W", "I hold 2 trumps, Evil and the Fool."),
    ],
)
def test_a_hand_that_is_shown_goes_with_what_wins_in_it(cards: str, words: str) -> None:
    assert note_to_partners(GAME, {"phase": "play", "hand": cards.split(" ")}) == words


def test_nothing_is_shown_before_the_first_trick_nor_in_games_without_partners() -> None:
    assert note_to_partners(GAME, {"phase": "discard", "hand": ["21"]}) == ""
    assert note_to_partners(GAMES["voren"], {"phase": "play", "hand": ["KC"]}) == ""
