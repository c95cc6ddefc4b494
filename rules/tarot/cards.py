"""The tarot pack: its cards as numbers and as sets, what they are worth and what they are called, which beats which.

Mitigati plays with 78 of these cards, Conference with 78 or 80. Cards are numbered 0..79 in canonical order (K2.8), and
a set of cards is an int with bit i for card i, so that listing cards low bit first lists them in canonical order.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from rules.cards import suited

SUITS: Final = "EAFW"
RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "C", "Q", "K")
"""Low to high (K2.2)."""
IN_SUIT: Final = len(RANKS)

CARDS: Final[tuple[str, ...]] = (
    *suited(RANKS, SUITS),
    "GOOD",
    "EVIL",
    *(str(number) for number in range(1, 22)),
    "FOOL",
)
"""All 80 texts in canonical order."""

INDEX: Final[dict[str, int]] = {text: index for index, text in enumerate(CARDS)}
BIT: Final = tuple(1 << index for index in range(len(CARDS)))
GOOD: Final = INDEX["GOOD"]
EVIL: Final = INDEX["EVIL"]
MAGICIAN: Final = INDEX["1"]
WORLD: Final = INDEX["21"]
FOOL: Final = INDEX["FOOL"]


def mask_of(cards: Iterable[str]) -> int:
    """The set of these cards (texts in upper case). Raises KeyError for a text that is no card."""
    mask = 0
    for text in cards:
        mask |= BIT[INDEX[text]]
    return mask


def indices(mask: int) -> list[int]:
    """The numbers of the cards in `mask`, in canonical order."""
    return [card for card, bit in enumerate(BIT) if bit & mask]


def texts(mask: int) -> list[str]:
    """The texts of the cards in `mask`, in canonical order."""
    return list(_texts(mask))


@lru_cache(maxsize=4096)
def _texts(mask: int) -> tuple[str, ...]:
    """As `texts`: a view names the same hands and tricks again after each card."""
    return tuple(text for text, bit in zip(CARDS, BIT, strict=True) if bit & mask)


PACK_78: Final = tuple(text for text in CARDS if text not in ("GOOD", "EVIL"))
PACK_80: Final = CARDS

SUIT_MASKS: Final = tuple(mask_of(suited(RANKS, suit)) for suit in SUITS)
PLAIN: Final = sum(SUIT_MASKS)
NUMBERED: Final = mask_of(str(number) for number in range(1, 22))
"""The trumps 1..21."""
TRUMPS: Final = NUMBERED | BIT[GOOD] | BIT[EVIL]
FOOL_BIT: Final = BIT[FOOL]
KINGS: Final = mask_of("K" + suit for suit in SUITS)
HONOURS: Final = BIT[MAGICIAN] | BIT[WORLD] | FOOL_BIT
"""M1.1, C1.2."""


def _worth(card: int) -> int:
    """M1.2, C1.2: the card points of one card."""
    if BIT[card] & HONOURS:
        return 5
    if card in (GOOD, EVIL):
        return 0
    return {"K": 5, "Q": 4, "C": 3, "J": 2, "A": 5}.get(CARDS[card][0], 1)


POINTS: Final = tuple(_worth(card) for card in range(len(CARDS)))
"""Card points by number (M1.2, C1.2); 146 in all."""


WORTH: Final = tuple(
    (value, sum(BIT[card] for card in range(len(CARDS)) if POINTS[card] == value)) for value in range(6)
)
"""Each value in card points with the set of the cards that have it, least first."""


def points(mask: int) -> int:
    """The card points of the cards in `mask` (M1.2)."""
    return sum(value * (mask & cards).bit_count() for value, cards in WORTH)


def cheapest(mask: int) -> int:
    """The number of the card in `mask` that is worth least, of equals the first in canonical order (M6.5).

    Raises ValueError for no cards.
    """
    if not mask:
        raise ValueError("no cards")
    least = next(mask & cards for _, cards in WORTH if mask & cards)
    return indices(least)[0]


def suit_led(card: int) -> int:
    """The suit that a card asks for when it is led, as a set; 0 for the Fool, which asks for none (M6.4, C5.4)."""
    if card == FOOL:
        return 0
    return SUIT_MASKS[card // IN_SUIT] if BIT[card] & PLAIN else TRUMPS


def _above(card: int) -> int:
    """The cards that win over this one where it is the best so far."""
    if card == FOOL:
        return TRUMPS | PLAIN
    if BIT[card] & PLAIN:
        return SUIT_MASKS[card // IN_SUIT] & -2 << card | TRUMPS
    return NUMBERED if card in (GOOD, EVIL) else NUMBERED & -2 << card


LED: Final = tuple(suit_led(card) for card in range(len(CARDS)))
"""`suit_led` by number."""
ABOVE: Final = tuple(_above(card) for card in range(len(CARDS)))
"""By number: the cards that win over this one when it is the best so far (M6.3); over the Fool any but itself."""

_NAMES: Final = {"A": "Ace", "J": "Jack", "C": "Cavalier", "Q": "Queen", "K": "King"}
_SPECIAL: Final = {
    GOOD: "Good", EVIL: "Evil", MAGICIAN: "the Magician (1)", WORLD: "the World (21)", FOOL: "the Fool",
}  # fmt: skip
SUIT_NAMES: Final = ("Earth", "Air", "Fire", "Water")


def name(card: int) -> str:
    """The name of a card: "the Queen of Air", "the 7 of Fire", "trump 12", "the Fool"."""
    if BIT[card] & PLAIN:
        rank = RANKS[card % IN_SUIT]
        return f"the {_NAMES.get(rank, rank)} of {SUIT_NAMES[card // IN_SUIT]}"
    return _SPECIAL.get(card) or f"trump {CARDS[card]}"


def suit_name(led: int) -> str:
    """The name of the suit of a `LED` set."""
    return "trumps" if led == TRUMPS else SUIT_NAMES[SUIT_MASKS.index(led)]


def suit_letter(led: int) -> str | None:
    """The suit of a `LED` set as views write it: its letter, "trumps", or None where nothing is asked for."""
    if not led:
        return None
    return "trumps" if led == TRUMPS else SUITS[SUIT_MASKS.index(led)]


def height(card: int) -> tuple[int, ...]:
    """How high a card stands: by its rank in its suit, of equals in canonical order; above those the trumps (M6.3,
    C5.3), and the Fool, which wins nothing, above all.
    """
    return (0, card % IN_SUIT, card) if BIT[card] & PLAIN else (1, card)
