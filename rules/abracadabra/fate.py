"""A7.3: what becomes of the placed cards as their tricks are over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.abracadabra.cards import cards_of
from rules.abracadabra.records import Deal, Trick


class Fate(NamedTuple):
    """A seat's placed cards as sets of bid cards, and the tricks and cards that it has won.

    `hidden` cards become `won` or `lost` after their tricks. Declarer's on the `right` are `turned` down if lost.
    """

    hidden: int
    won: int
    lost: int
    right: int
    turned: int
    tricks: int
    """How many tricks it has won."""
    own: int
    """How many cards of its own suit those have (A8.5)."""


def fates(deal: Deal, tricks: Sequence[Trick]) -> list[Fate]:
    """Return the fate of each seat's bid cards after these finished tricks."""
    return [_fate(deal, tricks, seat) for seat in range(len(deal.suits))]


def _fate(deal: Deal, tricks: Sequence[Trick], seat: int) -> Fate:
    finished_tricks = (1 << len(tricks)) - 1
    won_tricks, cards = 0, 0
    for number, trick in enumerate(tricks):
        if trick.winner == seat:
            won_tricks |= 1 << number
            cards |= sum(trick.cards)
    right_bids = deal.right if seat == deal.declarer else 0
    plain_bids = (deal.placed[seat] or 0) & ~right_bids
    turned = right_bids & finished_tricks & ~won_tricks
    suit = deal.suits[seat]
    return Fate(
        hidden=plain_bids & ~finished_tricks,
        won=plain_bids & won_tricks,
        lost=plain_bids & finished_tricks & ~won_tricks,
        right=right_bids & ~turned,
        turned=turned,
        tricks=won_tricks.bit_count(),
        own=(cards & cards_of(suit, deal.turn_up)).bit_count() if suit else 0,
    )
