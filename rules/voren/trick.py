"""V5.7: who wins a trick, and who is winning it meanwhile."""

from __future__ import annotations

from rules.voren.cards import SUIT_OF, highest, with_unsuited
from rules.voren.records import PlayedCard, Trick


def winning_card(cards: int, led_card: int, trumps: int) -> int:
    """Return the highest trump of `cards`, else the highest card of the suit led (V5.7). `led_card` is one of them."""
    return highest(cards & with_unsuited(trumps) or cards & SUIT_OF[led_card])


def with_card(trick: Trick | None, play: PlayedCard, trumps: int) -> Trick:
    """Return the trick with one more card, or the one that this card leads to."""
    if trick is None:
        return Trick((play,), play)
    winning_play = trick.winning_play
    if winning_card(winning_play.card | play.card, trick.led_card, trumps) == play.card:
        winning_play = play
    return Trick((*trick.cards, play), winning_play)
