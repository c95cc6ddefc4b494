"""C5.2, C5.4: what may be played, and why not the rest. C4.2 and C7.3 widen and narrow it."""

from __future__ import annotations

from rules.conference import allegiance, gallowglass
from rules.contract import Refusal
from rules.tarot import follow
from rules.tarot.cards import FOOL


def playable(hand: int, led: int, hired: int, bound: int | None) -> int:
    """The cards of `hand` that may be played.

    `led` is the suit that is asked for (none: nothing is yet), `hired` the gallowglass suit, `bound` the card that the
    seat has to bring out (C7.3).
    """
    if bound is not None:
        return bound
    stand_ins = gallowglass.opened(hand, led, hired) if hired else 0
    return hand & (led | FOOL) | stand_ins if stand_ins else follow.playable(hand, led)


def why_not_play(hand: int, led: int, hired: int, bound: int | None, card: int) -> Refusal | None:
    """The refusal of a card; None if it may be played. The other arguments are those of `playable`."""
    if card & playable(hand, led, hired, bound):
        return None
    if not card & hand:
        return follow.not_held(card)
    if bound is not None:
        return allegiance.must_bring(bound)
    if card & gallowglass.hired_for(led, hired) and hand & led:
        return gallowglass.low_card_held(card)
    return follow.undutiful(hand, led, card, "C5.2")
