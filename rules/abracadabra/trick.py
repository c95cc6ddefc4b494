"""A7.1, A7.2: turns in a trick, its winner, and the next leader with the hand to lead from."""

from __future__ import annotations

from rules.abracadabra.cards import beats, suit_led
from rules.abracadabra.records import Deal, Setup, Trick

LEADS_FROM_DUMMY = 0
LEADS_FROM_HAND = 2
"""A7.2: the places of the dummy's card in a trick of three."""


def first_trick(setup: Setup, eldest: int) -> Trick:
    """Return the first trick of a deal, to which Eldest leads from its own hand (A7.1)."""
    return Trick(eldest, LEADS_FROM_HAND if setup.has_dummy else None)


def seat_at(setup: Setup, trick: Trick, place: int) -> int:
    """Return the seat that plays the card at this place.

    The third of a trick with a dummy is the leader's again (A7.2).
    """
    return (trick.leader + place) % setup.seats


def with_card(setup: Setup, deal: Deal, trick: Trick, card: int) -> Trick:
    """Return the trick with one more card, won if it is the last (A7.1).

    A dummy's card wins for who played it (A7.2).
    """
    leader, dummy, cards, suit, best_place, _ = trick
    if not cards:
        return Trick(leader, dummy, (card,), suit_led(card, deal.turn_up))
    if beats(card, cards[best_place], deal.trumps, deal.turn_up):
        best_place = len(cards)
    cards = (*cards, card)
    winner = seat_at(setup, trick, best_place) if len(cards) == len(deal.hands) else None
    return Trick(leader, dummy, cards, suit, best_place, winner)


def next_trick(trick: Trick) -> Trick:
    """Return the trick after one that was won: its winner leads (A7.1), from the dummy if that held the best card
    (A7.2).
    """
    assert trick.winner is not None
    if trick.dummy is None:
        return Trick(trick.winner, None)
    return Trick(trick.winner, LEADS_FROM_DUMMY if trick.best == trick.dummy else LEADS_FROM_HAND)
