"""The games as the search for leaks knows them: one module a game, each with its book and its `Game`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tests.e2e.leaks.games.five_crowns import FiveCrowns
from tests.e2e.leaks.games.voren import Voren
from tests.e2e.leaks.knowledge import Game

GAMES: Final[Mapping[str, Game]] = {game.id: game for game in (Voren(), FiveCrowns())}


def spelled(text: str) -> frozenset[str]:
    """The cards of whatever game that a text spells out."""
    return frozenset[str]().union(*(game.faces.found(text) for game in GAMES.values()))
