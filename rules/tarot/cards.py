"""The tarot pack: cards as bits, what they are worth and what they are called, which beats which.

Mitigati plays with 78 of these cards, Conference with 78 or 80.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.cards import Bits, each, suited

SUITS: Final = "EAFW"
RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "C", "Q", "K")
"""Low to high (K2.2)."""

CARDS: Final = Bits((*suited(RANKS, SUITS), "GOOD", "EVIL", *(str(number) for number in range(1, 22)), "FOOL"))
"""All 80 cards in canonical order. Within a suit, and among trumps 1 to 21, a higher card is a higher bit."""

GOOD: Final = CARDS.bit["GOOD"]
EVIL: Final = CARDS.bit["EVIL"]
MAGICIAN: Final = CARDS.bit["1"]
WORLD: Final = CARDS.bit["21"]
FOOL: Final = CARDS.bit["FOOL"]

PACK_78: Final = tuple(text for text in CARDS.texts if text not in ("GOOD", "EVIL"))
PACK_80: Final = CARDS.texts

SUIT_MASKS: Final = tuple(CARDS.mask(suited(RANKS, suit)) for suit in SUITS)
PLAIN: Final = sum(SUIT_MASKS)
NUMBERED: Final = CARDS.mask(str(number) for number in range(1, 22))
"""The trumps 1..21."""
TRUMPS: Final = NUMBERED | GOOD | EVIL
KINGS: Final = CARDS.mask("K" + suit for suit in SUITS)
HONOURS: Final = MAGICIAN | WORLD | FOOL
"""M1.1, C1.2."""


def _worth(card: int) -> int:
    """Return the card points of one card (M1.2, C1.2)."""
    if card & HONOURS:
        return 5
    if card in (GOOD, EVIL):
        return 0
    return {"K": 5, "Q": 4, "C": 3, "J": 2, "A": 5}.get(CARDS.text[card][0], 1)


POINTS: Final = {card: _worth(card) for card in CARDS.text}
"""The card points of each card (M1.2, C1.2); 146 in all."""
CARDS_BY_POINTS: Final = tuple(
    (value, sum(card for card, points in POINTS.items() if points == value)) for value in range(6)
)
"""Each value in card points with the set of the cards that have it, least first."""


def points(mask: int) -> int:
    """Return the card points of the cards in `mask` (M1.2)."""
    return sum(value * (mask & cards).bit_count() for value, cards in CARDS_BY_POINTS)


def cheapest(mask: int) -> int:
    """Return the card in `mask` that is worth least, of equals the first in canonical order (M6.5).

    Raises ValueError for no cards.
    """
    if not mask:
        raise ValueError("no cards")
    cheapest_cards = next(mask & cards for _, cards in CARDS_BY_POINTS if mask & cards)
    return cheapest_cards & -cheapest_cards


def suit_led(card: int) -> int:
    """Return the suit that a card asks for when it is led, as a set; 0 for the Fool, which asks for none (M6.4,
    C5.4).
    """
    if card == FOOL:
        return 0
    return next((suit for suit in SUIT_MASKS if card & suit), TRUMPS)


def _above(card: int) -> int:
    """Return the cards that win over this one where it is the best so far."""
    if card == FOOL:
        return TRUMPS | PLAIN
    if card & PLAIN:
        return suit_led(card) & -2 * card | TRUMPS
    return NUMBERED if card in (GOOD, EVIL) else NUMBERED & -2 * card


LED: Final = {card: suit_led(card) for card in CARDS.text}
"""`suit_led` by card."""
ABOVE: Final = {card: _above(card) for card in CARDS.text}
"""By card: the cards that win over this one when it is the best so far (M6.3); over the Fool any but itself."""

PLACE: Final = {card: place for place, card in enumerate(CARDS.text)}
"""The place of each card in canonical order (K2.8)."""
RANK: Final = {card: rank for suit in SUIT_MASKS for rank, card in enumerate(each(suit))}
"""The place of each plain card in its suit, 0 for the lowest."""

_NAMES: Final = {"A": "Ace", "J": "Jack", "C": "Cavalier", "Q": "Queen", "K": "King"}
_SPECIAL: Final = {
    GOOD: "Good", EVIL: "Evil", MAGICIAN: "the Magician (1)", WORLD: "the World (21)", FOOL: "the Fool",
}  # fmt: skip
SUIT_NAMES: Final = ("Earth", "Air", "Fire", "Water")


def name(card: int) -> str:
    """Return the name of a card: "the Queen of Air", "the 7 of Fire", "trump 12", "the Fool"."""
    if card & PLAIN:
        rank = RANKS[RANK[card]]
        return f"the {_NAMES.get(rank, rank)} of {suit_name(LED[card])}"
    return _SPECIAL.get(card) or f"trump {CARDS.text[card]}"


def suit_name(suit: int) -> str:
    """Return the name of the suit of a `LED` set."""
    return "trumps" if suit == TRUMPS else SUIT_NAMES[SUIT_MASKS.index(suit)]


def suit_letter(suit: int) -> str | None:
    """Return the suit of a `LED` set as views write it: its letter, "trumps", or None where nothing is asked for."""
    if not suit:
        return None
    return "trumps" if suit == TRUMPS else SUITS[SUIT_MASKS.index(suit)]


def follows(moves: Iterable[str]) -> dict[str, str]:
    """Return the suit that the card of each move follows, as views write it. The Fool follows none."""
    suit_by_move = {move: suit_letter(LED[CARDS.bit[move.split(" ")[1]]]) for move in moves}
    return {move: suit for move, suit in suit_by_move.items() if suit is not None}


def height(card: int) -> tuple[int, ...]:
    """Return how high a card stands: by its rank in its suit, of equals in canonical order; above those the
    trumps (M6.3, C5.3), and the Fool, which wins nothing, above all.
    """
    return (0, RANK[card], card) if card & PLAIN else (1, card)
