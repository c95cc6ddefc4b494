"""C5.5: what the Fool's side gives for it, where the cards of a hand lie. (C5.4 is in follow.py and trick.py.)"""

from __future__ import annotations

from typing import NamedTuple

from rules.cards import each
from rules.conference.records import Exchange
from rules.tarot.cards import CARDS_BY_POINTS, FOOL


class Lot(NamedTuple):
    """Cards that lie together in a side's pile, a trick or the discard, and the cards that would count there."""

    side: int
    cards: int
    counting: int


def exchange(fool_lot: Lot, owner: int, cards: int, counting: int, has_won: bool) -> Exchange | None:
    """Return the exchange for the Fool (C5.5) by the side that played it; None if it won the Fool's trick.

    `fool_lot` is where the Fool lies, `cards` the side's pile, `counting` those of it that count.
    """
    # It gives the card whose loss takes the fewest points from it, of equals the one that brings the other side the
    # fewest in the Fool's place, of equals the first in canonical order.
    if fool_lot.side == owner:
        return None
    if not has_won:
        return Exchange(owner, fool_lot.side, FOOL)
    replacement = each(_cheapest_cards(_cheapest_cards(cards, counting), fool_lot.counting))[0]
    return Exchange(owner, fool_lot.side, replacement)


def _cheapest_cards(cards: int, counting: int) -> int:
    """Return the cards worth the fewest points, if only those that count are worth any (C4.4, C7.6)."""
    worthless_cards = cards & ~counting
    return worthless_cards or next(cards & equal_cards for _, equal_cards in CARDS_BY_POINTS if cards & equal_cards)
