"""Edits messages that name a deadline when it has changed: after an outage, an absence, a pause.

Discord notifies nobody of an edit, so no mention rings twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.tables.model.clock_terms import terms_of
from bot.tables.services.tables import Tables
from bot.transport.messages.board import Board
from bot.transport.notifications.personal_messages import PersonalMessageWorker
from data.tables.records import MENTIONS_KEY, Work
from data.tables.work import WorkState


class DeadlineEditWorker:
    """Handles changed deadlines: of boards, and of the messages of these workers."""

    def __init__(self, tables: Tables, board: Board, messages: Sequence[PersonalMessageWorker[Any]]) -> None:
        self._tables = tables
        self._board = board
        self._messages = messages

    async def edit(self, work: Work) -> WorkState:
        """Edit the messages of a table that name deadlines. Raises as Board.refresh."""
        table = await self._tables.find(work.table)
        if work.key != MENTIONS_KEY:
            await self._board.redraw(table)
        if table.record.status == "playing" and terms_of(table.record.settings) is not None:
            for messages in self._messages:
                await messages.refresh(table.id)
        return WorkState.DONE
