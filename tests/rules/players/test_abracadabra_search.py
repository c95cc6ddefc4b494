"""The search of Abracadabra: legal candidates, estimates of all, and clear positions."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.contract import View
from rules.players import players_of, strong_player
from rules.players.abracadabra import estimate
from rules.players.abracadabra.candidates import candidates
from rules.registry import GAMES
from rules.simulate import random_move, random_order
from rules.table import Table
from tests.rules.abracadabra.stacked import deal_hands, table
from tests.rules.players.test_abracadabra import OPTIONS, begin_play, choose_suits, then

GAME = GAMES["abracadabra"]
NORMAL = players_of(GAME)["normal"].choose
MORE = strong_player(GAME, 32)
TOPS = "AS KS QS AH KH QH AD KD QD AC KC QC"


@pytest.mark.parametrize(("seats", "options"), OPTIONS, ids=str)
def test_candidates_are_legal_and_hold_the_moves_that_must_be_among_them(seats: int, options: dict[str, Any]) -> None:
    rng = Random(f"{seats} {options}")
    for wild in (0.1, 0.7):
        at = Table.new(GAME, seats, {"deals": 1, **options}, rng.randrange(seats))
        while not at.state.finished:
            state = at.state
            if state.expects:
                at = at.chance("deal", random_order(state, rng))
                continue
            seat = rng.choice(state.to_act)
            view = state.view(seat)
            must = [random_move(state, seat, rng), NORMAL(view, rng)]
            found = candidates(view, must)
            assert set(must) <= set(found)
            assert len(found) == len(set(found)) <= 16
            for move in found:
                state.apply(seat, move)
            at = at.move(seat, must[rng.random() > wild])


def views(seed: int) -> list[tuple[Table, int, View]]:
    """A few positions of random games, with a seat to act and its view."""
    rng = Random(seed)
    found: list[tuple[Table, int, View]] = []
    for seats, options in OPTIONS[::3]:
        at = Table.new(GAME, seats, {"deals": 1, **options}, rng.randrange(seats))
        at = at.chance("deal", random_order(at.state, rng))
        while not at.state.finished:
            seat = rng.choice(at.state.to_act)
            view = at.state.view(seat)
            if rng.random() < 0.15:
                found.append((at, seat, view))
            at = at.move(seat, NORMAL(view, rng))
    return found


def test_estimates_are_of_all_candidates_the_best_first() -> None:
    for at, seat, view in views(2)[:20]:
        must = [random_move(at.state, seat, Random(1))]
        found = estimate(view, must, 4, Random(1))
        assert {one.move for one in found} == set(candidates(view, must))
        assert [one.points for one in found] == sorted((one.points for one in found), reverse=True)


# -- clear positions in which the heuristic player errs


def moves(at: Table, seat: int) -> tuple[str, str]:
    """What the heuristic player and the search would do."""
    view = at.state.view(seat)
    return NORMAL(view, Random(1)), MORE.choose(view, Random(1))


def test_it_turns_up_sure_tricks_without_trumps() -> None:
    """A6.1: Eldest holds all Aces, Kings and Queens, and nothing is trumps: it wins every trick that it has named."""
    at = choose_suits(deal_hands(table(3), {1: TOPS}, turned="JOKER"))
    at = then(at, "bid 12", "pass", "pass", "place A 2 3 4 5 6 7 8 9 10 J Q", "place", "place")
    heuristic, searched = moves(at, 1)
    assert heuristic == "expose none"
    assert searched == "expose A 2 3 4 5 6 7 8 9 10 J Q"


def test_it_names_no_trick_where_it_can_win_none() -> None:
    """The other seat holds the twelve highest of 24 cards."""
    at = choose_suits(deal_hands(table(2, two_player="short"), {1: TOPS}))
    at = then(at, "bid 12", "pass", "place A 2 3 4 5 6 7 8 9 10 J Q", "trump S")
    heuristic, searched = moves(at, 0)
    assert heuristic != "place"
    assert searched == "place"


def test_it_keeps_the_lead_for_the_trick_that_it_has_named() -> None:
    """Under the last other club it would lose the lead, and the Ace would win nothing; after the Ace both clubs win."""
    hands = {
        1: "AC 6C KC AH KH AD KD QD AS KS QS JS",
        2: "7C 8C 9C 10C JC QC QH 6H 7H 6D 7D 8D",
        0: "8H 9H 10H JH 9D 10D JD 6S 7S 8S 9S 10S",
    }
    at = begin_play(hands, {1: "A 2 3 Q", 0: "2 3 4"})
    at = then(at, *["AH", "6H", "8H", "KH", "7H", "9H", "AD", "6D", "9D", "KD", "7D", "10D", "QD", "8D", "JD"])
    at = then(at, *["AS", "9C", "6S", "KS", "10C", "7S", "QS", "JC", "8S", "JS", "QC", "9S", "KC", "8C", "10S"])
    assert moves(at, 1) == ("play 6C", "play AC")
