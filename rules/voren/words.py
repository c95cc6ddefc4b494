"""The moves of Voren as text (K7.1), and what is said where a move comes at the wrong time."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from rules.contract import Legal, Refusal, unreadable
from rules.tricks import make
from rules.voren.cards import CARDS

DECISIONS: Final = {
    "deal": (False, False),
    "deal poke": (True, False),
    "deal allplay": (False, True),
    "deal poke allplay": (True, True),
}
"""V3.4: the dealer's words: whether a poke is dealt, whether all must play."""

STAY, FOLD, POKE = "stay", "fold", "poke"
WORDS: Final = frozenset((*DECISIONS, STAY, FOLD, POKE))

PLAYS: Final = {f"play {text}": card for text, card in CARDS.bit.items()}
MOVES: Final = {card: text for text, card in PLAYS.items()}
"""K7.1: playing a card as text, and back."""


LISTED: Final = {
    sum(cards): make(Legal, (tuple([MOVES[card] for card in cards]), ()))
    for size in (1, 2, 3)
    for cards in combinations(MOVES, size)
}
"""For each set of cards that may be played, which are three at most (V3.1), the moves, in canonical order."""


def canonical(text: str) -> str:
    """The move as K7.1 writes it. Raises Refusal K7.1 if the text is no move of the game."""
    if text.isascii():
        word = text.lower()
        if word in WORDS:
            return word
        if word.startswith("play "):
            move = "play " + text[5:].upper()
            if move in PLAYS:
                return move
    raise unreadable(text)


def not_now(move: str, phase: str) -> Refusal:
    """The refusal of a readable move, in canonical text, that belongs to another phase."""
    if phase == "dealer":
        return Refusal(
            "illegal_move",
            "V3.4",
            "First the dealer decides: deal, deal poke, deal allplay or deal poke allplay.",
        )
    if move in DECISIONS:
        return Refusal("illegal_move", "V3.4", "The dealer has decided already.")
    if phase == "stay":
        return Refusal("illegal_move", "V4.1", "Nothing is played yet: say whether you stay in or fold.")
    return Refusal("illegal_move", "V4.1", "Every seat has spoken once already. Now play a card.")
