"""The moves of Abracadabra as text (K7.1): what each says, reading and writing them, and their own template."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from rules.abracadabra.cards import BIDS, CARDS, SUITS
from rules.cards import each
from rules.contract import Legal, Refusal, unreadable
from rules.templates import Cards

NUMBER: Final = re.compile(r"0|[1-9][0-9]*")
HIGHEST_NUMBER: Final = 99
"""Larger numbers are read as this one, however long they are: no bid comes near."""


@dataclass(frozen=True, slots=True)
class Suit:
    """A3.1: a seat chooses its suit."""

    suit: str

    def __str__(self) -> str:
        return f"suit {self.suit}"


@dataclass(frozen=True, slots=True)
class Bid:
    """A4.1: a seat bids a number of tricks."""

    number: int

    def __str__(self) -> str:
        return f"bid {self.number}"


@dataclass(frozen=True, slots=True)
class Pass:
    """A4.1: a seat does not bid."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Place:
    """A5.1, A5.3: a seat places these bid cards."""

    bid_cards: int

    def __str__(self) -> str:
        return " ".join(["place", *BIDS.listed(self.bid_cards)])


@dataclass(frozen=True, slots=True)
class Trump:
    """A5.2: Declarer announces the trump suit."""

    suit: str

    def __str__(self) -> str:
        return f"trump {self.suit}"


@dataclass(frozen=True, slots=True)
class Exposure:
    """A6.1, A6.2: these placed cards are turned up, and the pile or not."""

    bid_cards: int
    pile: bool

    def __str__(self) -> str:
        if not self.bid_cards and not self.pile:
            return "expose none"
        return " ".join(["expose", *BIDS.listed(self.bid_cards), *(["pile"] if self.pile else [])])


@dataclass(frozen=True, slots=True)
class Play:
    """A7.1: a card is played."""

    card: int

    def __str__(self) -> str:
        return f"play {CARDS.text[self.card]}"


Action = Suit | Bid | Pass | Place | Trump | Exposure | Play


def read(text: str) -> Action:
    """Return the move that a text is, in any letter case; `str` of it is its canonical text.

    Raises Refusal K7.1 if it is none, K4.3 if it names a bid card twice.
    """
    if not text.isascii():
        raise unreadable(text)
    match text.upper().split(" "):
        case ["PLAY", card] if card in CARDS.bit:
            return Play(CARDS.bit[card])
        case ["SUIT", suit] if suit in SUITS:
            return Suit(suit)
        case ["BID", number] if NUMBER.fullmatch(number):
            return Bid(int(number) if len(number) <= 2 else HIGHEST_NUMBER)
        case ["PASS"]:
            return Pass()
        case ["PLACE", *ranks]:
            return Place(_bid_cards(text, ranks))
        case ["TRUMP", suit] if suit in SUITS:
            return Trump(suit)
        case ["EXPOSE", "NONE"]:
            return Exposure(0, False)
        case ["EXPOSE", *ranks, "PILE"]:
            return Exposure(_bid_cards(text, ranks), True)
        case ["EXPOSE", _, *_] as words:
            return Exposure(_bid_cards(text, words[1:]), False)
        case _:
            raise unreadable(text)


def canonical(text: str) -> str:
    """Return the move as K7.1 writes it. Raises as `read`."""
    return str(read(text))


def _bid_cards(text: str, ranks: Sequence[str]) -> int:
    """Return the bid cards of these ranks, which `text` names."""
    cards = 0
    for rank in ranks:
        card = BIDS.bit.get(rank)
        if card is None:
            raise unreadable(text)
        if card & cards:
            raise Refusal("illegal_move", "K4.3", "You named the bid card {rank} twice.", rank=rank)
        cards |= card
    return cards


def plays(cards: int) -> Legal:
    """Return the moves that play one of these cards, in canonical order."""
    return Legal(tuple(f"play {CARDS.text[card]}" for card in each(cards)))


@dataclass(frozen=True, slots=True)
class Expose(Cards):
    """A6.1: some of these placed cards are turned up, and the `pile` may be exposed; one may also expose nothing."""

    pile: bool = False

    def to_view(self) -> dict[str, Any]:
        """Return the template as views show it."""
        return {**Cards.to_view(self), "pile": self.pile}

    def moves(self) -> Iterator[str]:
        """Yield every move, once."""
        for text in Cards.moves(self):
            yield "expose none" if text == self.verb else text
            if self.pile:
                yield f"{text} pile"

    def draw(self, rng: Random) -> str:
        """Return a random move. Each number of cards is equally likely; half of the moves expose the pile."""
        parts = [self.verb, *self.draw_cards(rng)]
        if self.pile and rng.random() < 0.5:
            parts.append("pile")
        return " ".join(parts) if len(parts) > 1 else "expose none"


PHASE_RULES: Final = {
    "suit": ("A3.1", "choose a suit that nobody has chosen"),
    "bid": ("A4.1", "bid a number of tricks, or pass"),
    "place": ("A5.1", "choose your bid cards"),
    "trump": ("A5.2", "choose the trump suit"),
    "expose": ("A6.1", "expose bid cards, or none"),
    "play": ("A7.1", "play a card"),
}
"""For each phase the clause that says what is done in it, and what that is."""


def wrong_phase(phase: str, clause: str | None = None) -> Refusal:
    """Return the refusal of a readable move that belongs to another phase than `phase`."""
    usual_clause, instruction = PHASE_RULES[phase]
    return Refusal("illegal_move", clause or usual_clause, "Not now: {what}.", what=instruction)
