"""M4: the dealer's discard."""

from __future__ import annotations

from rules.tarot.discard import NEVER_DISCARDED, Discardable


def discardable(hand: int, count: int) -> Discardable:
    """M4.1: a dealer who holds these cards may discard any `count` of them but Kings and Honours."""
    return Discardable(count, "M4.1", hand & ~NEVER_DISCARDED)
