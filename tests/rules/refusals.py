"""Moves that the rules refuse."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.contract import Refusal, State


def assert_refused(
    state: State, move: str, clause: str, seat: int | None = None, code: str = "illegal_move"
) -> Refusal:
    """Assert that a move is refused for this clause; return the refusal."""
    if seat is None:
        (seat,) = state.to_act
    with pytest.raises(Refusal) as error:
        state.apply(seat, move)
    assert (error.value.code, error.value.clause) == (code, clause), error.value
    assert error.value.message
    return error.value


def catch_refusal(call: Callable[[], object]) -> Refusal:
    """Call a function that is refused; return the refusal."""
    with pytest.raises(Refusal) as caught:
        call()
    assert caught.value.message
    return caught.value
