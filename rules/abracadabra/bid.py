"""A4: bidding, and who is Declarer."""

from __future__ import annotations

from rules.abracadabra.records import PASSED, Deal
from rules.contract import Refusal


def highest_bid(deal: Deal) -> int:
    """Return the highest bid of this round so far, PASSED if there is none."""
    return max([bid or PASSED for bid in deal.bids])


def legal_bids(deal: Deal, tricks: int) -> range:
    """Return the bids that a seat may make (A4.1)."""
    return range(highest_bid(deal) + 1, tricks + 1)


def why_not_bid(deal: Deal, tricks: int, number: int) -> Refusal | None:
    """Return the refusal of a bid of this number; None if it is legal."""
    if number in legal_bids(deal, tricks):
        return None
    if not 1 <= number <= tricks:
        return Refusal("illegal_move", "A4.1", "A bid is a number from 1 to {tricks}.", tricks=tricks)
    sentence = "{highest} has been bid, so bid more or pass."
    return Refusal("illegal_move", "A4.1", sentence, highest=highest_bid(deal))


def find_declarer(deal: Deal) -> int | None:
    """Return the highest bidder (A4.1); None if all passed."""
    highest_number = highest_bid(deal)
    return None if highest_number == PASSED else deal.bids.index(highest_number)
