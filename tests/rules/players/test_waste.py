"""Wasteful moves: a player sees from its view alone what the arena calls silly."""

from __future__ import annotations

from random import Random
from types import ModuleType

import pytest

from rules.arena import silly
from rules.arena.silly import Decision, silly_kinds
from rules.contract import State
from rules.players import conference, mitigati
from rules.registry import GAMES
from rules.simulate import random_move, random_order
from tests.rules.conference import stacked

KINDS = {silly.HONOUR, silly.DEAR, silly.PARTNER}


@pytest.mark.parametrize(("game", "module"), [("mitigati", mitigati), ("conference", conference)])
def test_the_wasteful_moves_are_those_that_the_arena_counts(game: str, module: ModuleType) -> None:
    rng, wasted = Random(game), 0
    for _ in range(12):
        options = {"hands": 1, "bargaining": False} if game == "mitigati" else {"hands": 1}
        state: State = GAMES[game].new(GAMES[game].seats[0], GAMES[game].resolve(options), 0)
        while not state.finished:
            if state.expects is not None:
                state = state.chance(state.expects.event, random_order(state, rng))
                continue
            (seat,) = state.to_act
            view = state.view(seat)
            found: set[str] = module.wasteful(view)
            if view["phase"] == "play":
                counted = {move for move in view["moves"] if KINDS & {*silly_kinds(Decision(state, seat, view, move))}}
                assert found == counted, (view["trick"], view["hand"])
            else:
                assert not found
            wasted += len(found)
            state = state.apply(seat, random_move(state, seat, rng))
    assert wasted > 10


def test_nothing_is_called_wasteful_where_not_all_cards_count() -> None:
    hands = {1: "2E", 2: "KE", 3: "3E", 0: "AE 4E"}
    led = stacked.after(stacked.playing(hands, dealer=0), "play 2E", "play KE", "play 3E")
    assert conference.wasteful(led.view(0)) == {"play AE"}
    hired = stacked.after(stacked.playing(hands, dealer=0, hire="W"), "play 2E", "play KE", "play 3E")
    assert conference.wasteful(hired.view(0)) == set()
