"""The moves of Mitigati in words."""

from __future__ import annotations

from typing import Final

from bot.ui.game.moves import Moves, Verb
from cogs.games.mitigati.declaring import NOTHING, declaration_summary
from cogs.games.tarot.cards import card_text, of_points
from cogs.games.tarot.discarding import discard


def _points(number: str) -> str:
    return of_points(int(number))


MOVES: Final = Moves(
    {
        "pass": Verb("passed.", label="Pass"),
        "continue": Verb("continued the deal.", "continue the deal.", "Continue the deal"),
        "ask": Verb("asked for {}.", "ask for {}.", words=_points),
        "offer": Verb("offered {}.", "offer {}.", words=_points),
        "discard": discard("you"),
        NOTHING: Verb("declared nothing.", "declare nothing.", "Declare nothing"),
        "declare": Verb("declared {}.", "declare {}.", words=declaration_summary),
        "play": Verb("played {}.", words=card_text),
    }
)
