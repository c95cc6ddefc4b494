"""Seats of people who have left the server: a computer player plays on, and whoever is there may ask for the seat."""

from __future__ import annotations

from bot.common.errors import Declined
from bot.tables.commands import leave_and_end
from bot.tables.model.actor import Actor
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables


async def give_up_former_members_seat(tables: Tables, table_id: int, user: int) -> TableState:
    """Give up the seat of a user who has left the server, as `leave` does, and tell the table.

    Does nothing if they have no seat. Returns the table after it. Raises UnknownTable, StoreError.
    """
    table = await tables.find(table_id)
    seat = table.seat_of(user)
    if seat is None:
        return table
    try:
        actor = Actor(user, table.names()[seat], None)
        table, _ = await leave_and_end.leave(tables, table_id, actor, seat, former_member=True)
    except Declined:  # it has come to its end, or is frozen, or the seat was given up just now
        table = await tables.find(table_id)
    return table
