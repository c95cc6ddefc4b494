"""Computer players' moves: one work item a table while a computer is to act.

The item is written with the step after which a computer is to act. The move's own step writes the next item or cancels
it, so none is lost in a crash.
"""

from __future__ import annotations

import asyncio
from random import Random
from typing import Final

from bot.common.errors import Stale
from bot.scheduler.backpressure import Busy, never_busy, yield_to_interactions
from bot.tables.commands import play
from bot.tables.services.tables import Tables
from data.tables.records import Work
from data.tables.work import WorkState
from rules.contract import Game, View
from rules.players import player_of

MAX_PARALLEL_MOVES: Final = 2
"""How many computer players move at the same time; the others wait."""


class ComputerMoveWorker:
    """The handler of the computer players' moves; `busy` says whether anybody waits for something else."""

    def __init__(self, tables: Tables, busy: Busy = never_busy) -> None:
        self._tables = tables
        self._busy = busy

    async def move(self, work: Work) -> WorkState | None:
        """Let one computer player that is to act make its move."""
        await yield_to_interactions(self._busy)
        table = await self._tables.find(work.table)
        seats = table.computers()
        if not seats or table.state is None:
            return WorkState.CANCELLED
        seat = seats[0]
        decision, view = table.decisions[seat], table.state.view(seat)
        # In a thread, for thinking may take long; the position may be another one when it is done.
        text = await asyncio.to_thread(chosen, table.game, view, self._tables.rng)
        try:
            await play.computer_move(self._tables, work.table, seat, decision, text)
        except Stale:
            return None  # what came between has written, or dropped, the row anew
        return None


def chosen(game: Game, view: View, rng: Random) -> str:
    """The move of the game's heuristic computer player."""
    return player_of(game).choose(view, rng)
