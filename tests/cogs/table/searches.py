"""A search that needs no time, for reviews."""

from __future__ import annotations

from collections.abc import Sequence

from bot.search.process import SearchFailed
from rules.contract import Game, View
from rules.players.search import Estimate
from rules.players.strong import Choice
from tests.support.house import House


class BetterMoveSearch:
    """A search that finds another move than the one made better, by as many points as it has been asked before."""

    def __init__(self, house: House) -> None:
        self.count = 0
        self.fails = False
        house.services.reviews._compare = self.compare

    async def compare(self, game: Game, view: View, moves: Sequence[str], seed: int) -> Choice:
        """Return the comparison that the fields ask for."""
        self.count += 1
        if self.fails:
            raise SearchFailed("died")
        (result,) = moves
        better = next((move for move in view["moves"] if move != result), result)
        lead = 0.0 if better == result else float(self.count)
        return Choice(better, result, (Estimate(better, lead, 0.0), Estimate(result, 0.0, 0.0)))
