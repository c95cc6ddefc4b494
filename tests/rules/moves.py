"""Moves one after the other, each by the seat that is to act."""

from __future__ import annotations

from rules.contract import State
from rules.table import Table


def after(state: State, *moves: str) -> State:
    """Return the position after these moves."""
    for move in moves:
        (seat,) = state.to_act
        state = state.apply(seat, move)
    return state


def play_moves(at: Table, *moves: str) -> Table:
    """Return the table after these moves, where the first of several seats moves."""
    for move in moves:
        at = at.move(at.state.to_act[0], move)
    return at


def list_plays(state: State) -> list[str]:
    """Return the cards that the seat to act may play, with the calls that go with them."""
    (seat,) = state.to_act
    return [move.removeprefix("play ") for move in state.legal(seat).moves]
