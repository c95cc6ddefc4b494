"""C5.2, C5.4: what may be played, and why not the rest. C4.2 and C7.3 widen and narrow it."""

from __future__ import annotations

from rules.conference import allegiance, gallowglass
from rules.contract import Refusal
from rules.tarot import follow
from rules.tarot.cards import FOOL


def playable(hand: int, led_suit: int, hired_suit: int, forced_card: int | None) -> int:
    """Return the cards of `hand` that may be played.

    `led_suit` is the suit to follow, 0 while there is none. `hired_suit` is the gallowglass suit, `forced_card` the
    card that the seat has to bring out (C7.3).
    """
    if forced_card is not None:
        return forced_card
    stand_ins = gallowglass.usable_stand_ins(hand, led_suit, hired_suit) if hired_suit else 0
    return hand & (led_suit | FOOL) | stand_ins if stand_ins else follow.playable(hand, led_suit)


def why_not_play(hand: int, led_suit: int, hired_suit: int, forced_card: int | None, card: int) -> Refusal | None:
    """Return the refusal of a card; None if it may be played. The other arguments are those of `playable`."""
    if card & playable(hand, led_suit, hired_suit, forced_card):
        return None
    if not card & hand:
        return follow.not_held_refusal(card)
    if forced_card is not None:
        return allegiance.card_due(forced_card)
    if card & gallowglass.hireable_cards(led_suit, hired_suit) and hand & led_suit:
        return gallowglass.low_card_held(card)
    return follow.must_follow_refusal(hand, led_suit, card, "C5.2")
