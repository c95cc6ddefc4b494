"""Packs of cards: the names, texts and drawings of their cards, without pictures or Discord.

Card texts follow K2. A game registers its own pack (`register`); a motif without a drawing is drawn as a large letter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

TEXT_STYLE: Final = "\ufe0e"
"""Asks for a suit as a letter of the text, not as a coloured emoji."""


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit: its letter (K2), its name ("spades"), its sign in text, and the name of its shape and of its colour.

    Of one that is `named`, sentences never write the sign, which people may have in their names.
    """

    letter: str
    name: str
    sign: str
    shape: str
    colour: str
    named: bool = False


@dataclass(frozen=True, slots=True)
class Rank:
    """A rank: its text (K2), its name ("Greater Crown", "5"), and what is drawn ("" for as many suit signs as
    `pips`).
    """

    text: str
    name: str
    motif: str = ""
    pips: int = 0


@dataclass(frozen=True, slots=True)
class Special:
    """A card without suit: its text (K2), its name ("the Wolf"), a short form, and its motif.

    `corner` replaces the first letter in a small face's corner. `index` is a number that faces and emoji show in a
    rank's size.
    """

    text: str
    name: str
    short: str
    motif: str
    corner: str = ""
    index: str = ""


@dataclass(frozen=True)
class Pack:
    """A pack: suits and ranks low to high, and the cards outside them."""

    name: str
    suits: tuple[Suit, ...]
    ranks: tuple[Rank, ...]
    specials: tuple[Special, ...] = ()

    def cards(self) -> Iterator[str]:
        """Yield each different card's text once, in canonical order (K2.8)."""
        for suit in self.suits:
            for rank in self.ranks:
                yield rank.text + suit.letter
        for special in self.specials:
            yield special.text

    def special(self, card: str) -> Special | None:
        """Return the card outside the suits that `card` is, or None."""
        return next((special for special in self.specials if special.text == card), None)

    def suited(self, card: str) -> tuple[Rank, Suit] | None:
        """Return the rank and suit of `card`, or None if it has none here."""
        rank = next((rank for rank in self.ranks if rank.text == card[:-1]), None)
        suit = next((suit for suit in self.suits if suit.letter == card[-1:]), None)
        return (rank, suit) if rank and suit else None

    def name_of(self, card: str) -> str:
        """Return the card in words that read well aloud: "Greater Crown of hearts"; text it does not know stays."""
        return self._names.get(card, card)

    def text_of(self, card: str) -> str:
        """Return the card in a few signs, readable without colour: rank, then the suit's sign. "G♥", "Wolf"."""
        return self._texts.get(card, card)

    @cached_property
    def _names(self) -> dict[str, str]:
        suited = {r.text + s.letter: f"{r.name} of {s.name}" for s in self.suits for r in self.ranks}
        return suited | {special.text: special.name for special in self.specials}

    @cached_property
    def _texts(self) -> dict[str, str]:
        suited = {r.text + s.letter: f"{r.text}{s.sign}{TEXT_STYLE}" for s in self.suits for r in self.ranks}
        return suited | {special.text: special.short for special in self.specials}


SPADES: Final = Suit("S", "spades", "\u2660", "spade", "black")
HEARTS: Final = Suit("H", "hearts", "\u2665", "heart", "red")
DIAMONDS: Final = Suit("D", "diamonds", "\u2666", "diamond", "blue")
CLUBS: Final = Suit("C", "clubs", "\u2663", "club", "green")

_PACKS: dict[str, Pack] = {}


def register(pack: Pack) -> None:
    """Make `pack_named` known by its name. Raises ValueError if another pack has that name."""
    if _PACKS.setdefault(pack.name, pack) != pack:
        raise ValueError(f"there is already another pack named {pack.name!r}")


def pack_named(name: str) -> Pack:
    """Return the pack of that name; an empty one, whose cards are shown as their text, if none is registered."""
    return _PACKS.get(name) or Pack(name, (), ())


def packs() -> tuple[Pack, ...]:
    """Return all registered packs."""
    return tuple(_PACKS.values())
