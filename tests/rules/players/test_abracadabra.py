"""The heuristic player of Abracadabra: better than chance, for what it has named, and no wiser than its view."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from random import Random
from typing import Any

import pytest

from rules.abracadabra.cards import CARDS
from rules.cards import each
from rules.players import players_of
from rules.players.abracadabra import heuristic
from rules.registry import GAMES
from rules.simulate import random_order
from rules.table import Table
from tests.rules.abracadabra.stacked import deal_hands, table

GAME = GAMES["abracadabra"]
NORMAL = players_of(GAME)["normal"].choose
RANDOM = players_of(GAME)["random"].choose
ANY = Random(1)

OPTIONS = [
    (seats, {"trump": trump, "success": success, "two_player": two})
    for seats, trump, success, two in product(
        (2, 3, 4), ("turnup", "declared"), ("exact", "at_least"), ("dummy", "short")
    )
    if (seats == 2 or two == "dummy") and (trump, two) != ("turnup", "short")
]


def choose_move(at: Table, seat: int | None = None) -> str:
    """The move of a seat, of the first that is to act unless one is named."""
    return NORMAL(at.state.view(at.state.to_act[0] if seat is None else seat), ANY)


def then(at: Table, *moves: str) -> Table:
    """The table after these moves, each by the first seat that is to act; a card is played."""
    for move in moves:
        at = at.move(at.state.to_act[0], move if move[0].islower() else f"play {move}")
    return at


@pytest.mark.parametrize(("seats", "options"), OPTIONS, ids=str)
def test_it_plays_whole_games_under_all_options_and_asks_no_more_than_its_view(
    seats: int, options: dict[str, Any]
) -> None:
    """No move is refused; the same view, whatever world is behind it and whatever chance, the same move."""
    rng = Random(f"{seats} {options}")
    for end in ({"deals": 3}, {"target": 100}):
        at = Table.new(GAME, seats, {**options, **end}, rng.randrange(seats))
        while not at.state.finished:
            state = at.state
            if state.expects:
                at = at.chance("deal", random_order(state, rng))
                continue
            seat = rng.choice(state.to_act)
            view = state.view(seat)
            strange = rng.random() < 0.3
            move = (RANDOM if strange else NORMAL)(view, rng)
            if rng.random() < 0.1 and not strange:
                assert move == NORMAL(at.imagine(seat, rng).state.view(seat), Random(7))
            at = at.move(seat, move)


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (2, {"two_player": "short"}), (3, {}), (4, {})])
def test_it_beats_chance(seats: int, options: Mapping[str, Any]) -> None:
    rng, lead = Random(seats), 0
    for number in range(16):
        state = GAME.new(seats, GAME.resolve({"deals": 1, **options}, seats), rng.randrange(seats))
        while not state.finished:
            if state.expects:
                state = state.chance("deal", random_order(state, rng))
                continue
            seat = state.to_act[0]
            state = state.apply(seat, (NORMAL if seat == number % seats else RANDOM)(state.view(seat), rng))
        totals = state.score().totals
        lead += totals[number % seats] * seats - sum(totals)
    assert lead > 16 * 15 * (seats - 1)


# -- before play


STRONG = "AS KS QS JS 10S AH KH AD 4C 3C 2C 3D 2D"
"""A hand of 13 that may win some eight tricks with spades as trumps."""
POOR = "2S 3H 4H 5H 2H 3D 4D 5D 2D 3C 4C 5C 6C"
"""One that may win none."""


def deal_before_suits(hand: str, seats: int = 4, **options: Any) -> Table:
    """Seats that are to choose their suits; Eldest, seat 1, holds this hand; spades are turned, or not yet trumps."""
    return deal_hands(table(seats, **options), {1: hand}, turned="" if options.get("trump") == "declared" else "7S")


def choose_suits(at: Table) -> Table:
    """The table with suits chosen: S, H, D, C from Eldest on."""
    return then(at, *(f"suit {suit}" for suit in "SHDC"[: at.seats]))


def test_its_suit_is_one_that_wins_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three sure hearts bring more than five small clubs, which would be won by others."""
    hand = "AH KH QH 2H 2C 3C 4C 5C 6C 2D 3D 4D 2S"
    assert choose_move(deal_before_suits(hand)) == "suit H"
    monkeypatch.setattr(heuristic, "chances_of", lambda table, _: dict.fromkeys(each(table.hand), 0.0))
    assert choose_move(deal_before_suits(hand)) == "suit C"


