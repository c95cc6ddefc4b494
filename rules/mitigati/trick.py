"""M6.3, M6.4: which suit a trick asks for, and who wins it."""

from __future__ import annotations

from rules.mitigati.records import Trick
from rules.tarot.cards import ABOVE, FOOL, LED


def asked_suit(trick: Trick) -> int:
    """Return the suit that must be followed, as a set; 0 while there is none.

    M6.4: after the Fool the next card decides.
    """
    for card in trick.cards:
        if LED[card]:
            return LED[card]
    return 0


def winner(trick: Trick) -> int:
    """Return the seat whose card is the best so far (M6.3); the Fool never wins.

    The leader where nothing else lies there.
    """
    best_card, place = FOOL, 0
    for number, card in enumerate(trick.cards):
        if card & ABOVE[best_card]:
            best_card, place = card, number
    return trick.seat_at(place)
