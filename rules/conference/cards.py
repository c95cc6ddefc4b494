"""The cards that have a part of their own in Conference, as numbers and sets (rules/tarot/cards.py has all others)."""

from __future__ import annotations

from typing import Final

from rules.tarot.cards import BIT, EVIL, GOOD, INDEX, SUITS, mask_of

SPIRITS: Final = BIT[GOOD] | BIT[EVIL]
"""Good and Evil, the two extra trumps (C6, C7)."""
DRIVER: Final = INDEX["21"]
CATCHER: Final = INDEX["20"]
"""C2.2: the cards that the dealer and its partner are given in League."""
COURTS: Final = mask_of(rank + suit for suit in SUITS for rank in "JCQK")
"""Jack, Cavalier, Queen and King of each suit (C4.2)."""
