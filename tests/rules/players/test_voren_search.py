"""The search of Voren: legal candidates, and better where the heuristic player errs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from rules.contract import State
from rules.players import strong_player, voren
from rules.players.voren.search import candidates
from rules.simulate import random_move, random_order
from rules.voren import GAME
from tests.rules.voren.decks import deal_hands, play_moves, table

BUDGET = 8
ENOUGH = 64
"""Worlds that tell clear positions."""


def decisions(rng: Random, games: int, **options: object) -> Iterator[tuple[State, int]]:
    """The positions of random games with 2 to 10 seats, and the seats to act."""
    for number in range(games):
        seats = 2 + number % 9
        chosen = {"hands": 2, "limit": rng.choice([0, 3]), **options}
        state = GAME.new(seats, GAME.resolve(chosen, seats), rng.randrange(seats))
        while not state.finished:
            if state.expects is not None:
                state = state.chance(state.expects.event, random_order(state, rng))
                continue
            seat = state.to_act[0]
            yield state, seat
            state = state.apply(seat, random_move(state, seat, rng))


@pytest.mark.parametrize(("crowns", "ante"), [("crowns", 3), ("unsuited", 30)])
def test_the_moves_that_it_weighs_are_legal(crowns: str, ante: int) -> None:
    rng, seen = Random(f"{crowns} {ante}"), Counter[str]()
    for state, seat in decisions(rng, 9, ante=ante, no_trump_turnup=crowns):
        view = state.view(seat)
        move = voren.choose(view, rng)
        assert sorted(candidates(view, [move])) == sorted(view["moves"])
        estimates = voren.estimate(view, [move], BUDGET, rng)
        assert sorted(found.move for found in estimates) == sorted(view["moves"])
        assert [found.points for found in estimates] == sorted((found.points for found in estimates), reverse=True)
        seen[state.phase] += 1
    assert min(seen[phase] for phase in ("dealer", "stay", "play")) > 10


CLEAR = {
    "the Wolf led wins no trick but its own": (4, {0: "4H 3C WOLF"}, "LS", ["deal", *["stay"] * 4], "play WOLF"),
    "Treachery led the same": (6, {0: "2D LD TREACHERY"}, "GC", ["deal", *["stay"] * 6], "play TREACHERY"),
    "three low cards against two are not worth a match": (3, {0: "1S 3H 5H"}, "3S", ["deal"], "stay"),
    "a weak hand is worth a poke": (2, {0: "3H 4D LD"}, "4S", ["deal poke"], "stay"),
}
"""The seats, the cards of seat 0, which is Eldest, the turn-up, the moves so far, and the heuristic player's error."""


@pytest.mark.parametrize("what", CLEAR)
def test_it_sees_where_the_heuristic_player_errs(what: str) -> None:
    seats, hands, turn_up, moves, error = CLEAR[what]
    view = play_moves(deal_hands(table(seats, seats - 1, limit=3), hands, turn_up), *moves).state.view(0)
    assert voren.choose(view, Random(1)) == error
    estimates = voren.estimate(view, [error], ENOUGH, Random(2))
    best, heuristic = estimates[0], next(found for found in estimates if found.move == error)
    assert best.points - heuristic.points > 2 * heuristic.error > 0
    advice = strong_player(GAME, ENOUGH).advise(view, Random(2))
    assert advice.move != error
    assert error not in advice.others
    has_lead = re.search(r"It brings about \d+(\.\d)? chips? more than the (next best|other) move\.$", advice.why)
    assert has_lead or advice.others
    assert len(advice.why) <= 200


def test_a_lead_beyond_all_measure_is_not_written_out() -> None:
    """Pots without a limit grow so."""
    seats, hands, turn_up, moves, _ = CLEAR["a weak hand is worth a poke"]
    view = play_moves(deal_hands(table(seats, seats - 1), hands, turn_up), *moves).state.view(0)
    paid = [3 * 10**80] * seats
    huge = {**view, "paid": paid, "pot": sum(paid), "match": sum(paid)}
    assert (
        strong_player(GAME, ENOUGH)
        .advise(huge, Random(2))
        .why.endswith("It brings over a million chips more than the next best move.")
    )


def test_staying_is_a_bluff_while_nobody_is_in() -> None:
    """It may lag by a tenth of the pot."""
    at = play_moves(deal_hands(table(4), {}, "4S"), "deal", "fold")
    view = at.state.view(at.state.to_act[0])
    assert voren.bluffs(view) == {"stay": pytest.approx(view["pot"] / 10)}
    at = play_moves(at, "stay")
    assert voren.bluffs(at.state.view(at.state.to_act[0])) == {}
