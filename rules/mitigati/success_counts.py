"""Counts of Mitigati beside points: hands bought off (M3.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.contract import SuccessCounts
from rules.mitigati.records import SEATS


def of_hand(last: Mapping[str, Any]) -> SuccessCounts:
    """Return the counts of a hand, from its `last`."""
    return _counts(bought_off=last["bought_off"])


def of_entry(entry: Mapping[str, Any]) -> SuccessCounts:
    """Return the counts of a pad's entry. It has words only if the hand was bought off (6-pads, P3)."""
    return _counts(bought_off="words" in entry)


def _counts(*, bought_off: bool) -> SuccessCounts:
    return [{"bought_off": (int(bought_off), 1)} for _ in range(SEATS)]
