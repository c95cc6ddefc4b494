"""C4.3, C5.3, C6: which card of a trick wins it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from rules.conference.cards import SPIRITS
from rules.conference.gallowglass import hired_for
from rules.conference.records import Laid, side
from rules.tarot.cards import FOOL, LED, RANK, TRUMPS


def winner(cards: Iterable[Laid], led: int, stand_ins: int, idle: int | None) -> int | None:
    """The seat that wins a trick of these cards, in the order of play; None if no card can win yet.

    `led` is the suit asked for, `stand_ins` count as of that suit (C4.2), `idle` has no effect (C7.3).
    """
    counting = [(seat, card) for seat, card in cards if card != FOOL and card != idle]
    spirits = [seat for seat, card in counting if card & SPIRITS]
    if len(spirits) > 1:
        first, second = spirits
        if side(first) == side(second):
            return first  # C6.2
        counting = [(seat, card) for seat, card in counting if not card & SPIRITS]
        led = next((LED[card] for _, card in counting), led)  # C6.3
    best, leading, following = 0, None, led | stand_ins
    for seat, card in counting:
        height = _height(card, following)
        if height and height >= best:  # C4.3: of two of the same rank the later played is higher
            best, leading = height, seat
    return leading


def _height(card: int, following: int) -> int:
    """The height of a card: trumps above cards `following` suit (C5.3), Good and Evil below 1 (C6.1); 0 for others."""
    if card & TRUMPS:
        return card
    return RANK[card] + 1 if card & following else 0


def seen_winning(cards: Iterable[Laid], led: int, hired: int, idle: int | None) -> int | None:
    """The seat that is winning a trick by public knowledge; None if none is or it cannot be known.

    Whether a card of the gallowglass suit is one of the suit led may hang on what its player still holds (C4.2).
    """
    laid = tuple(cards)
    unsure = [card for _, card in laid if card & hired_for(led, hired)]
    choices = [sum(some) for size in range(len(unsure) + 1) for some in combinations(unsure, size)]
    seen = {winner(laid, led, stand_ins, idle) for stand_ins in choices}
    return seen.pop() if len(seen) == 1 else None
