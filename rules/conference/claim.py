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
from rules.claims import MIN_TRICKS, Line, on_lead, wins_every_trick
from rules.conference.cards import COURTS, SPIRITS
from rules.conference.knowledge import DISCARD, Knowledge, read_knowledge
from rules.conference.records import HIRED_SUITS, SEATS, side
from rules.conference.views import sheet_of
from rules.contract import View
from rules.tarot.cards import FOOL, RANK, SUIT_MASKS
from rules.tarot.claim import lines, plays_from_top


def claim(view: View) -> tuple[str, ...]:
    """Return the moves by which the seat on lead plays out the hand; none where it cannot be sure of every trick (C5,
    C6).

    With the Fool in hand it never is, for the Fool wins no trick (C5.3).
    """
    if not on_lead(view):
        return ()
    sheet = sheet_of(view)
    if sheet.setup.between_hands == "cut" and sheet.number + 1 < sheet.setup.hands:
        return ()
    seat: int = view["seat"]
    knowledge = read_knowledge(view, sheet)
    hand, hired_suit = knowledge.held_cards[seat], HIRED_SUITS[knowledge.gallowglass]
    if hand.bit_count() < MIN_TRICKS or hand & FOOL or (hand & hired_suit and hand & ~hired_suit):
        return ()
    possible_hands = [
        knowledge.held_cards[holder] | knowledge.hidden_cards & ~knowledge.lacked_cards[holder]
        for holder in range(SEATS)
    ]
    other_hands = [cards for holder, cards in enumerate(possible_hands) if holder != seat]
    if _may_spirits_matter(knowledge, seat, possible_hands):
        return ()
    trumps, plain_lines = lines(hand, other_hands)
    if hired_suit:
        plain_lines = [
            _with_stand_ins(line, suit, hired_suit, other_hands)
            for line, suit in zip(plain_lines, SUIT_MASKS, strict=True)
        ]
    return plays_from_top(hand) if wins_every_trick(trumps, plain_lines) else ()


def _may_spirits_matter(knowledge: Knowledge, seat: int, possible_hands: Sequence[int]) -> bool:
    """Whether Good and Evil may still do more than the lowest trump does: be called with, or win together."""
    if knowledge.sheet.setup.is_allegiance:
        spirits_left = (
            knowledge.sheet.setup.pack & SPIRITS & ~sum(knowledge.cards_in_tricks) & ~knowledge.held_cards[DISCARD]
        )
        is_own_call = bool(knowledge.calls) and side(knowledge.calls[0].seat) == side(seat)
        # C7.5: whoever has called plays the other without a call, as the lowest trump.
        return bool(spirits_left & ~knowledge.held_cards[seat] if is_own_call else spirits_left)
    # C6.2: each opponent plays one of them. An opponent who may hold one may hold the other: play shows no more of a
    # seat than that it has no trumps.
    return all(
        possible_hands[opponent] & SPIRITS == SPIRITS for opponent in range(SEATS) if side(opponent) != side(seat)
    )


def _with_stand_ins(line: Line, suit: int, hired_suit: int, other_hands: Sequence[int]) -> Line:
    """Return the line of a plain suit if cards of the gallowglass suit may stand in for it (C4.2).

    A seat that may hold both court cards of the suit and stand-ins need not follow. Of two cards of one rank the later
    is higher (C4.3).
    """
    substitutes = [cards & hired_suit for cards in other_hands if cards & suit & COURTS]
    ranks = [RANK[card] for cards in substitutes for card in each(cards)]
    if suit == hired_suit or not ranks:
        return line
    lowest = each(suit)[0]
    highest = lowest << max(ranks)
    return Line(line.own_heights, max(line.top, highest), len(line.own_heights))
