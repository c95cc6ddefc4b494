"""V5: which cards may be led and played, why not the others, and who wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.contract import Refusal
from rules.voren.cards import (
    CARDS,
    FOLLOW,
    GREATER_CROWN,
    LEADS,
    SUIT_NAMES,
    TRUMP_SUIT,
    TRUMPS,
    UNSUITED,
    highest,
    name_of,
    suit_of,
)

FIRST, SECOND = 0, 1
"""Tricks are numbered from 0."""


def may_lead(hand: int, trumps: int, trick: int) -> int:
    """The cards of `hand` that may be led to this trick."""
    if trick == FIRST:
        return hand & GREATER_CROWN[trumps] or hand  # V5.2
    if trick == SECOND:
        return hand & TRUMP_SUIT[trumps] or hand  # V5.8
    return hand  # V5.9


def may_follow(hand: int, trumps: int, led: int, beats: int) -> int:
    """The cards of `hand` that may be played where `led` was led and the cards `beats` would win the trick so far."""
    if led & UNSUITED:
        return hand  # V5.6
    cards = hand & FOLLOW[trumps][led] or hand & TRUMPS[trumps] or hand  # V5.4
    winning = cards & beats
    return highest(winning) if winning else cards  # V5.5


def why_not_lead(card: int, hand: int, trumps: int, trick: int) -> Refusal:
    """The clause that forbids to lead a card which `may_lead` leaves out."""
    if trick == FIRST:
        return Refusal(
            "illegal_move",
            "V5.2",
            "You lead to the first trick and hold the Greater Crown of trumps, so you must lead it.",
            crown=CARDS.text[may_lead(hand, trumps, trick)],
            card=CARDS.text[card],
        )
    return Refusal(
        "illegal_move",
        "V5.8",
        "You won the first trick, so you must lead a trump to the second: one of your {suit}.",
        suit=SUIT_NAMES[trumps],
        card=CARDS.text[card],
    )


def why_not_follow(card: int, hand: int, trumps: int, led: int, beats: int) -> Refusal:
    """The clause that forbids to play a card which `may_follow` leaves out."""
    suit, text = suit_of(led), CARDS.text[card]
    mine = hand & FOLLOW[trumps][led]
    if mine and not card & mine:
        if led & TRUMPS[trumps]:
            return Refusal(
                "illegal_move",
                "V5.4",
                "Trumps were led and you hold one, so you must play a trump. The Wolf and Treachery count as trumps.",
                card=text,
            )
        return Refusal(
            "illegal_move",
            "V5.4",
            "{suit} were led and you hold one, so you must follow suit.",
            suit=SUIT_NAMES[suit or 0].capitalize(),
            card=text,
        )
    if not mine and not card & TRUMPS[trumps] and hand & TRUMPS[trumps]:
        return Refusal(
            "illegal_move",
            "V5.4",
            "You have no {suit}, so you must play a trump. The Wolf and Treachery count as trumps.",
            suit=SUIT_NAMES[suit or 0],
            card=text,
        )
    must = may_follow(hand, trumps, led, beats)
    return Refusal(
        "illegal_move",
        "V5.5",
        "You can win this trick at the moment, so you must play the highest card that does: the {name} ({must}).",
        name=name_of(must),
        must=CARDS.text[must],
        card=text,
    )


class Trick(NamedTuple):
    """A trick: who led, the cards in the order played, and who is winning it or has won it."""

    leader: int
    cards: tuple[tuple[int, int], ...]
    winner: int


def tricks_of(first: int, seats: Sequence[int], trumps: int, plays: Sequence[int]) -> list[Trick]:
    """The tricks that these plays make, the last one perhaps unfinished.

    `first` leads (V5.1), `seats` are those still in, from anywhere to the left.
    """
    found: list[Trick] = []
    leader = first
    for start in range(0, len(plays), len(seats)):
        place = seats.index(leader)
        order = (*seats[place:], *seats[:place])
        cards = tuple(zip(order, plays[start : start + len(seats)], strict=False))
        lead, best = LEADS[trumps][cards[0][1]], cards[0][1]
        winner = leader
        for seat, card in cards:
            if card & lead.beats[best]:  # V5.7
                best, winner = card, seat
        found.append(Trick(leader, cards, winner))
        leader = winner
    return found
