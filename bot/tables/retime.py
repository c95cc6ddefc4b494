"""Clocks that stand still for other times than was thought: somebody goes away or comes back, or has another night."""

from __future__ import annotations

from bot.tables.tables import SETTLE, Tables
from bot.tables.timing import CLOCK, REMIND
from data.records import AGAIN, REFRESH, Append, NewWork, TableRecord


async def retime_tables_of(tables: Tables, user: int) -> None:
    """Let the clocks of all tables in play at which a user sits be looked at again, and their boards be drawn anew.

    Raises StoreError.
    """

    def owed(record: TableRecord) -> Append:
        work = NewWork(REFRESH, AGAIN, due=tables.clock() + SETTLE)
        return Append(record.id, record.seq, work=(work,) if record.status == "playing" else ())

    for record in await tables.store.tables_of(user):
        if record.status == "playing":
            await tables.note(record.id, owed)
            await look_again(tables, record.id)


async def look_again(tables: Tables, table: int) -> None:
    """Let the clocks and reminders of a table be looked at again. Raises StoreError."""
    await tables.store.clocks.look_again(table, (CLOCK, REMIND))
    tables.owed(tables.clock())
