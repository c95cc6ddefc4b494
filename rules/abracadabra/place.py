"""A5.1, A5.3: placing bid cards."""

from __future__ import annotations

from rules.abracadabra.bid import highest_bid
from rules.abracadabra.cards import BIDS
from rules.abracadabra.records import Deal, Hand, unanswered_seats
from rules.contract import Refusal


def placers(deal: Deal) -> tuple[int, ...]:
    """Return the seats that are to place now: Declarer (A5.1), then the others at the same time (A5.3, K4.1)."""
    waiting_seats = unanswered_seats(deal.placed)
    return (deal.declarer,) if deal.declarer in waiting_seats else waiting_seats


def clause(deal: Deal, seat: int) -> str:
    """Return the clause by which a seat places."""
    return "A5.1" if seat == deal.declarer else "A5.3"


def count_limits(deal: Deal, seat: int) -> tuple[int, int]:
    """Return the fewest and the most bid cards that a seat may place: Declarer its bid (A5.1), another fewer (A5.3)."""
    bid = highest_bid(deal)
    return (bid, bid) if seat == deal.declarer else (0, bid - 1)


def why_not_place(hand: Hand, seat: int, bid_cards: int) -> Refusal | None:
    """Return the refusal of these bid cards; None if they may be placed."""
    missing_cards = bid_cards & ~hand.sheet.setup.bid_cards
    if missing_cards:
        rank, last = BIDS.listed(missing_cards)[0], BIDS.listed(hand.sheet.setup.bid_cards)[-1]
        sentence = "You have no bid card {rank}. Yours run from A to {highest}."
        return Refusal("illegal_move", "K4.3", sentence, rank=rank, highest=last)
    fewest, most = count_limits(hand.deal, seat)
    count = bid_cards.bit_count()
    if fewest <= count <= most:
        return None
    if seat == hand.deal.declarer:
        sentence = "You bid {most}, so choose {most} bid cards, not {count}."
    else:
        sentence = "Choose {most} bid cards at most, fewer than Declarer. You chose {count}."
    return Refusal("illegal_move", clause(hand.deal, seat), sentence, most=most, count=count)
