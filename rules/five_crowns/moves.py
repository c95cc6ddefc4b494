"""The moves of Five Crowns as text (K7.1): reading and writing them."""

from __future__ import annotations

from typing import NamedTuple, cast

from rules.contract import unreadable
from rules.five_crowns.records import DISCARD, DRAW, OUT, TAKE, Verb
from rules.melds import CARDS, NUMBER


class Said(NamedTuple):
    """A move: its verb, and the card that it names where it names one."""

    verb: Verb
    card: int | None = None

    @property
    def text(self) -> str:
        """The move as K7.1 writes it."""
        return self.verb if self.card is None else f"{self.verb} {CARDS[self.card]}"


def read(text: str) -> Said:
    """The move that a text in either case says. Raises Refusal K7.1 if it says no move of the game."""
    verb, space, card = text.partition(" ")
    verb, card = verb.lower(), card.upper()
    if text.isascii():
        if verb in (DRAW, TAKE) and not space:
            return Said(cast("Verb", verb))
        if verb in (DISCARD, OUT) and card in NUMBER:
            return Said(cast("Verb", verb), NUMBER[card])
    raise unreadable(text)


def canonical(text: str) -> str:
    """The move as K7.1 writes it. Raises Refusal K7.1 if the text is no move of the game."""
    return read(text).text
