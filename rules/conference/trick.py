"""C4.3, C5.3, C6: which card of a trick wins it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from rules.conference.cards import SPIRITS
from rules.conference.gallowglass import hireable_cards
from rules.conference.records import LaidCard, side
from rules.tarot.cards import FOOL, LED, RANK, TRUMPS


def winner(cards: Iterable[LaidCard], led_suit: int, stand_ins: int, idle_card: int | None) -> int | None:
    """Return the seat that wins a trick of these cards, in the order of play; None if no card can win yet.

    `led_suit` is the suit to follow. `stand_ins` count as cards of that suit (C4.2). `idle_card` has no effect (C7.3).
    """
    counting = [(seat, card) for seat, card in cards if card != FOOL and card != idle_card]
    spirits = [seat for seat, card in counting if card & SPIRITS]
    if len(spirits) > 1:
        first, second = spirits
        if side(first) == side(second):
            return first  # C6.2
        counting = [(seat, card) for seat, card in counting if not card & SPIRITS]
        led_suit = next((LED[card] for _, card in counting), led_suit)  # C6.3
    best_height, winning_seat, following = 0, None, led_suit | stand_ins
    for seat, card in counting:
        height = _height(card, following)
        if height and height >= best_height:  # C4.3: of two of the same rank the later played is higher
            best_height, winning_seat = height, seat
    return winning_seat


def _height(card: int, following: int) -> int:
    """Return the height of a card: trumps above cards `following` suit (C5.3), Good and Evil below 1 (C6.1); 0
    for others.
    """
    if card & TRUMPS:
        return card
    return RANK[card] + 1 if card & following else 0


def public_winner(cards: Iterable[LaidCard], led_suit: int, hired_suit: int, idle_card: int | None) -> int | None:
    """Return the seat that is winning a trick by public knowledge; None if none is or it cannot be known.

    Whether a card of the gallowglass suit is one of the suit led may hang on what its player still holds (C4.2).
    """
    trick_cards = tuple(cards)
    unsure_cards = [card for _, card in trick_cards if card & hireable_cards(led_suit, hired_suit)]
    choices = [
        sum(cards_standing_in)
        for size in range(len(unsure_cards) + 1)
        for cards_standing_in in combinations(unsure_cards, size)
    ]
    possible_winners = {winner(trick_cards, led_suit, stand_ins, idle_card) for stand_ins in choices}
    return possible_winners.pop() if len(possible_winners) == 1 else None
