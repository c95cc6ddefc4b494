"""C5.5: what the Fool's side gives for it, where the cards of a hand lie. (C5.4 is in follow.py and trick.py.)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.conference.records import Exchange
from rules.tarot.cards import BIT, FOOL, FOOL_BIT, POINTS, indices


class Lot(NamedTuple):
    """Cards that lie together in a side's pile, a trick or the discard, and the cards that would count there."""

    side: int
    cards: int
    counting: int


def worth(card: int, lot: Lot) -> int:
    """The card points of a card where this lot lies (C4.4, C7.6)."""
    return POINTS[card] if BIT[card] & lot.counting else 0


def exchange(lots: Sequence[Lot], owner: int, has_won: bool) -> Exchange | None:
    """What the side that played the Fool, which `has_won` a trick or not, gives; None where it won the Fool's trick.

    Of its cards it gives the one whose loss takes the fewest points from it, of equals the one that brings the other
    side the fewest in the Fool's place, of equals the first in canonical order.
    """
    place = next(lot for lot in lots if lot.cards & FOOL_BIT)
    if place.side == owner:
        return None
    if not has_won:
        return Exchange(owner, place.side, FOOL)
    own = [(card, lot) for lot in lots if lot.side == owner for card in indices(lot.cards)]
    _, _, given = min((worth(card, lot), worth(card, place), card) for card, lot in own)
    return Exchange(owner, place.side, given)


def lots_after(lots: Sequence[Lot], made: Exchange | None, owner: int, kept: int) -> list[Lot]:
    """Where the cards lie after the exchange; `kept` are the cards that count where a Fool that is kept lies."""
    if made and made.given == FOOL:
        return list(lots)
    lying = [lot._replace(cards=lot.cards & ~FOOL_BIT) for lot in lots]
    if made:
        place = next(at for at, lot in enumerate(lots) if lot.cards & FOOL_BIT)
        lying = [lot._replace(cards=lot.cards & ~BIT[made.given]) for lot in lying]
        lying[place] = lying[place]._replace(cards=lying[place].cards | BIT[made.given])
    return [*lying, Lot(owner, FOOL_BIT, kept)]
