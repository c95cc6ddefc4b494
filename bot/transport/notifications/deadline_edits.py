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


async def edit_deadlines(
    tables: Tables, board: Board, messages: Sequence[PersonalMessageWorker[Any]], work: Work
) -> WorkState:
    """Edit the board of a table and its messages of these workers, which name deadlines. Raises as Board.refresh."""
    table = await tables.find(work.table)
    if work.key != MENTIONS_KEY:
        await board.redraw(table)
    if table.record.status == "playing" and terms_of(table.record.settings) is not None:
        for worker in messages:
            await worker.refresh(table.id)
    return WorkState.DONE
