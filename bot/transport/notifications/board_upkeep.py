"""Board upkeep of idle tables: lost boards, players who left, threads to be archived, ended absences.

The bot lacks the intents that would report these. It looks once a day, and when a channel is deleted. It mentions
nobody. Only a post defers archiving.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from bot.scheduler.scheduler import Reschedule
from bot.tables.model.follow_up_work import AWAITED_KEY_PREFIX, BOARD_CHECK_INTERVAL_MS
from bot.tables.model.table_state import TableState
from bot.tables.services.deadline_refresh import RETURN_KEY_PREFIX
from bot.tables.services.tables import REPOST_AFTER_MS, Tables
from bot.transport.api.channels import Channels
from bot.transport.messages.board import Board
from bot.transport.seats import FormerMembers
from data.tables.records import Append, NewWork, TableRecord, Work
from data.tables.work import AwayPayload, SeatPayload, WorkKind, WorkState

MAX_PARALLEL_UPKEEP: Final = 4
"""Checks at a time. They are not urgent, and many are due together after a long stop."""


@dataclass(slots=True, eq=False, repr=False)
class BoardUpkeepWorker:
    """Checks the boards and players of idle tables."""

    tables: Tables
    channels: Channels
    board: Board
    former_members: FormerMembers
    clock: Callable[[], int]

    async def channel_deleted(self, channel: int) -> None:
        """Check the tables of a deleted channel or thread now. Raises StoreError."""
        for record in await self.tables.in_channel(channel):
            await self.tables.update_row(record.id, self._check_now)

    def _check_now(self, record: TableRecord) -> Append:
        return Append(record.id, record.seq, work=(NewWork(WorkKind.CHECK_BOARD, seq=record.seq, due=self.clock()),))

    async def check_board(self, work: Work) -> WorkState | None:
        """Post a board anew if it is gone or its thread quiet for too long; else check again later.

        It also finds a board that a killed process posted. Raises Reschedule, discord.HTTPException, and Declined if it
        may not be posted.
        """
        table = await self.tables.find(work.table)
        if not table.record.is_under_way:
            return WorkState.CANCELLED
        if work.key.startswith(RETURN_KEY_PREFIX):
            return await self._redraw_after_absence(table, work)
        if work.key.startswith(AWAITED_KEY_PREFIX):
            seat = work.read(SeatPayload)["seat"]
            if table.decisions.get(seat) == work.seq:
                await self._give_up_seats(table, (seat,))
            return WorkState.CANCELLED
        is_there = not await self.board.post_if_gone(table)
        if table.record.status == "lobby":  # it is looked at when its channel is deleted, and closes within a day
            return WorkState.CANCELLED
        await self._give_up_seats(table, () if table.state is None else table.state.awaited)
        where = table.record.message_channel or table.record.thread or table.record.channel
        last_message_ms = await self.channels.last_message_at(where) if is_there else self.clock()
        if last_message_ms is not None and last_message_ms + REPOST_AFTER_MS <= self.clock():
            await self.board.post(table)
            last_message_ms = self.clock()
        raise Reschedule(
            min(self.clock() + BOARD_CHECK_INTERVAL_MS, (last_message_ms or self.clock()) + REPOST_AFTER_MS)
        )

    async def _redraw_after_absence(self, table: TableState, work: Work) -> WorkState:
        """Redraw a board that shows an absence that has ended. Raises Reschedule if it lasts longer."""
        until = work.read(AwayPayload)["until"]
        if until > self.clock():  # they stay away for longer than they had said first
            raise Reschedule(until)
        await self.board.redraw(table)
        return WorkState.DONE

    async def _give_up_seats(self, table: TableState, seats: Iterable[int]) -> None:
        """Give up the seats, among these, whose players have left the guild."""
        for seat in seats:
            await self.former_members.give_up_seat(table, seat)
