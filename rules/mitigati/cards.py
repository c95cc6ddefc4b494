"""M1.1, M2.1: the pack of Mitigati and its packets. rules/tarot/cards.py has what a card is worth and what it beats."""

from __future__ import annotations

from typing import Final

from rules.contract import Pack
from rules.tarot.cards import PACK_78

SEATS: Final = 3
"""M1.3."""
FULL: Final = Pack(PACK_78, (5, 5, 5, 5, 5))
"""M1.1, M2.1: the pack, and its packets to each seat; what is left over goes to the dealer."""
