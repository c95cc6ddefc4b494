"""The moves of Five Crowns as text (K7.1): reading and writing them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from rules.contract import unreadable
from rules.five_crowns.records import DISCARD, DRAW, OUT, TAKE
from rules.melds import CARDS, NUMBER

VERBS_WITHOUT_CARD: Final = (DRAW, TAKE)
VERBS_WITH_CARD: Final = (DISCARD, OUT)


class Action(NamedTuple):
    """A move: its verb, and the card that it names where it names one."""

    verb: str
    card: int | None = None

    def __str__(self) -> str:
        return self.verb if self.card is None else f"{self.verb} {CARDS[self.card]}"


@lru_cache(maxsize=256)
def read(text: str) -> Action:
    """Return the move that a text in either case says; `str` of it is its canonical text.

    Raises Refusal K7.1 if it says no move of the game.
    """  # the game's 114 moves are remembered: a log is read again and again
    word, *named = text.split(" ") if text.isascii() else [text]
    verb = word.lower()
    if verb in VERBS_WITHOUT_CARD and not named:
        return Action(verb)
    if verb in VERBS_WITH_CARD and len(named) == 1 and named[0].upper() in NUMBER:
        return Action(verb, NUMBER[named[0].upper()])
    raise unreadable(text)


def canonical(text: str) -> str:
    """Return the move as K7.1 writes it. Raises Refusal K7.1 if the text is no move of the game."""
    return str(read(text))
