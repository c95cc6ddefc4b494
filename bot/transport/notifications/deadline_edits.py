"""Edits messages that name a deadline when it has changed: after an outage, an absence, a pause.

Discord notifies nobody of an edit, so no mention rings twice.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence

import discord

from bot.tables.model.clock_terms import terms_of
from bot.tables.services.tables import Tables
from bot.transport.api.channels import Channels
from bot.transport.api.error_codes import CLOSED, MISSING, describe_error, is_permanent
from bot.transport.api.rate_limits import RateLimits
from bot.transport.messages.board import Board
from bot.transport.notifications.deadline_reminders import ReminderWorker
from bot.transport.notifications.digests import DigestWorker
from bot.transport.notifications.turn_pings import TurnPingWorker, holds, is_of_notes
from data.tables.records import CALLS, Work
from data.tables.work import RemindPayload, WorkKind, WorkState

log = logging.getLogger(__name__)

Words = tuple[str, discord.AllowedMentions]
"""A message's text, and whom it mentions."""


class DeadlineEditWorker:
    """The handler of times that have become other ones (TIMES): boards, mentions and reminders."""

    def __init__(
        self,
        tables: Tables,
        board: Board,
        pings: TurnPingWorker,
        reminders: ReminderWorker,
        digests: DigestWorker,
        channels: Channels,
        rate_limits: RateLimits,
    ) -> None:
        self._tables = tables
        self._store = tables.store
        self._board = board
        self._pings = pings
        self._reminders = reminders
        self._digests = digests
        self._channels = channels
        self._rate_limits = rate_limits

    async def edit(self, work: Work) -> WorkState:
        """Let the messages of a table that tell times tell them anew. Raises as Board.refresh."""
        table = await self._tables.find(work.table)
        if work.key != CALLS:
            await self._board.redraw(table)
        if table.record.status == "playing" and terms_of(table.record.settings) is not None:
            async with self._pings.lock_of(table.id):  # one on its way may tell the time of before
                await self._each(
                    await self._store.work.of_table(table.id, WorkKind.PING, (WorkState.DONE,)), self._mention
                )
            await self._digests.refresh(table.id)
            for seat in table.record.seats:
                if seat.user is not None:
                    async with self._reminders.lock_of(seat.user):
                        rows = await self._store.work.of_table(table.id, WorkKind.REMIND, (WorkState.DONE,))
                        await self._each(
                            [row for row in rows if row.read(RemindPayload)["seat"] == seat.seat], self._reminder
                        )
        return WorkState.DONE

    async def _each(self, rows: Sequence[Work], words: Callable[[Sequence[Work]], Awaitable[Words | None]]) -> None:
        """Edit each message that stands for some of these rows."""
        standing = defaultdict[tuple[int, int], list[Work]](list)
        for row in rows:
            if row.state == WorkState.DONE and row.channel is not None and row.message is not None:
                standing[row.channel, row.message].append(row)
        for (channel, message), about in standing.items():
            told = None if self._channels.is_breaker_open(channel) else await words(about)
            if told is None:
                continue
            await self._rate_limits.acquire_background(channel)
            try:
                text, mentions = told
                await self._channels.edit_parts(channel, message, mentions, content=text)
            except discord.HTTPException as error:
                if error.code not in MISSING | CLOSED and not is_permanent(error):
                    raise
                log.info("message %s: its times are not updated (%s)", message, describe_error(error))

    async def _mention(self, rows: Sequence[Work]) -> Words | None:
        """Return the text of a turn ping now, None if it names no deadline or nobody is awaited any more."""
        table = await self._tables.find(rows[0].table)
        awaited = [row for row in rows if not is_of_notes(row) and holds(table, row)]
        if table.state is None or not awaited:
            return None
        return await self._pings.words(table, table.state, awaited)

    async def _reminder(self, rows: Sequence[Work]) -> Words | None:
        """Return the text of a reminder now, None if all its turns are done."""
        row, message = rows[0], rows[0].message
        assert message is not None
        return await self._reminders.words(
            await self._store.clocks.delivered_as(WorkKind.REMIND, message, (WorkState.DONE,)), row.channel
        )
