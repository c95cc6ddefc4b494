"""The reshuffle (F3.4): what becomes of the discard pile when the stock is empty at the start of a turn."""

from __future__ import annotations

from typing import Final

from rules.five_crowns.cards import Cards
from rules.five_crowns.records import RESHUFFLE, Hand, LogEntry

MAX_RESHUFFLES: Final = 3
"""F3.4: at the next moment that the stock is empty the deal ends."""


def count_reshuffles(hand: Hand) -> int:
    """Return the number of reshuffles in this deal."""
    return len(hand.orders) - 1


def is_last_stock(hand: Hand) -> bool:
    """Whether the deal ends when the stock is empty (F3.4)."""
    return count_reshuffles(hand) == MAX_RESHUFFLES


def cards_to_reshuffle(hand: Hand) -> Cards:
    """Return the cards that become the new stock: all of the discard pile but its top card (F3.4)."""
    return hand.pile[:-1]


def after_reshuffle(hand: Hand, turn: int, order: Cards) -> Hand:
    """Return the deal with these cards, in this order, as its stock, before the turn of a seat (F3.4)."""
    return hand._replace(
        orders=(*hand.orders, order),
        stock=order,
        pile=hand.pile[-1:],
        log=(*hand.log, LogEntry(turn, RESHUFFLE)),
    )
