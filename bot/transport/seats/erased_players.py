"""The worker that gives up the seats of people whose data was erased."""

from __future__ import annotations

from bot.tables.services.tables import Tables
from bot.tables.workers.erased_players import give_up
from bot.transport.messages.board import Board
from data.tables.records import Work
from data.tables.work import WorkState


class ErasedPlayerWorker:
    """Gives up seats, and names the table's thread for others then."""

    def __init__(self, tables: Tables, board: Board) -> None:
        self._tables = tables
        self._board = board

    async def give_up(self, work: Work) -> WorkState:
        """Give up the seat that `work` names. Raises StoreError, and what Discord's refusals raise."""
        state = await give_up(self._tables, work)
        await self._board.name_thread(await self._tables.find(work.table))
        return state
