"""M6.5: the Fool stays with the seat that played it, which gives the winner of the trick a card for it."""

from __future__ import annotations

from collections.abc import Sequence

from rules.mitigati.cards import SEATS
from rules.mitigati.records import Exchange, Trick
from rules.tarot.cards import FOOL, cheapest


def find_fool(tricks: Sequence[Trick]) -> tuple[int, int] | None:
    """Return the seat that played the Fool and the trick (0-based); None while it is unplayed."""
    for number, trick in enumerate(tricks):
        if FOOL in trick.cards:
            return trick.seat_at(trick.cards.index(FOOL)), number
    return None


def settle_fool(tricks: Sequence[Trick], discard: int, dealer: int) -> tuple[tuple[int, ...], Exchange | None]:
    """Return the trick piles by seat after the Fool's exchange, and that exchange (M6.5); None for a hand without the
    Fool.

    `tricks` are all of a hand. The discard belongs to the dealer's pile but is no trick.
    """
    winners = [trick.winner for trick in tricks if trick.winner is not None]
    piles = [0] * SEATS
    for trick, winner in zip(tricks, winners, strict=True):
        for card in trick.cards:
            piles[winner] |= card
    piles[dealer] |= discard
    fool_play = find_fool(tricks)
    if fool_play is None:
        return tuple(piles), None
    giver, number = fool_play
    winner = winners[number]
    if giver not in winners:
        return tuple(piles), Exchange(giver, winner, FOOL)
    replacement = cheapest(piles[giver])
    piles[giver] ^= replacement | FOOL
    piles[winner] ^= replacement | FOOL
    return tuple(piles), Exchange(giver, winner, replacement)
