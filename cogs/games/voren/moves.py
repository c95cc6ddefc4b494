"""The moves of Voren in words."""

from __future__ import annotations

from typing import Final

from bot.ui.game.moves import Moves, Verb
from cogs.games.voren.pack import VOREN


def card_text(card: str) -> str:
    """Return a card within a sentence: "the 5 of spades", "Treachery"."""
    name = VOREN.name_of(card)
    return name if VOREN.special(card) else f"the {name}"


MOVES: Final = Moves(
    {
        "deal": Verb("dealt.", label="Deal", style="main"),
        "deal poke": Verb("dealt and offered a poke.", label="Deal with a poke"),
        "deal allplay": Verb("called all play.", label="All play"),
        "deal poke allplay": Verb("called all play and offered a poke.", label="All play with a poke"),
        "stay": Verb("stayed in.", label="Stay", style="good"),
        "fold": Verb("folded.", label="Fold", style="bad"),
        "poke": Verb("took the poke.", label="Take the poke", style="main"),
        "play": Verb("played {}.", words=card_text),
    }
)
