"""Counts of Voren beside chips: how often a seat that stayed in took a trick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.contract import SuccessCounts
from rules.voren.records import IN


def of_hand(last: Mapping[str, Any]) -> SuccessCounts:
    """Return the counts of a hand, from its `last`. If one seat stayed in alone, no trick was played (V4.4)."""
    is_in = [state == IN for state in last["states"]]
    return _counts(is_in, last["taken"])


def of_entry(entry: Mapping[str, Any]) -> SuccessCounts:
    """Return the counts of a pad's entry (6-pads, P1)."""
    is_in = [seat in entry["stayed"] for seat in range(entry["seats"])]
    return _counts(is_in, entry["tricks"])


def _counts(is_in: Sequence[bool], tricks_won: Sequence[int]) -> SuccessCounts:
    is_alone = sum(is_in) == 1
    return [
        {"took_a_trick": (int(tricks > 0), 1)} if is_seat_in and not is_alone else {}
        for is_seat_in, tricks in zip(is_in, tricks_won, strict=True)
    ]
