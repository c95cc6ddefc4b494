"""The seats of somebody whose data was taken out are given up as when somebody leaves: work that falls due.

By then nobody knows who it was: the seat is that of a user with a negative number (records.is_erased).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.common.errors import Declined
from bot.tables.commands import arrange_lobby, leave_and_end, lobby
from bot.tables.services.tables import Tables
from data.tables.records import Work
from data.tables.work import ErasedSeatPayload, WorkState

MAX_PARALLEL_ERASURES: Final = 4
"""Tables at which seats are given up at a time: somebody may have sat at hundreds."""


class ErasedPerson(NamedTuple):
    """Somebody whose data was taken out."""

    id: int
    display_name: str = ""


async def give_up(tables: Tables, work: Work) -> WorkState:
    """Give up the seat of the user that `work` names at its table, and what they were invited to. Raises StoreError."""
    who = ErasedPerson(work.read(ErasedSeatPayload)["user"])
    table = await tables.find(work.table)
    if table.record.private:
        await lobby.expire(tables, work)
        return WorkState.DONE
    try:
        if table.record.status == "lobby" and who.id in table.invited:
            await arrange_lobby.decline(tables, table.id, who, None)
        if table.seat_of(who.id) is None:
            return WorkState.DONE
        await leave_and_end.leave(tables, table.id, who, None)
    except Declined:  # it has come to its end, or is frozen, or the seat was given up before
        return WorkState.CANCELLED
    return WorkState.DONE
