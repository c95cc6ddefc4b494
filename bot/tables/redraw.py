"""Boards that are drawn anew although nothing has happened there: times that they show have changed."""

from __future__ import annotations

from bot.tables.tables import SETTLE, Tables
from data.clocks import AGAIN
from data.records import REFRESH, Append, NewWork, TableRecord


async def redraw_tables_of(tables: Tables, user: int) -> None:
    """Owe it to all tables in play at which a user sits that their boards are drawn anew. Raises StoreError."""

    def owed(record: TableRecord) -> Append:
        work = NewWork(REFRESH, AGAIN, due=tables.clock() + SETTLE)
        return Append(record.id, record.seq, work=(work,) if record.status == "playing" else ())

    for record in await tables.store.tables_of(user):
        if record.status == "playing":
            await tables.note(record.id, owed)
