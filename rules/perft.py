"""Counting move sequences (K6 `perft`): the number that pins a game's legality."""

from __future__ import annotations

from rules.contract import State


def perft(state: State, depth: int) -> int:
    """Return the number of distinct sequences of `depth` moves from `state`.

    A chance event or the end of the game stops a line, which then counts 1; templates are expanded; among several seats
    to act the lowest moves first; depth 0 is 1.
    """
    if depth == 0 or not state.to_act:
        return 1
    seat = state.to_act[0]
    if depth == 1:
        return sum(1 for _ in state.sequences(seat))
    return sum(perft(state.apply(seat, move), depth - 1) for move in state.sequences(seat))


def count_by_first_move(state: State, depth: int) -> dict[str, int]:
    """Return the count below each first move, to find where two readings part."""
    if depth < 1 or not state.to_act:
        return {}
    seat = state.to_act[0]
    return {move: perft(state.apply(seat, move), depth - 1) for move in state.sequences(seat)}
