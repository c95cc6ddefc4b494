"""Counts of Voren beside chips: how often a seat that stayed in took a trick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.contract import SuccessCounts
from rules.voren.records import IN


def of_hand(how: Mapping[str, Any]) -> SuccessCounts:
    """The counts of a hand, from its `last`. If one seat stayed in alone, no trick was played (V4.4)."""
    stayed = [state == IN for state in how["states"]]
    return _counts(stayed, how["taken"])


def of_entry(entry: Mapping[str, Any]) -> SuccessCounts:
    """The counts of a pad's entry (6-pads, P1)."""
    stayed = [seat in entry["stayed"] for seat in range(entry["seats"])]
    return _counts(stayed, entry["tricks"])


def _counts(stayed: Sequence[bool], tricks_won: Sequence[int]) -> SuccessCounts:
    alone = sum(stayed) == 1
    return [
        {"took_a_trick": (int(tricks > 0), 1)} if there and not alone else {}
        for there, tricks in zip(stayed, tricks_won, strict=True)
    ]
