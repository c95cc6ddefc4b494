"""V1.1 and V3.2: the pack of 34 cards, what is trumps, and which card beats which (V5.3, V5.7)."""

from __future__ import annotations

from typing import Final

from rules.cards import Bits, suited
from rules.tricks import Led, led

SUITS: Final = "SHDC"
RANKS: Final = "12345RLG"
"""Low to high (K2.5)."""

PACK: Final = (*suited(RANKS, SUITS), "TREACHERY", "WOLF")
"""V1.1: all 34 cards in canonical order (K2.8)."""

CARDS: Final = Bits(PACK)
ALL: Final = CARDS.mask(PACK)
TREACHERY: Final = CARDS.bit["TREACHERY"]
WOLF: Final = CARDS.bit["WOLF"]
UNSUITED: Final = TREACHERY | WOLF
SUIT: Final = tuple(CARDS.mask(rank + suit for rank in RANKS) for suit in SUITS)
CROWNS: Final = CARDS.mask(rank + suit for rank in "LG" for suit in SUITS)

NO_TRUMPS: Final = 4
"""The number that stands for "no suit trumps" beside the numbers 0..3 of the suits."""

TRUMP_SUIT: Final = (*SUIT, 0)
"""For each trump suit the cards of that suit: what V5.8 speaks of."""
TRUMPS: Final = tuple(suit | UNSUITED for suit in TRUMP_SUIT)
"""V5.3: for each trump suit all trumps, with WOLF and TREACHERY, which are the only ones without a trump suit."""
GREATER_CROWN: Final = (*(CARDS.bit["G" + suit] for suit in SUITS), 0)
"""V5.2: for each trump suit its Greater Crown."""

SUIT_NAMES: Final = ("spades", "hearts", "diamonds", "clubs")
RANK_NAMES: Final = {"R": "Realm", "L": "Lesser Crown", "G": "Greater Crown"}


def suit_of(card: int) -> int | None:
    """The number of the card's suit, None for the two unsuited cards."""
    return next((number for number, suit in enumerate(SUIT) if card & suit), None)


def name_of(card: int) -> str:
    """The card as players call it."""
    suit = suit_of(card)
    text = CARDS.text[card]
    return text.title() if suit is None else f"{RANK_NAMES.get(text[0], text[0])} of {SUIT_NAMES[suit]}"


def _trumps_by(without: int) -> dict[int, int]:
    """V3.2: for each turn-up the trump suit that it makes, NO_TRUMPS for those of `without`."""
    return {card: NO_TRUMPS if card & without else suit_of(card) or 0 for card in CARDS.text}


TRUMPS_BY: Final = {"crowns": _trumps_by(UNSUITED | CROWNS), "unsuited": _trumps_by(UNSUITED)}
"""V3.3: for each value of the option `no_trump_turnup` and each turn-up the trump suit, or NO_TRUMPS."""


def highest(cards: int) -> int:
    """The highest of some cards of one suit, or of some trumps (V5.3: TREACHERY above WOLF above every suit trump)."""
    return cards & TREACHERY or 1 << cards.bit_length() - 1


def _leads(trumps: int) -> dict[int, Led]:
    """V5.7 under these trumps: what each card asks for when it is led."""
    order = (*(card for card in CARDS.text if card & TRUMP_SUIT[trumps]), WOLF, TREACHERY)
    table = {card: led((), order) for card in order}
    for suit in SUIT:
        if suit != TRUMP_SUIT[trumps]:
            cards = [card for card in CARDS.text if card & suit]
            table |= dict.fromkeys(cards, led(cards, order))
    return table


LEADS: Final = tuple(_leads(trumps) for trumps in range(NO_TRUMPS + 1))
"""For each trump suit and each card led: the cards of the suit led and which cards beat which."""

FOLLOW: Final = tuple({card: lead.suit for card, lead in table.items()} for table in LEADS)
"""For each trump suit and each card led the cards of its suit."""
BEATS: Final = tuple({card: lead.beats[card] for card, lead in table.items()} for table in LEADS)
"""For each trump suit and each card that is winning a trick, led or not, the cards that would take it (V5.7)."""
