"""The moves of Abracadabra in words."""

from __future__ import annotations

from typing import Final

from bot.ui.game.moves import Moves, Verb
from cogs.games.abracadabra.cards import SUITS, named
from cogs.games.abracadabra.placing import CLOSED_PILE, EXPOSE_PILE, exposed, placed_text


def _suit(letter: str) -> str:
    return SUITS[letter]


MOVES: Final = Moves(
    {
        "suit": Verb("chose {}.", label="Choose {}", words=_suit),
        "bid": Verb("bid {}.", label="Bid {}", group="bid"),
        "pass": Verb("passed.", label="Pass", group="bid"),
        "place": Verb("named {}.", "name {}.", words=placed_text),
        "trump": Verb("made {} trumps.", label="{} are trumps", words=_suit),
        "expose none": Verb("exposed nothing.", "expose nothing.", CLOSED_PILE, style="main"),
        "expose pile": Verb("exposed your pile.", "expose your pile.", EXPOSE_PILE),
        "expose": Verb("exposed {}.", "expose {}.", words=exposed),
        "play": Verb("played {}.", words=lambda card: named(card, None)),
    }
)
