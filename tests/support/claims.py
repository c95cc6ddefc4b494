"""Hands that are claimed over the wire."""

from __future__ import annotations

from random import Random

from rules.contract import Game, State

CLAIM = "Play out the rest"


def play_claimed_hand(state: State, seat: int, game: Game, rng: Random) -> State:
    """Return the position after the hand, played card by card by its claimant and at random by the others."""
    order, number = game.conduct.claim(state.view(seat)), state.number
    while not state.finished and state.number == number:
        (actor,) = state.to_act
        moves = state.legal(actor).moves
        move = next(move for move in order if move in moves) if actor == seat else rng.choice(moves)
        state = state.apply(actor, move)
    return state
