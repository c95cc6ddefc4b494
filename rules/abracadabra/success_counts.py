"""Counts of Abracadabra beside points: bids that came home, and how often Declarer succeeded (A8.1)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rules.contract import SuccessCounts


def of_hand(last: Mapping[str, Any]) -> SuccessCounts:
    """Return the counts of a deal, from its `last`; none for a void one (A4.2)."""
    if last["void"]:
        return []
    placed = [len(cards) for cards in last["placed"]]
    bids_home = [len(cards) for cards in last["won"]]
    bids_home[last["declarer"]] += len(last["right"])
    return _counts(placed, bids_home, last["succeeded"])


def of_entry(entry: Mapping[str, Any], outcome: Mapping[str, Any]) -> SuccessCounts:
    """Return the counts of a pad's entry and its outcome (6-pads, P5). Declarer is the seat that placed the most.

    Points alone count nothing.
    """
    if "hands" not in entry:
        return []
    hands: Sequence[Mapping[str, Any]] = entry["hands"]
    placed = [hand["placed"] if isinstance(hand["placed"], int) else len(hand["placed"]) for hand in hands]
    bids_home = [len(hand.get("won", ())) + len(hand.get("right_kept", ())) for hand in hands]
    return _counts(placed, bids_home, outcome["succeeded"])


def _counts(placed: Sequence[int], bids_home: Sequence[int], succeeded: Collection[int]) -> SuccessCounts:
    counts: list[dict[str, tuple[int, int]]] = [
        {"bids_home": (home_count, placed_count)} if placed_count else {}
        for placed_count, home_count in zip(placed, bids_home, strict=True)
    ]
    declarer = placed.index(max(placed))
    counts[declarer]["declarer_succeeded"] = (int(declarer in succeeded), 1)
    return counts
