"""The moves as text (K7.1): read, written, listed, and in their canonical form."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from rules.cards import each
from rules.conference.cards import SPIRITS
from rules.conference.records import NO_SUIT
from rules.contract import Legal, Move, Refusal, unreadable
from rules.tarot import moves as tarot
from rules.tarot.cards import CARDS, SUITS

VERBS: Final = ("CUT", "RESHUFFLE", "DISCARD", "GALLOWGLASS", "PLAY")
RESHUFFLE: Final = "reshuffle"
OURS: Final = "ours"
YOURS: Final = "yours"
SPOKEN_WORDS: Final = (OURS.upper(), YOURS.upper(), NO_SUIT.upper())
NUMBER: Final = re.compile(r"0|[1-9]\d{0,18}")
"""A number as K7.1 writes it."""


def is_before_deal(text: str) -> bool:
    """Whether a canonical text is a cut or the call for a shuffle."""
    return text == RESHUFFLE or piles_of(text) > 0


def piles_of(text: str) -> int:
    """Return the number of piles that a move in canonical text cuts; 0 for another move."""
    return int(text.removeprefix("cut ")) if text.startswith("cut ") else 0


def cut_text(piles: int) -> str:
    """Return the move that cuts the pack into so many piles."""
    return f"cut {piles}"


def read_cut(text: str) -> int | None:
    """Return the number of piles that a move before the deal cuts; None for a call for a shuffle.

    Raises Refusal (C2.3, K7.1).
    """
    verb, *arguments = tarot.words(text)
    if verb == "RESHUFFLE" and not arguments:
        return None
    if verb in VERBS and verb not in ("CUT", "RESHUFFLE"):
        raise Refusal("illegal_move", "C2.3", "Cut or shuffle the pack first.")
    if verb != "CUT" or len(arguments) != 1 or not NUMBER.fullmatch(arguments[0]):
        raise unreadable(text)
    return int(arguments[0])


def read_gallowglass(text: str) -> str:
    """Return the letter of the suit that a move hires, or `NO_SUIT`. Raises Refusal (C4.1, K7.1)."""
    verb, *words = tarot.words(text)
    if verb != "GALLOWGLASS":
        raise tarot.misplaced(verb, VERBS, text, "C4.1", "Hire a suit first, or none.")
    if len(words) != 1 or words[0] not in (*SUITS, NO_SUIT.upper()):
        raise unreadable(text)
    return _canonical_word(words[0])


def gallowglass_text(suit: str) -> str:
    """Return the move that hires this suit, or `NO_SUIT`."""
    return f"gallowglass {suit}"


def before_play_of(dealer: int, discard: int, gallowglass: str | None) -> tuple[Move, ...]:
    """Return the dealer's moves between the deal and the first card: its discard and the suit it hired, as far as
    made.
    """
    texts = [tarot.discard_text(discard)] if discard else []
    if gallowglass:
        texts.append(gallowglass_text(gallowglass))
    return tuple(Move(dealer, text) for text in texts)


def gallowglasses() -> tuple[str, ...]:
    """Return the moves that name the gallowglass suit (C4.1)."""
    return tuple(gallowglass_text(suit) for suit in (*SUITS, NO_SUIT))


@lru_cache(maxsize=4096)  # the same few texts are most of a game
def read_play(text: str, pack: int) -> tuple[int, bool | None]:
    """Return the card of `pack` that a move plays, and whether it calls `ours` (None: no call).

    Raises Refusal: C5.1 for a move of another phase, K7.1.
    """
    verb, *arguments = tarot.words(text)
    if verb != "PLAY":
        raise tarot.misplaced(verb, VERBS, text, "C5.1", "Play a card.")
    if not arguments:
        raise unreadable(text)
    card = tarot.read_card(arguments[0], pack, text)
    if len(arguments) == 1:
        return card, None
    if len(arguments) > 2 or not card & SPIRITS or arguments[1] not in (OURS.upper(), YOURS.upper()):
        raise unreadable(text)
    return card, arguments[1] == OURS.upper()


def play_text(card: int, ours: bool | None) -> str:
    """Return the move that plays this card, with its call if it has one."""
    if ours is None:
        return f"play {CARDS.text[card]}"
    return f"play {CARDS.text[card]} {OURS if ours else YOURS}"


def plays(cards: int, calling: bool) -> Legal:
    """Return the moves that play these cards; with a call where it is Good or Evil and one is asked for."""
    if not calling or not cards & SPIRITS:
        return tarot.plays(cards)
    calls = [play_text(card, ours) for card in each(cards & SPIRITS) for ours in (True, False)]
    return Legal((*tarot.plays(cards & ~SPIRITS).moves, *calls))


def canonical(text: str) -> str:
    """Return the text of a legal move as K7.1 writes it."""
    verb, *words = text.upper().split(" ")
    if verb == "DISCARD":
        words.sort(key=CARDS.bit.__getitem__)
    return " ".join((verb.lower(), *[_canonical_word(word) for word in words]))


def _canonical_word(word: str) -> str:
    """Return an upper-case word of a move as K7.1 writes it: cards and suits stay, spoken words are small."""
    return word.lower() if word in SPOKEN_WORDS else word
