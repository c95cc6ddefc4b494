"""Positions of every phase of a game, for tests of what its computer players do in them."""

from __future__ import annotations

from random import Random

from rules.contract import Game, State
from rules.players import player_of
from rules.simulate import random_move, random_step
from rules.table import Table
from tests.rules.chances import any_setting

GAMES_PLAYED, A_PHASE = 4, 3
"""Random games of each game, and positions of each of their phases."""


def positions(game: Game, rng: Random) -> list[tuple[State, int]]:
    """Positions of every phase, under random options, each with a seat that has more than one move."""
    found: dict[str, list[tuple[State, int]]] = {}
    for _ in range(GAMES_PLAYED):
        table = Table.new(game, **any_setting(game, rng))
        for _ in range(120):
            state = table.state
            if state.finished:
                break
            if state.expects is not None:
                table = random_step(table, rng)
                continue
            seat = rng.choice(state.to_act)
            view = state.view(seat)
            if len(view["moves"]) > 1 or view["choices"]:
                found.setdefault(state.phase, []).append((state, seat))
            move = player_of(game).choose(view, rng) if rng.random() < 0.5 else random_move(state, seat, rng)
            table = table.move(seat, move)
    return [position for group in found.values() for position in rng.sample(group, min(A_PHASE, len(group)))]
