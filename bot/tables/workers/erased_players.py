"""The worker that gives up the seats of erased users.

By then nobody knows who it was: the seat is that of a user with a negative number (records.is_erased).
"""

from __future__ import annotations

from typing import Final

from bot.common.errors import Declined
from bot.tables.commands import arrange_lobby, leave_and_end, lobby
from bot.tables.model.actor import Actor
from bot.tables.services.tables import Tables
from data.tables.records import Work
from data.tables.work import ErasedSeatPayload, WorkState

MAX_PARALLEL_ERASURES: Final = 4
"""Tables at which seats are given up at a time: a player may have sat at hundreds."""


async def give_up(tables: Tables, work: Work) -> WorkState:
    """Give up the seat of the user that `work` names at its table, and what they were invited to. Raises StoreError."""
    actor = Actor(work.read(ErasedSeatPayload)["user"], "", None)
    table = await tables.find(work.table)
    if table.record.private:
        await lobby.expire(tables, work)
        return WorkState.DONE
    try:
        if table.record.status == "lobby" and actor.id in table.invited:
            await arrange_lobby.decline(tables, table.id, actor)
        if table.seat_of(actor.id) is None:
            return WorkState.DONE
        await leave_and_end.leave(tables, table.id, actor)
    except Declined:  # it has come to its end, or is frozen, or the seat was given up before
        return WorkState.CANCELLED
    return WorkState.DONE
