"""C3: which cards the dealer may discard, and which it must."""

from __future__ import annotations

from typing import Final

from rules.tarot.cards import KINGS, PLAIN, TRUMPS
from rules.tarot.discard import NEVER_DISCARDED, Discardable

COMMON_CARDS: Final = PLAIN & ~KINGS
"""The cards that may always be discarded (C3.1)."""


def discardable(hand: int, count: int) -> Discardable:
    """Return the discards open to a dealer with these cards (C3.1).

    They are common cards; with fewer than `count` common cards all of these, and trumps.
    """
    common_cards = hand & COMMON_CARDS
    if common_cards.bit_count() >= count:
        return Discardable(count, "C3.1", common_cards)
    return Discardable(count, "C3.1", common_cards | hand & TRUMPS & ~NEVER_DISCARDED, common_cards)
