"""V5.7: who wins a trick, and who is winning it meanwhile."""

from __future__ import annotations

from rules.voren.cards import SUIT_OF, highest, with_unsuited
from rules.voren.records import Played, Trick


def winning_card(cards: int, led: int, trumps: int) -> int:
    """V5.7: the highest trump of `cards`, else the highest card of the suit led. The card `led` is one of them."""
    return highest(cards & with_unsuited(trumps) or cards & SUIT_OF[led])


def with_card(trick: Trick | None, played: Played, trumps: int) -> Trick:
    """The trick with one more card, or the one that this card leads to."""
    if trick is None:
        return Trick((played,), played)
    best = trick.best
    if winning_card(best.card | played.card, trick.led, trumps) == played.card:
        best = played
    return Trick((*trick.cards, played), best)
