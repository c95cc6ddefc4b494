"""Seats of people who are gone: who have left their server, or whose data was erased."""

from __future__ import annotations

from bot.tables.commands.leave_and_end import give_up_former_members_seat
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from bot.tables.workers import erased_players
from bot.transport.api.members import Members
from bot.transport.messages.board import Board
from data.tables.records import Work
from data.tables.work import WorkState


class FormerMembers:
    """Asks Discord whether the player in a seat is still in the server, and gives up the seat where not."""

    def __init__(self, tables: Tables, members: Members) -> None:
        self._tables = tables
        self._members = members

    async def give_up_seat(self, table: TableState, seat: int) -> bool:
        """Give up a seat whose player has left the server; returns whether that was so. Raises StoreError."""
        player = table.record.seats[seat] if 0 <= seat < len(table.record.seats) else None
        if player is None or player.kind != "person" or player.user is None:
            return False
        return await self.give_up_seat_of(table, player.user)

    async def give_up_seat_of(self, table: TableState, user: int) -> bool:
        """Give up the seat in play of a user who has left the server; returns whether they have. Raises StoreError."""
        if await self._members.is_member(table.record.guild, user):
            return False
        if table.record.status == "playing":
            await give_up_former_members_seat(self._tables, table.id, user)
        return True


async def give_up_erased_seat(tables: Tables, board: Board, work: Work) -> WorkState:
    """Give up the seat that `work` names, and name the table's thread for others then.

    Raises StoreError, and what Discord's refusals raise.
    """
    state = await erased_players.give_up(tables, work)
    await board.name_thread(await tables.find(work.table))
    return state
