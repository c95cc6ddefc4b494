"""The results of a club night: a message in its channel, posted once it is over, with the winners.

Its id is the night's `card`. Later changes of the night, as erasures, edit it. After a crash it is looked for.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Any, Final

import discord

from bot.common.errors import Declined
from bot.nights.summary import NightSummary
from bot.scheduler.scheduler import Reschedule
from bot.tables.services.tables import Tables
from bot.transport.api.channels import CLOCK_SKEW_MS, Channels
from bot.transport.api.error_codes import UNKNOWN_MESSAGE, describe_error, is_permanent
from bot.transport.api.rate_limits import RateLimits
from bot.transport.messages.night_boards import NightBoards
from bot.ui.nights import results_card, results_card_mark
from bot.ui.table.renderer import RenderedMessage
from data.nights.records import MAX_NIGHT_MS, NightRecord
from data.tables.records import Work
from data.tables.work import WorkState

log = logging.getLogger(__name__)

DELETED_MESSAGE: Final = 0
"""The id that stands for a closing message that was deleted."""


class NightResultsWorker:
    """Posts the results of all club nights."""

    def __init__(self, boards: NightBoards, tables: Tables, channels: Channels, rate_limits: RateLimits) -> None:
        self._channels = channels
        self._rate_limits = rate_limits
        self._boards = boards
        self._tables = tables
        self._nights = tables.store.nights

    async def post(self, work: Work) -> WorkState:
        """Post the results of a night that is over, or edit them.

        Raises Reschedule before its end, discord.HTTPException, StoreError.
        """
        try:
            record = await self._boards.find(work.night)
        except Declined:  # the night is gone
            return WorkState.CANCELLED
        now = self._tables.clock()
        if not record.is_over(now):
            raise Reschedule(record.end)
        if record.card == DELETED_MESSAGE or record.card_shown == record.seq:
            return WorkState.DONE
        if record.card is None and record.deleted is not None:  # enqueued again if it is restored
            return WorkState.CANCELLED
        if record.card is None and now > record.end + MAX_NIGHT_MS:  # nobody asks any more who won
            return WorkState.CANCELLED
        if self._channels.is_breaker_open(record.channel):
            return WorkState.PARKED
        evening = await self._boards.evening(record)
        if record.card is None and record.ended is None and not evening.people():  # nobody ended it, nobody played
            return WorkState.CANCELLED
        try:
            return await self._bring_up_to_date(record, evening)
        except discord.HTTPException as error:
            if is_permanent(error):
                self._channels.trip_breaker(record.channel, error)
            raise

    async def _bring_up_to_date(self, record: NightRecord, evening: NightSummary) -> WorkState:
        channel, message = record.channel, record.card
        if message is None and record.card_begun is not None:
            message = await self._posted_before(record)
        shown = RenderedMessage(results_card(evening))
        try:
            if message is None:
                await self._nights.begin_card(record.id)
                await self._rate_limits.acquire_post(channel)
                message = await self._channels.send(channel, f"{record.id}-{record.began}-n", shown)
            else:
                await self._rate_limits.acquire_background(channel)
                await self._channels.edit(channel, message, shown)
        except discord.HTTPException as error:
            if message is None or error.code != UNKNOWN_MESSAGE:
                raise
            log.info("night %s: the message of its end is gone (%s)", record.id, describe_error(error))
            message = DELETED_MESSAGE
        await self._nights.note_card_posted(record.id, message, record.seq)
        return WorkState.DONE

    async def _posted_before(self, record: NightRecord) -> int | None:
        """The message that a process posted which was killed before it noted that."""
        begun, mark = ((record.card_begun or 0) - CLOCK_SKEW_MS) / 1000, results_card_mark(record.id)
        after = discord.utils.time_snowflake(datetime.fromtimestamp(begun, UTC))

        def bears_mark(parts: list[dict[str, Any]]) -> bool:
            return any(mark in str(part.get("content", "")) or bears_mark(part.get("components", [])) for part in parts)

        found = await self._channels.find_own_messages(record.channel, after, bears_mark)
        return found[-1] if found else None
