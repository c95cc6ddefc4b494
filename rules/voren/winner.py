"""V5.7: who wins a trick, and who is winning it meanwhile."""

from __future__ import annotations

from rules.voren.cards import SUIT_OF, highest, with_unsuited
from rules.voren.records import Trick


def winning_card(cards: int, led: int, trumps: int) -> int:
    """V5.7: the highest trump of `cards`, else the highest card of the suit led. The card `led` is one of them."""
    return highest(cards & with_unsuited(trumps) or cards & SUIT_OF[led])


def winner_of(trick: Trick, trumps: int) -> int:
    """The seat that wins a trick with these cards, of which there is one at least."""
    winning = winning_card(trick.fallen, trick.led, trumps)
    return next(played.seat for played in trick.cards if played.card == winning)
