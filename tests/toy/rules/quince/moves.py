"""The moves of Quince as text (K7.1), and the template of laying: cards, a number and a word in one move (Q4.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any, Final, NamedTuple

from rules.quince.cards import CARDS

from rules.contract import Refusal, unreadable
from rules.templates import Template

MOST_GUESS: Final = 20
MOST_BET: Final = 3
WORDS: Final = ("high", "low")
PASS: Final = "pass"
NUMBER: Final = re.compile(r"0|[1-9][0-9]?")


class Laid(NamedTuple):
    """A move `lay CARDS bet N WORD`."""

    cards: tuple[str, ...]
    bet: int
    word: str


@dataclass(frozen=True, slots=True)
class Lay(Template):
    """Q4.1: one to three of these cards, those of `must` among them, a bet from 0 to 3, and a word."""

    cards: tuple[str, ...]
    must: tuple[str, ...]

    def to_view(self) -> dict[str, Any]:
        """The template as views show it."""
        return {
            "verb": "lay",
            "count": [1, 3],
            "cards": list(self.cards),
            "must": list(self.must),
            "range": [0, MOST_BET],
            "words": list(WORDS),
        }

    def moves(self) -> Iterator[str]:
        """Every move, once."""
        for size in range(1, min(3, len(self.cards)) + 1):
            for cards in combinations(self.cards, size):
                if set(self.must) <= set(cards):
                    yield from (lay_text(Laid(cards, bet, word)) for bet in range(MOST_BET + 1) for word in WORDS)

    def draw(self, rng: Random) -> str:
        """A random one."""
        rest = [card for card in self.cards if card not in self.must]
        more = rng.randint(0 if self.must else 1, min(len(rest), 3 - len(self.must)))
        cards = tuple(sorted((*self.must, *rng.sample(rest, more)), key=CARDS.texts.index))
        return lay_text(Laid(cards, rng.randint(0, MOST_BET), rng.choice(WORDS)))


def lay_text(laid: Laid) -> str:
    """The canonical text."""
    return f"lay {' '.join(laid.cards)} bet {laid.bet} {laid.word}"


def read_guess(text: str) -> int:
    """The number of a move `guess N`. Raises Refusal for any other text."""
    verb, _, number = text.partition(" ")
    if verb.lower() != "guess" or not NUMBER.fullmatch(number):
        raise unreadable(text)
    return int(number)


def read_lay(text: str) -> Laid | None:
    """The move `lay ...`, its cards in canonical order, or None for `pass`. Raises Refusal for any other text."""
    parts = text.upper().split(" ") if text.isascii() else []
    if parts == ["PASS"]:
        return None
    if len(parts) < 5 or parts[0] != "LAY" or parts[-3] != "BET" or parts[-1].lower() not in WORDS:
        raise unreadable(text)
    cards = parts[1:-3]
    if not NUMBER.fullmatch(parts[-2]) or not all(card in CARDS.bit for card in cards):
        raise unreadable(text)
    if len(set(cards)) < len(cards):
        raise Refusal("illegal_move", "K4.3", "You named a card twice.")
    return Laid(tuple(sorted(cards, key=CARDS.texts.index)), int(parts[-2]), parts[-1].lower())


def canonical(text: str) -> str:
    """The move as K7.1 writes it; the text is a legal move's."""
    if text.lower().startswith("guess"):
        return f"guess {read_guess(text)}"
    laid = read_lay(text)
    return lay_text(laid) if laid else PASS