def test_it_bids_what_it_may_win_where_that_is_more_than_was_bid() -> None:
    strong = choose_suits(deal_before_suits(STRONG))
    assert choose_move(strong) == "bid 8"
    assert choose_move(choose_suits(deal_before_suits(POOR))) == "pass"
    second = choose_suits(deal_hands(table(4), {2: STRONG}, turned="7S"))
    assert choose_move(then(second, "bid 7")) == "bid 8"
    assert choose_move(then(second, "bid 8")) == "pass"


def test_it_bids_no_more_than_there_are_tricks() -> None:
    assert choose_move(choose_suits(deal_before_suits("AS KS QS JS 10S 9S 8S 6S AH KH AD AC", 2))) == "bid 12"


def test_where_trumps_are_declared_it_bids_for_and_announces_its_best_suit() -> None:
    state = choose_suits(
        deal_before_suits(STRONG.replace("S", "X").replace("H", "S").replace("X", "H"), trump="declared")
    )
    assert choose_move(state) == "bid 8"
    state = then(state, "bid 8", "pass", "pass", "pass", "place 6 7 8 9 10 J Q K")
    assert choose_move(state) == "trump H"


def test_it_names_the_last_tricks_as_many_as_it_may_win() -> None:
    strong = then(choose_suits(deal_before_suits(STRONG)), "bid 8", "pass", "pass", "pass")
    assert choose_move(strong) == "place 6 7 8 9 10 J Q K"
    poor = "2H 3H 4H 5H 6H 4D 5D 6D 7D 5C 6C 7C 2S"
    weak = then(choose_suits(deal_hands(table(4), {1: STRONG, 2: poor}, turned="7S")), "bid 8", "pass", "pass", "pass")
    assert choose_move(then(weak, "place 6 7 8 9 10 J Q K"), 2) == "place"


def test_against_one_it_names_more_and_where_more_tricks_do_no_harm_fewer() -> None:
    def named(seats: int, **options: Any) -> int:
        at = choose_suits(deal_before_suits("AS KS QS AH KH AD 6C 7C 8C 6D 7D" + " 8D" * (seats < 4), seats, **options))
        return int(choose_move(at).removeprefix("bid "))

    assert named(2) > named(3)
    assert named(3, success="at_least") == named(3) - 1


def test_it_turns_up_what_its_sure_trumps_will_win_and_shows_its_pile() -> None:
    """A6.1: ten to Ace of trumps win the last five tricks; less sure cards stay down, for they would cost double."""
    at = then(
        choose_suits(deal_before_suits(STRONG)),
        "bid 8",
        "pass",
        "pass",
        "pass",
        "place 6 7 8 9 10 J Q K",
        *["place"] * 3,
    )
    assert choose_move(at) == "expose 9 10 J Q K pile"
    assert choose_move(then(at, "expose none"), 2).startswith("expose ")
    weak = then(choose_suits(deal_before_suits(POOR)), "bid 1", "pass", "pass", "pass", "place K", *["place"] * 3)
    assert choose_move(weak) == "expose none"


# -- play


def begin_play(
    hands: Mapping[int, str], places: Mapping[int, str], seats: int = 3, turned: str = "JOKER", **options: Any
) -> Table:
    """A deal in play to which Eldest, seat 1, leads: no trumps, but what is `turned`; seats have named these tricks.

    The suits are S, H, D from Eldest on; nothing is turned up but what `right` says of Eldest's cards.
    """
    right = options.pop("right", "none")
    at = choose_suits(deal_hands(table(seats, **options), hands, turned=turned))
    at = then(at, f"bid {len(places[1].split())}", *["pass"] * (seats - 1))
    order = [1, *(seat for seat in range(seats) if seat != 1)]
    for seat in order:
        at = at.move(seat, f"place {places.get(seat, '')}".strip())
    for seat in order:
        at = at.move(seat, f"expose {right if seat == 1 else 'none'}")
    return at


LOW = "6H 7H 8H 6D 7D 8D 6C 7C 8C"


def test_its_winners_wait_for_the_tricks_it_has_named() -> None:
    hands = {1: f"AS 6S 7S {LOW}"}
    assert choose_move(begin_play(hands, {1: "A"})) == "play AS"
    assert choose_move(begin_play(hands, {1: "J"})) != "play AS"


