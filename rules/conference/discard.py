"""C3: which cards the dealer may discard, and which it must."""

from __future__ import annotations

from typing import Final

from rules.tarot.cards import KINGS, PLAIN, TRUMPS
from rules.tarot.discard import KEPT, Discardable

COMMON: Final = PLAIN & ~KINGS
"""The cards that may always be discarded (C3.1)."""


def discardable(hand: int, count: int) -> Discardable:
    """C3.1: a dealer who holds these cards discards common ones; with fewer than `count` all of them, and trumps."""
    common = hand & COMMON
    if common.bit_count() >= count:
        return Discardable(count, "C3.1", common)
    return Discardable(count, "C3.1", common | hand & TRUMPS & ~KEPT, common)
