"""The start of each seat's clock, and of the clock of the next hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from rules.contract import State

NEXT_HAND_SEAT: Final = -1
"""Stands for a seat where the table waits for a player to ask for the next hand."""


class TurnTimer(NamedTuple):
    """A clock began with event number `seq`, at `at` (ms)."""

    seq: int
    at: int


TurnTimers = Mapping[int, TurnTimer]
"""The timer of each seat. `NEXT_HAND_SEAT` is the timer of the next hand."""


def timers_after(before: TurnTimers, state: State, decisions: Mapping[int, int], now: TurnTimer) -> TurnTimers:
    """Return the timers after the event `now`, which led to `state`. New decisions start then."""
    timers = {
        seat: now if arose == now.seq or seat not in before else before[seat] for seat, arose in decisions.items()
    }
    if state.expects is not None:
        timers[NEXT_HAND_SEAT] = before.get(NEXT_HAND_SEAT, now)
    return timers


def restart_timer(before: TurnTimers, seat: int | None, now: TurnTimer) -> TurnTimers:
    """Return the timers after a player sat down in `seat` or came back: the seat's clock restarts."""
    return {**before, seat: now} if seat is not None and seat in before else before
