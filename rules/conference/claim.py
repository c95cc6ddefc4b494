"""A claim of all tricks that are left, proved from the view of the seat on lead (see `Conduct.claim`)."""

# A seat that takes them all brings its side all cards that are still in hands, and the tricks' points (C8.1). Both are
# the same however the cards fall, where the same cards of each trick count:
#
# - C4.4: the cards that win them are all of the gallowglass suit, or none is;
# - C7.6: no call is to come any more.
#
# Then the Fool's exchange (C5.5) is the same too. It depends on the piles, of which one gets all that is left, and on
# which cards count in the trick to which the Fool falls.
#
# The proof asks no help of the partner, who may hold anything. Where the pack is only cut before the next deal (C2.3)
# the order in which cards fell decides what is dealt, so nothing is claimed then, but in the last hand.

from __future__ import annotations

from collections.abc import Sequence

from rules.cards import each
from rules.claims import FEWEST, Line, on_lead, takes_all
from rules.conference.cards import COURTS, SPIRITS
from rules.conference.knowledge import DISCARD, Known, known_from
from rules.conference.records import HIRED, SEATS, side
from rules.conference.views import sheet_of
from rules.contract import View
from rules.tarot.cards import FOOL, RANK, SUIT_MASKS
from rules.tarot.claim import in_order, lines


def claim(view: View) -> tuple[str, ...]:
    """The moves by which the seat on lead plays out the hand; none where it cannot be sure of every trick (C5, C6).

    With the Fool in hand it never is, for the Fool wins no trick (C5.3).
    """
    if not on_lead(view):
        return ()
    sheet = sheet_of(view)
    if sheet.setup.between_hands == "cut" and sheet.number + 1 < sheet.setup.hands:
        return ()
    seat: int = view["seat"]
    knowledge = known_from(view, sheet)
    hand, hired = knowledge.held[seat], HIRED[knowledge.gallowglass]
    if hand.bit_count() < FEWEST or hand & FOOL or (hand & hired and hand & ~hired):
        return ()
    holds = [knowledge.held[holder] | knowledge.hidden & ~knowledge.voids[holder] for holder in range(SEATS)]
    theirs = [cards for holder, cards in enumerate(holds) if holder != seat]
    if _may_stir(knowledge, seat, holds):
        return ()
    trumps, plain = lines(hand, theirs)
    if hired:
        plain = [_with_stand_ins(line, suit, hired, theirs) for line, suit in zip(plain, SUIT_MASKS, strict=True)]
    return in_order(hand) if takes_all(trumps, plain) else ()


def _may_stir(knowledge: Known, seat: int, holds: Sequence[int]) -> bool:
    """Whether Good and Evil may still do more than the lowest trump does: be called with, or win together."""
    if knowledge.sheet.setup.allegiance:
        left = knowledge.sheet.setup.pack & SPIRITS & ~sum(knowledge.gone) & ~knowledge.held[DISCARD]
        ours = bool(knowledge.calls) and side(knowledge.calls[0].seat) == side(seat)
        # C7.5: whoever has called plays the other without a call, as the lowest trump.
        return bool(left & ~knowledge.held[seat] if ours else left)
    # C6.2: each opponent plays one of them. An opponent who may hold one may hold the other: play shows no more of a
    # seat than that it has no trumps.
    return all(holds[against] & SPIRITS == SPIRITS for against in range(SEATS) if side(against) != side(seat))


def _with_stand_ins(line: Line, suit: int, hired: int, theirs: Sequence[int]) -> Line:
    """The line of a plain suit if cards of the gallowglass suit may stand in for it (C4.2).

    A seat that may hold both court cards of the suit and stand-ins need not follow. Of two cards of one rank the later
    is higher (C4.3).
    """
    substitutes = [cards & hired for cards in theirs if cards & suit & COURTS]
    ranks = [RANK[card] for cards in substitutes for card in each(cards)]
    if suit == hired or not ranks:
        return line
    lowest = each(suit)[0]
    highest = lowest << max(ranks)
    return Line(line.mine, max(line.top, highest), len(line.mine))
