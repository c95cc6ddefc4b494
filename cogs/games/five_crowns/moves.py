"""The moves of Five Crowns in words."""

from __future__ import annotations

from typing import Final

from bot.ui.game.moves import Moves, Verb
from cogs.games.five_crowns.cards import card_text

DRAW: Final = "draw"
TAKE: Final = "take"

MOVES: Final = Moves(
    {
        DRAW: Verb("drew a card.", label="Draw from the stock", style="main"),
        TAKE: Verb(
            "took the top discard.",
            label="Take the top discard",
            hint="Any card that lies there when your turn comes",
        ),
        "discard": Verb("discarded {}.", words=card_text),
        "out": Verb("went out with {}.", words=card_text),
    }
)
