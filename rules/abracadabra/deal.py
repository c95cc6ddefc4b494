"""A2.1: how the cards are dealt, and what the card turned up makes trumps."""

from __future__ import annotations

from collections.abc import Sequence

from rules.abracadabra.cards import JOKER, NO_TRUMPS, suit_of
from rules.abracadabra.records import Deal, Setup
from rules.seats import seats_from


def split_pack(setup: Setup, dealer: int, order: Sequence[int]) -> list[list[int]]:
    """Return the cards dealt to each holder, a dummy last (A2.1, K3.3); the turn-up is what remains.

    `order` are the cards of the pack, its top first, or whatever lies in their places.
    """
    hands: list[list[int]] = [[] for _ in range(setup.holders)]
    takers = (*seats_from((dealer + 1) % setup.seats, setup.seats), *range(setup.seats, setup.holders))
    top = 0
    for packet in setup.packets:
        for holder in takers:
            hands[holder] += order[top : top + packet]
            top += packet
    return hands


def deal_pack(setup: Setup, dealer: int, order: tuple[int, ...]) -> Deal:
    """Return the deal that an order of the pack gives (A2.1)."""
    hands = tuple(map(sum, split_pack(setup, dealer, order)))
    turn_up = order[-1] if setup.has_turn_up else 0
    trumps = None
    if turn_up:
        trumps = NO_TRUMPS if turn_up == JOKER else suit_of(turn_up)
    unanswered = (None,) * setup.seats
    return Deal(order, hands, turn_up, trumps, suits=unanswered, bids=unanswered, placed=unanswered, piles=unanswered)
