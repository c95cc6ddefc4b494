"""M4: the dealer's discard."""

from __future__ import annotations

from rules.tarot.discard import NEVER_DISCARDED, Discardable


def discardable(hand: int, count: int) -> Discardable:
    """Return the discards open to a dealer with these cards: any `count` but Kings and Honours (M4.1)."""
    return Discardable(count, "M4.1", hand & ~NEVER_DISCARDED)
