"""V5.1, V5.2, V5.8, V5.9: who leads, who plays then, which cards may be led, and why not the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.contract import Refusal
from rules.voren.cards import CARDS, GREATER_CROWNS, suit_name

FIRST: Final = 0
SECOND: Final = 1
"""Tricks are numbered from 0."""


def first_leader(dealer: int, seats_in: Sequence[int]) -> int:
    """Return the first seat at or after the dealer's left that is still in (V5.1).

    `seats_in` are those seats, sorted.
    """
    return next((seat for seat in seats_in if seat > dealer), seats_in[0])


def play_order(leader: int, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats still in as they play to a trick, `leader` first (V5.1).

    `seats` are these seats in order to the left, from any of them.
    """
    place = seats.index(leader)
    return seats[place:] + seats[:place]


def leadable(hand: int, trumps: int, number: int) -> int:
    """Return the cards of `hand` that may be led to the trick of this number; `trumps` are the cards of the trump
    suit.
    """
    if number == FIRST:
        return hand & trumps & GREATER_CROWNS or hand  # V5.2
    if number == SECOND:
        return hand & trumps or hand  # V5.8
    return hand  # V5.9


def why_not_lead(card: int, hand: int, trumps: int, number: int) -> Refusal | None:
    """Return why a card of `hand` may not be led; None if it may. The other arguments are those of `leadable`."""
    if card & leadable(hand, trumps, number):
        return None
    if number == FIRST:
        return Refusal(
            "illegal_move",
            "V5.2",
            "You lead the first trick and hold the Greater Crown of trumps, so you must lead it.",
            crown=CARDS.text[leadable(hand, trumps, number)],
            card=CARDS.text[card],
        )
    return Refusal(
        "illegal_move",
        "V5.8",
        "You won the first trick, so you must lead a trump to the second: a {suit}.",
        suit=suit_name(trumps).removesuffix("s"),
        card=CARDS.text[card],
    )
