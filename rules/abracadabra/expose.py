"""A6: turning up placed cards and piles."""

from __future__ import annotations

from rules.abracadabra.cards import BIDS
from rules.abracadabra.moves import Expose, Exposure
from rules.abracadabra.records import Deal, Hand, unanswered_seats
from rules.contract import Legal, Refusal


def exposers(deal: Deal) -> tuple[int, ...]:
    """Return the seats that are to expose now: Declarer (A6.1), then the others at the same time (A6.2, K4.1)."""
    waiting_seats = unanswered_seats(deal.piles)
    return (deal.declarer,) if deal.declarer in waiting_seats else waiting_seats


def clause(deal: Deal, seat: int) -> str:
    """Return the clause by which a seat exposes."""
    return "A6.1" if seat == deal.declarer else "A6.2"


def exposable(hand: Hand, seat: int) -> Exposure:
    """Return all that a seat may expose: Declarer its placed cards (A6.1), and each its pile (A6.2) unless it is
    empty.
    """
    placed = hand.deal.placed[seat] or 0
    return Exposure(placed if seat == hand.deal.declarer else 0, placed != hand.sheet.setup.bid_cards)


def legal_exposures(hand: Hand, seat: int) -> Legal:
    """Return the moves of a seat that is to expose. Those but Declarer have placed fewer cards, so they have a pile."""
    if seat != hand.deal.declarer:
        return Legal(("expose none", "expose pile"))
    exposable_cards = exposable(hand, seat)
    cards = BIDS.listed(exposable_cards.bid_cards)
    return Legal((), (Expose("expose", 0, len(cards), tuple(cards), pile=exposable_cards.pile),))


def why_not_expose(hand: Hand, seat: int, exposed: Exposure) -> Refusal | None:
    """Return the refusal of this exposure; None if it is legal."""
    exposable_cards = exposable(hand, seat)
    other_cards = exposed.bid_cards & ~exposable_cards.bid_cards
    if other_cards and seat != hand.deal.declarer:
        return Refusal("illegal_move", "A6.2", "Only Declarer may expose bid cards. You may expose your pile.")
    if other_cards:
        sentence = "You did not choose the bid card {rank}, so you cannot expose it."
        return Refusal("illegal_move", "A6.1", sentence, rank=BIDS.listed(other_cards)[0])
    if exposed.pile and not exposable_cards.pile:
        return Refusal("illegal_move", "A6.1", "You chose all your bid cards, so you have no pile to expose.")
    return None


def is_dummy_open(hand: Hand) -> bool:
    """Whether a dummy plays along and is laid open (A4.2, A6.3)."""
    return hand.sheet.setup.has_dummy and (hand.deal.further or None not in hand.deal.piles)