def test_it_takes_no_trick_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 0 has named none; without success in mind it would take what it can."""
    at = begin_play({1: "8S", 2: "7S", 0: f"9S 10S 6S {LOW}"}, {1: "A"})
    assert choose_move(then(at, "8S", "7S")) == "play 6S"
    monkeypatch.setattr(heuristic, "SUCCESS", 0.0)
    assert choose_move(then(at, "8S", "7S")) == "play 9S"


def test_success_is_just_as_many_tricks_or_at_least() -> None:
    assert [heuristic.success([1.0, 1.0, 0.0], need, False) for need in (-1, 1, 2, 3)] == [0, 0, 1, 0]
    assert [heuristic.success([1.0, 1.0, 0.0], need, True) for need in (-1, 1, 2, 3)] == [1, 1, 1, 0]
    assert heuristic.success([0.5, 0.5], 1, False) == 0.5
    assert heuristic.success([0.5, 0.5], 1, True) == 0.75


def test_seat_with_its_number_wins_more_tricks_if_harmless() -> None:
    hands = {1: "10S JH 9S", 2: "7S 10H 8S", 0: "QS 6H JS 6S 7H 8H 6D 7D 8D 6C 7C 8C"}
    for success, card in (("at_least", "play JS"), ("exact", "play 6S")):
        at = begin_play(hands, {1: "Q J", 0: "A"}, success=success)
        assert choose_move(then(at, "10S", "7S", "QS", "6H", "JH", "10H", "9S", "8S")) == card


def test_cards_of_its_own_suit_make_a_trick_worth_taking() -> None:
    """Seat 0 has named the second trick alone; three diamonds, its suit, are worth more than that, three spades not."""
    low = "6H 7H 8H 9H 6C 7C 8C 9C"
    diamonds = begin_play({1: "9D", 2: "7D", 0: f"AD 6D 6S 7S {low}"}, {1: "Q J", 0: "2"})
    assert choose_move(then(diamonds, "9D", "7D")) == "play AD"
    spades = begin_play({1: "9S", 2: "7S", 0: f"AS 6S 6D 7D {low}"}, {1: "Q J", 0: "2"})
    assert choose_move(then(spades, "9S", "7S")) == "play 6S"


def test_openly_named_trick_of_another_is_worth_winning() -> None:
    """A8.3: on the right it would bring twice its value, and cost as much."""
    shut = begin_play({}, {1: "9 10"}).state.view(0)
    shown = begin_play({}, {1: "9 10"}, right="9").state.view(0)
    assert heuristic.named(shown, 9) - heuristic.named(shut, 9) == 4 * 9 / 2
    assert heuristic.named(shown, 10) == heuristic.named(shut, 10) == 1


def test_it_minds_who_has_a_suit_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 2 trumped a spade, so the third trick, which is named, is for the other Ace."""
    hands = {1: "6S AS AD KD 6D 7D 8D 7C 8C 9C 10C JC", 2: "6H 9D", 0: "7S 10D"}
    hands[2] += " 7H 8H 10H JH QH KH AH 6C QC KC"
    monkeypatch.setattr(heuristic, "SUCCESS", 0.0)
    at = begin_play(hands, {1: "2 3"}, turned="9H")
    assert choose_move(then(at, "6S", "6H", "7S", "9D", "10D", "KD")) == "play AD"


def test_the_joker_is_the_card_that_was_turned(monkeypatch: pytest.MonkeyPatch) -> None:
    """A2.2: as the King of spades it beats the Queen where the trick is named, and stays where it is not."""
    hands = {1: "QS", 2: "7S", 0: "JOKER 6S 6H 7H 8H 9H 6D 7D 8D 6C 7C 8C"}
    monkeypatch.setattr(heuristic, "SUCCESS", 0.0)
    for named, card in (("A", "play JOKER"), ("J", "play 6S")):
        at = then(begin_play(hands, {1: "Q J", 0: named}, turned="KS"), "QS", "7S")
        assert choose_move(at) == card


def test_the_dummys_card_takes_what_its_leader_has_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A7.2: the third card is the leader's again. The King is enough, and for the last trick it has an Ace."""
    ace = CARDS.bit["AH"]
    monkeypatch.setattr(
        heuristic, "chances_of", lambda table, _: {card: float(card == ace) for card in each(table.hand)}
    )
    rest = "KH QH JH KS QS JS KC QC JC 10C"
    hands = {1: "6D 7D AH 6H 7H 8H 6S 7S 8S 6C 7C 8C", 0: f"QD 9D {rest}", 2: "AD KD 8D"}
    for named, card in (("A Q", "play KD"), ("Q", "play 8D")):
        at = begin_play(hands, {1: named}, seats=2)
        assert choose_move(then(at, "6D", "QD")) == card


def test_nothing_is_wasted_on_a_trick_that_the_dummy_takes() -> None:
    """The dummy lies open: under its Ace the King is kept, over its eight the King takes what seat 0 has named."""
    for dummy, own, card in (("AS 8S", "10S", "play 7S"), ("8S", "AS", "play KS")):
        hands = {1: f"6S 9S {own} {LOW}", 0: "KS 7S", 2: dummy}
        at = begin_play(hands, {1: "Q J", 0: "A"}, seats=2)
        assert choose_move(then(at, "6S")) == card
