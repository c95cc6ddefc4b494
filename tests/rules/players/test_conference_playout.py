"""The quick play of a hand: it stands, and scores, as the positions do after the same moves."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from rules.conference import GAME
from rules.conference.moves import play_text, read_play
from rules.conference.positions import Playing
from rules.conference.scoring import ALL_CARDS
from rules.contract import State
from rules.players.conference.playout import Play
from rules.players.conference.policy import choose, play_out
from rules.simulate import random_move, random_order

OPTIONS = [
    {"good_evil": good_evil, "league": league, "gallowglass": gallowglass, "hands": 1}
    for good_evil, league, gallowglass in product(("trumps", "allegiance", "none"), (False, True), (False, True))
]
every_option = pytest.mark.parametrize(
    "options", OPTIONS, ids=lambda options: " ".join(str(one) for one in options.values())
)
STARTS = 6
"""How many plays begin at different positions of a game, to be led on beside it."""
PUBLIC = ("hands", "turn", "led", "laid", "lying", "calls", "forced", "best", "winning", "piles", "won", "counting")


def first_play(options: dict[str, Any], rng: Random) -> Playing:
    """The first lead of a random deal."""
    state: State = GAME.new(4, GAME.resolve(options), rng.randrange(4))
    while not isinstance(state, Playing):
        if state.expects:
            state = state.chance("deal", random_order(state, rng))
        else:
            state = state.apply(state.to_act[0], random_move(state, state.to_act[0], rng))
    return state


def dump_play(play: Play) -> dict[str, Any]:
    """All that a play tells of itself."""
    return {name: getattr(play, name) for name in PUBLIC}


@every_option
def test_it_stands_and_scores_as_the_positions_do(options: dict[str, Any]) -> None:
    """Begun anywhere in a game of random moves, and led on beside it to the end."""
    rng = Random(str(options))
    for _ in range(8):
        state: State = first_play(options, rng)
        starts = set(rng.sample(range(76), STARTS))
        plays: list[Play] = []
        for number in range(76):
            assert isinstance(state, Playing)
            if number in starts:
                plays.append(Play(state))
            if plays:
                assert all(dump_play(play) == dump_play(Play(state)) for play in plays)
            move = random_move(state, state.turn, rng)
            for play in plays:
                play.play(*read_play(move, ALL_CARDS))
            state = state.apply(state.turn, move)
        assert all([play.points(seat) for seat in range(4)] == list(state.score().totals) for play in plays)


@every_option
def test_the_policy_makes_legal_moves_and_scores_as_the_positions_do(options: dict[str, Any]) -> None:
    rng = Random(str(options))
    for _ in range(15):
        state: State = first_play(options, rng)
        for _ in range(rng.randrange(60)):
            state = state.apply(state.to_act[0], random_move(state, state.to_act[0], rng))
        assert isinstance(state, Playing)
        play, seat = Play(state), rng.randrange(4)
        brought = play_out(play.copy(), seat)
        while not state.finished:
            card, ours = choose(play)
            play.play(card, ours)
            state = state.apply(state.to_act[0], play_text(card, ours))
        assert brought == play.points(seat) == state.score().totals[seat]


def test_a_copy_changes_by_itself() -> None:
    for options in OPTIONS:
        play = Play(first_play(options, Random(1)))
        before = dump_play(play.copy())
        play_out(play.copy(), 0)
        assert dump_play(play) == before
