"""C1.1, C2.1: the pack of Conference, its packets, and the cards that have a part of their own.

rules/tarot/cards.py has what all cards are worth and what they beat.
"""

from __future__ import annotations

from typing import Final

from rules.tarot.cards import CARDS, EVIL, GOOD, PACK_78, PACK_80, SUITS

PACKETS: Final = (4, 5, 5, 5)
"""C2.1: the packets to each seat; what is left over goes to the dealer."""
SPIRITS: Final = GOOD | EVIL
"""Good and Evil, the two extra trumps (C6, C7)."""
DRIVER: Final = CARDS.bit["21"]
CATCHER: Final = CARDS.bit["20"]
"""C2.2: the cards that the dealer and its partner are given in League."""
COURTS: Final = CARDS.mask(rank + suit for suit in SUITS for rank in "JCQK")
"""Jack, Cavalier, Queen and King of each suit (C4.2)."""


def pack_for(good_evil: str) -> tuple[str, ...]:
    """Return the pack: 78 cards without Good and Evil, else 80 (C1.1)."""
    return PACK_78 if good_evil == "none" else PACK_80
