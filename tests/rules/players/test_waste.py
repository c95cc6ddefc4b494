"""Wasteful moves: a player sees from its view alone what the arena calls silly."""

from __future__ import annotations

from random import Random
from types import ModuleType

import pytest

from rules.arena import silly
from rules.arena.silly import Decision, silly_kinds
from rules.contract import State
from rules.players import abracadabra, conference, mitigati, voren
from rules.players.tarot import precious
from rules.registry import GAMES
from rules.simulate import random_move, random_order
from tests.rules.conference import stacked

KINDS = {silly.HONOUR, silly.DEAR, silly.PARTNER, silly.NAMED, silly.UNNAMED, silly.FOLD}


@pytest.mark.parametrize(
    ("game", "seats", "options", "module"),
    [
        ("mitigati", 3, {"hands": 1, "bargaining": False}, mitigati),
        ("conference", 4, {"hands": 1}, conference),
        ("abracadabra", 2, {"deals": 1}, abracadabra),
        ("abracadabra", 3, {"deals": 1}, abracadabra),
        ("abracadabra", 4, {"deals": 1, "success": "at_least"}, abracadabra),
        ("voren", 4, {"hands": 4}, voren),
    ],
)
def test_the_wasteful_moves_are_those_that_the_arena_counts(
    game: str, seats: int, options: dict[str, bool | int | str], module: ModuleType
) -> None:
    rng, wasted = Random(game), 0
    for _ in range(12):
        state: State = GAMES[game].new(seats, GAMES[game].resolve(options, seats), 0)
        while not state.finished:
            if state.expects is not None:
                state = state.chance(state.expects.event, random_order(state, rng))
                continue
            seat = state.awaited[0]
            view = state.view(seat)
            found: set[str] = module.wasteful(view)
            if view["phase"] in ("play", "stay"):
                counted = {move for move in view["moves"] if KINDS & {*silly_kinds(Decision(state, seat, view, move))}}
                assert found == counted, (view["phase"], view["hand"])
            else:
                assert not found
            wasted += len(found)
            state = state.apply(seat, random_move(state, seat, rng))
    assert wasted >= 5


def test_nothing_is_called_wasteful_where_not_all_cards_count() -> None:
    hands = {1: "2E", 2: "KE", 3: "3E", 0: "AE 4E"}
    led = stacked.after(stacked.begin_play(hands, dealer=0), "play 2E", "play KE", "play 3E")
    assert conference.wasteful(led.view(0)) == {"play AE"}
    hired = stacked.after(stacked.begin_play(hands, dealer=0, hire="W"), "play 2E", "play KE", "play 3E")
    assert conference.wasteful(hired.view(0)) == set()


def test_high_cards_are_precious() -> None:
    view = stacked.begin_play({1: "2E AE KE 1 17 16 21 FOOL"}, dealer=0).view(1)
    assert precious(view) == {"play AE", "play KE", "play 1", "play 17", "play 21", "play FOOL"}
