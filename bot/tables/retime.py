"""Clocks that stand still for other times than was thought: somebody goes away or comes back, or has another night."""

from __future__ import annotations

from typing import Final

from bot.tables.tables import SETTLE, WAKE, Tables
from bot.tables.timing import CLOCK, REMIND
from data.records import AGAIN, REFRESH, Append, NewWork, TableRecord

BACK: Final = "back:"
"""The key, with a seat, of work that draws a board anew when its player is not away any more; `until` says when."""


async def retime_tables_of(tables: Tables, user: int, until: int | None = None) -> None:
    """Let the clocks of all tables in play at which a user sits be looked at again, and their boards be drawn anew:
    now, and when the user is not away any more (`until`; None: that is as it was).

    Raises StoreError.
    """

    def owed(record: TableRecord) -> Append:
        work = list[NewWork]()
        if record.status == "playing":
            work.append(NewWork(REFRESH, AGAIN, due=tables.clock() + SETTLE))
        if until is not None:  # a lobby may have begun by then
            seats = [one.seat for one in record.seats if one.user == user]
            work += [NewWork(WAKE, f"{BACK}{seat}", payload={"until": until}, due=until) for seat in seats]
        return Append(record.id, record.seq, work=tuple(work))

    for record in await tables.store.tables_of(user):
        if record.status in {"lobby", "playing"}:
            await tables.note(record.id, owed)
        if record.status == "playing":
            await look_again(tables, record.id)


async def look_again(tables: Tables, table: int) -> None:
    """Let the clocks and reminders of a table be looked at again. Raises StoreError."""
    await tables.store.clocks.look_again(table, (CLOCK, REMIND))
    tables.owed(tables.clock())
