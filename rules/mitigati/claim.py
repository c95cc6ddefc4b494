"""A claim of all tricks that are left, proved from the view of the seat on lead (see `Conduct.claim`)."""

# A seat that takes them all has all cards that are still in hands, however they fall: the card points are the same
# (M7.1), and so is the Fool's exchange (M6.5). A seat that played the Fool, or is still to play it to one of the
# claimant's tricks, wins no further trick, so the card that it gives comes from a pile that no longer changes; and if
# the claimant has played it, all cards that are left come to that pile. Bonuses were declared before.

from __future__ import annotations

from rules.claims import MIN_TRICKS, on_lead, wins_every_trick
from rules.contract import View
from rules.mitigati.cards import SEATS
from rules.mitigati.knowledge import read_knowledge
from rules.mitigati.records import Setup
from rules.tarot.cards import CARDS, FOOL
from rules.tarot.claim import lines, plays_from_top
from rules.views import pack_of


def claim(view: View) -> tuple[str, ...]:
    """Return the moves by which the seat on lead plays out the hand; none where it cannot be sure of every trick (M6).

    With the Fool in hand it never is, for the Fool wins no trick (M6.3).
    """
    if not on_lead(view):
        return ()
    hand = CARDS.mask(view["hand"])
    if hand.bit_count() < MIN_TRICKS or hand & FOOL:
        return ()
    played_cards, open_cards, lacked_cards = read_knowledge(view)
    seen_cards = hand | CARDS.mask(view["discard"] or ()) | sum(played_cards)
    unseen = Setup.from_options(view["options"], pack_of(view)).pack & ~seen_cards
    declared_cards = [cards & unseen for cards in open_cards]  # M5.1: everybody knows who holds these
    other_hands = [
        declared_cards[seat] | unseen & ~lacked_cards[seat] & ~sum(declared_cards)
        for seat in range(SEATS)
        if seat != view["seat"]
    ]
    return plays_from_top(hand) if wins_every_trick(*lines(hand, other_hands)) else ()
