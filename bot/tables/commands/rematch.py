"""The rematch of a table. Concurrent requests open it once, and later requests find it."""

from __future__ import annotations

from typing import Final

from bot.common.errors import UnknownTable
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from data.tables.records import Append, TableRecord

MAX_EARLIER_TABLES: Final = 3
"""Earlier games of a thread whose results stand in the channel around it."""


async def rematch_of(tables: Tables, table: TableState) -> TableState | None:
    """Return the table that was opened as this one's rematch; None where there is none, or it was closed.

    Raises StoreError.
    """
    rematch = await _opened(tables, table)
    return None if rematch is None or rematch.record.status == "ended" else rematch


async def _opened(tables: Tables, table: TableState) -> TableState | None:
    """Return the table that was opened last as this one's rematch, whatever became of it; None where there is none."""
    interaction = table.record.settings.get("rematch")
    event = None if interaction is None else await tables.store.tables.event_of_interaction(interaction)
    return None if event is None or event.table == table.id else await tables.find(event.table)


async def record_opening(tables: Tables, table: TableState, interaction: int) -> None:
    """Store the interaction that will open the rematch. Raises StoreError.

    A crash before that leaves an id without a table, which is harmless.
    """

    def write(record: TableRecord) -> Append:
        return Append(record.id, record.seq, changes={"settings": {**record.settings, "rematch": interaction}})

    await tables.update_row(table.id, write)


async def newest_rematch(tables: Tables, table: TableState) -> TableState:
    """Return the newest begun rematch in a table's thread; the table itself if there is none. Raises StoreError."""
    while (again := await _opened(tables, table)) is not None:
        # It has not begun, or was moved here.
        if again.state is None or again.record.settings.get("earlier_table") != table.id:
            break
        table = again
    return table


async def games_of_thread(tables: Tables, table: TableState) -> list[TableState]:
    """Return the games that share this thread's channel message, newest first.

    Raises StoreError. It is the same list for each of them.
    """
    chain = [await newest_rematch(tables, table)]
    while (before := chain[-1].record.settings.get("earlier_table")) is not None and len(chain) <= MAX_EARLIER_TABLES:
        try:
            chain.append(await tables.find(before))
        except UnknownTable:  # tables are not kept for ever
            break
    return chain
