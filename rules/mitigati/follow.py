"""M6.2, M6.4: which cards may be played to a trick, and why not the rest."""

from __future__ import annotations

from rules.cards import each
from rules.contract import Barred, Refusal
from rules.mitigati.records import Trick
from rules.mitigati.trick import asked_suit
from rules.tarot import follow
from rules.tarot.cards import CARDS


def playable(trick: Trick, hand: int) -> int:
    """Return the cards among `hand` that may be played to the trick (M6.2, M6.4)."""
    return follow.playable(hand, asked_suit(trick))


def why_not_play(trick: Trick, hand: int, card: int) -> Refusal | None:
    """Return the refusal of a card; None if it may be played."""
    if card & playable(trick, hand):
        return None
    return (
        follow.must_follow_refusal(hand, asked_suit(trick), card, "M6.2")
        if card & hand
        else follow.not_held_refusal(card)
    )


def barred(trick: Trick, hand: int) -> dict[str, Barred]:
    """Return the cards among `hand` that may not be played to the trick."""
    instead = tuple(CARDS.listed(playable(trick, hand)))
    return {
        CARDS.text[card]: Barred(refusal, instead)
        for card in each(hand)
        if (refusal := why_not_play(trick, hand, card))
    }
