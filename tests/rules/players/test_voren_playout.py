"""The playouts of Voren: they make the moves of the heuristic player and score as positions do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from rules.cards import each
from rules.contract import State
from rules.players import voren
from rules.players.voren.playout import Stakes, outcomes, ranks_under
from rules.players.voren.search import Ledger
from rules.simulate import random_move, random_order
from rules.voren import GAME
from rules.voren.cards import ALL, SUIT
from rules.voren.positions import InHand
from rules.voren.records import Settlement
from rules.voren.scoring import settle
from rules.voren.trick import winning_card
from tests.rules.voren.decks import deal_hands, play_moves, table

GAMES = 65
ASKED = 0.2
"""The share of positions that are played out."""


@cache
def positions() -> list[InHand]:
    """Positions of random games of all options and numbers of seats."""
    return list(_positions(Random("voren playouts")))


def _positions(rng: Random) -> Iterator[InHand]:
    for number in range(GAMES):
        seats = 2 + number % 9
        options = {
            "limit": rng.choice([0, 1, 4]),
            "hands": 3,
            "ante": rng.choice([3, 12]),
            "no_trump_turnup": rng.choice(["crowns", "unsuited"]),
        }
        state = GAME.new(seats, GAME.resolve(options, seats), rng.randrange(seats))
        while not state.finished:
            if state.expects is not None:
                state = state.chance(state.expects.event, random_order(state, rng))
                continue
            assert isinstance(state, InHand)
            if rng.random() < ASKED:
                yield state
            state = state.apply(state.turn, random_move(state, state.turn, rng))


def by_heuristic(state: State, hand: int) -> Settlement:
    """The settlement of this hand where the heuristic player makes all moves from here on."""
    rng = Random(0)
    while state.number == hand and not state.finished and state.expects is None:
        (seat,) = state.to_act
        state = state.apply(seat, voren.choose(state.view(seat), rng))
    last = state.view(None)["last"]
    keys = ("pot", "winnings", "owes", "settled", "points")
    pot, *by_seat = (last[key] for key in keys)
    winnings, owes, settled, points = map(tuple, by_seat)
    return Settlement(pot, winnings, owes, settled, points, last["exempt"])


def test_a_playout_scores_as_positions_do_when_the_same_moves_are_made() -> None:
    seen = Counter[str]()
    for state in positions():
        view = state.view(state.turn)
        ante, limit = view["options"]["ante"], view["options"]["limit"]
        ends = outcomes(state, view["moves"], Stakes.of(view["pot"], view["match"]))
        for move, (stayed, won, exempt) in zip(view["moves"], ends, strict=True):
            last = view["number"] + 1 == view["hands"]
            settled = settle(view["paid"], ante, limit, stayed, won, exempt, last)
            assert settled == by_heuristic(state.apply(state.turn, move), state.number), (view, move)
            seen[state.phase] += 1
            seen["alone"] += len(stayed) == 1
            seen["exempt"] += exempt is not None
            seen["last"] += last
    assert min(seen[one] for one in ("dealer", "stay", "play", "last")) > 150, seen
    assert min(seen["alone"], seen["exempt"]) > 10, seen


@pytest.mark.parametrize("trumps", [0, *SUIT.values()])
def test_ranks_say_what_beats_a_card(trumps: int) -> None:
    ranks = ranks_under(trumps)
    for led in each(ALL):
        for best in each(ALL):
            if winning_card(led | best, led, trumps) != best:
                continue
            beaters = [card for card in each(ALL & ~led & ~best) if winning_card(best | card, led, trumps) == card]
            assert ranks.beaters[best] & ~led & ~best == sum(beaters)


def test_the_lead_counts_a_match_as_paid_in_place_of_the_next_ante() -> None:
    """Three seats, pot 12: one wins all tricks. The others owe 12 each, 9 more than the ante."""
    state = play_moves(
        deal_hands(table(3), {1: "GS GH GD", 2: "1S LH 1D", 0: "2S 2H 2D"}, "5C"), "deal", *["stay"] * 3
    ).state
    assert isinstance(state, InHand)
    ends = outcomes(state, ["play GS"], Stakes.of(12, 12))
    assert [end.won for end in ends] == [(0, 3, 0)]
    chips = [-6 - 9, 12 - 3, -3 - 9]
    for seat, mine in enumerate(chips):
        assert Ledger({**state.view(None), "seat": seat}).lead(ends[0]) == mine - (sum(chips) - mine) / 2
