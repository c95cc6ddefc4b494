"""Melds (F4), and what is left beside them."""

# F4.1 A suite is three or more cards of one suit in unbroken sequence, a family three or more of one rank;
#   copies count.
# F4.2 A wild card stands for any card in either, beside other wild cards too; three or more alone are a meld.
# F4.3 A suite has at most eleven cards, a family any number. A card is in one meld at most.
#
# Nobody arranges a hand: the best arrangement is automatic (F5.1), and rules/melds finds it.

from __future__ import annotations

from functools import lru_cache

from rules.melds import Arrangement, arrange


@lru_cache(1024)  # every view of a deal asks for the hands of the deal before it
def best_arrangement(cards: int, size: int) -> Arrangement:
    """Return the arrangement in melds that leaves the fewest points, in a deal of `size` cards each (F5.1, F2.2)."""
    return arrange(cards, size)
