"""Counts of Abracadabra beside points: bids that came home, and how often Declarer succeeded (A8.1)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rules.contract import SuccessCounts


def of_hand(how: Mapping[str, Any]) -> SuccessCounts:
    """The counts of a deal, from its `last`; none for a void one (A4.2)."""
    if how["void"]:
        return []
    placed = [len(cards) for cards in how["placed"]]
    home = [len(cards) for cards in how["won"]]
    home[how["declarer"]] += len(how["right"])
    return _counts(placed, home, how["succeeded"])


def of_entry(entry: Mapping[str, Any], outcome: Mapping[str, Any]) -> SuccessCounts:
    """The counts of a pad's entry and its outcome (6-pads, P5). Declarer is the seat that placed the most.

    Points alone count nothing.
    """
    if "hands" not in entry:
        return []
    hands: Sequence[Mapping[str, Any]] = entry["hands"]
    placed = [hand["placed"] if isinstance(hand["placed"], int) else len(hand["placed"]) for hand in hands]
    home = [len(hand.get("won", ())) + len(hand.get("right_kept", ())) for hand in hands]
    return _counts(placed, home, outcome["succeeded"])


def _counts(placed: Sequence[int], home: Sequence[int], succeeded: Collection[int]) -> SuccessCounts:
    counts: list[dict[str, tuple[int, int]]] = [
        {"bids_home": (came, of)} if of else {} for of, came in zip(placed, home, strict=True)
    ]
    declarer = placed.index(max(placed))
    counts[declarer]["declarer_succeeded"] = (int(declarer in succeeded), 1)
    return counts
