"""Claims in the tarot games: lines of the five suits, and the order in which cards are led."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.cards import each
from rules.claims import Line
from rules.tarot.cards import CARDS, EVIL, FOOL, GOOD, SUIT_MASKS, TRUMPS


def lines(hand: int, other_hands: Sequence[int]) -> tuple[Line, list[Line]]:
    """Return the trumps and the plain suits of a seat that holds `hand`; the others may hold `other_hands`.

    The holder of the Fool may play it once instead of following (M6.4, C5.4).
    """
    substitutes = int(any(cards & FOOL for cards in other_hands))

    def line(suit: int) -> Line:
        return Line.from_heights(_heights(hand & suit), [_heights(cards & suit) for cards in other_hands], substitutes)

    return line(TRUMPS), [line(suit) for suit in SUIT_MASKS]


def _heights(cards: int) -> list[int]:
    """Return how high these cards of one suit are; Good and Evil are equal (C6.1)."""
    return [GOOD if card == EVIL else card for card in each(cards)]


def plays_from_top(hand: int) -> tuple[str, ...]:
    """Return the moves by which these cards are led: trumps first, each suit from the top."""
    suits: Iterable[int] = (TRUMPS, *SUIT_MASKS)
    return tuple(f"play {CARDS.text[card]}" for suit in suits for card in reversed(each(hand & suit)))
