"""The moves of Voren as text (K7.1)."""

from __future__ import annotations

from typing import Final

from rules.cards import each
from rules.contract import unreadable
from rules.voren.cards import CARDS, PACK

DECISIONS: Final = {
    "deal": (False, False),
    "deal poke": (True, False),
    "deal allplay": (False, True),
    "deal poke allplay": (True, True),
}
"""V3.4: the dealer's moves: whether a poke is dealt, whether all must play."""

STAY: Final = "stay"
FOLD: Final = "fold"
POKE: Final = "poke"

PLAY: Final = "play "

MOVES: Final = (*DECISIONS, STAY, FOLD, POKE, *(PLAY + card for card in PACK))
"""Every move of the game in canonical text."""

CANONICAL: Final = {move.lower(): move for move in MOVES}


def canonical(text: str) -> str:
    """Return the move as K7.1 writes it. Raises Refusal K7.1 if the text is no move of the game."""
    move = CANONICAL.get(text.lower()) if text.isascii() else None
    if move is None:
        raise unreadable(text)
    return move


def plays(cards: int) -> tuple[str, ...]:
    """Return the moves that play one of these cards, in canonical order."""
    return tuple(PLAY + CARDS.text[card] for card in each(cards))


def card_of(move: str) -> int | None:
    """Return the card that a move in canonical text plays; None for one that plays none."""
    return CARDS.bit.get(move.removeprefix(PLAY))
