"""The moves of Conference in words."""

from __future__ import annotations

from typing import Final

from bot.ui.game.moves import Moves, Verb
from cogs.games.conference.calling import CALLS
from cogs.games.tarot.cards import KINDS, card_text
from cogs.games.tarot.discarding import discard

MOVES: Final = Moves(
    {
        "cut": Verb("cut the pack into {} piles.", label="Cut into {} piles"),
        "reshuffle": Verb("had the pack shuffled.", label="Shuffle the pack", style="main"),
        "discard": discard("your side"),
        "gallowglass none": Verb("hired no suit.", label="Hire no suit", style="main"),
        "gallowglass": Verb("hired {}.", label="Hire {}", words=lambda suit: KINDS[suit]),
        "play": Verb("played {}.", words=card_text),
        **CALLS,
    }
)
