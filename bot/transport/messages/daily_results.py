"""The rankings of the hands of a day: one message in each server's channel for it, posted once the day is closed.

An erasure edits it. After a crash it is looked for.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

import discord

from bot.common.errors import UnknownTable
from bot.people.guild_settings import ServerSettingsCache
from bot.scheduler.scheduler import Scheduler
from bot.tables.services.tables import Tables
from bot.transport.api.channels import CLOCK_SKEW_MS, Channels
from bot.transport.api.error_codes import UNKNOWN_MESSAGE, is_permanent
from bot.transport.api.rate_limits import RateLimits
from bot.ui.daily import ranked, results_mark, results_message
from bot.ui.table.renderer import RenderedMessage
from data.daily.records import DAY_MS, DailyHand, DailyResult, end_of
from data.tables.records import Append, TableRecord, Work
from data.tables.settings import TableSettings
from data.tables.work import WorkState
from rules.registry import GAMES

log = logging.getLogger(__name__)

MAX_LATE_MS: Final = 7 * DAY_MS
"""Milliseconds after the end of a day for which its rankings are still news: so long its tables are kept, too."""


class DailyResultsWorker:
    """Closes days, and posts their rankings."""

    def __init__(
        self,
        tables: Tables,
        servers: ServerSettingsCache,
        channels: Channels,
        rate_limits: RateLimits,
        scheduler: Scheduler,
        clock: Callable[[], int],
    ) -> None:
        self._tables = tables
        self._servers = servers
        self._channels = channels
        self._rate_limits = rate_limits
        self._scheduler = scheduler
        self._clock = clock

    async def close(self, work: Work) -> WorkState:
        """Close the day of `work`. Raises StoreError."""
        await self._tables.store.daily.close(int(work.key))
        self._scheduler.notify_due(self._clock())
        return WorkState.DONE

    async def post(self, work: Work) -> WorkState | None:
        """Post the rankings of a day in a server, or correct them. Raises discord.HTTPException, StoreError."""
        day = int(work.key)
        channel = work.channel if work.message is not None else (await self._servers.of(work.guild)).daily_channel
        if channel is None or (work.message is None and self._clock() > end_of(day) + MAX_LATE_MS):
            return WorkState.CANCELLED
        if self._channels.is_breaker_open(channel):
            return WorkState.PARKED
        games = await self._games(day, work.guild)
        if work.message is None and not games:
            return WorkState.CANCELLED
        for _, results in games:
            await self._open(results[0][1])
        shown = RenderedMessage(results_message(day, games))
        try:
            return await self._deliver(work, channel, day, shown)
        except discord.HTTPException as error:
            if work.message is not None and error.code == UNKNOWN_MESSAGE:  # somebody deleted it
                return WorkState.CANCELLED
            if is_permanent(error):
                self._channels.trip_breaker(channel, error)
            raise

    async def _deliver(self, work: Work, channel: int, day: int, rendered: RenderedMessage) -> WorkState | None:
        message = work.message
        if message is not None:
            await self._rate_limits.acquire_background(channel)
            await self._channels.edit(channel, message, rendered)
            return WorkState.DONE
        if work.channel is not None:
            message = await self._posted_before(work.channel, day)
        if message is None:
            if not await self._tables.store.begin(work.id, channel):
                return None
            await self._rate_limits.acquire_post(channel)
            message = await self._channels.send(channel, f"{work.guild:x}-{day:x}", rendered)
        else:
            channel = work.channel or channel
        await self._tables.store.mark(work.id, WorkState.DONE, seq=work.seq, channel=channel, message=message)
        return None

    async def _posted_before(self, channel: int, day: int) -> int | None:
        """The message that a process posted which was killed before it noted that."""
        after = discord.utils.time_snowflake(datetime.fromtimestamp((end_of(day) - CLOCK_SKEW_MS) / 1000, UTC))
        mark = results_mark(day)

        def bears_mark(parts: list[dict[str, Any]]) -> bool:
            return any(mark in str(part.get("content", "")) or bears_mark(part.get("components", [])) for part in parts)

        found = await self._channels.find_own_messages(channel, after, bears_mark)
        return found[-1] if found else None

    async def _games(self, day: int, guild: int) -> list[tuple[DailyHand, list[tuple[int, DailyResult]]]]:
        """The hands of a day that somebody in a server finished, each with its ranking."""
        results = await self._tables.store.daily.results(day, guild)
        found: list[tuple[DailyHand, list[tuple[int, DailyResult]]]] = []
        for hand in await self._tables.store.daily.hands(day):
            mine = [result for result in results if result.game == hand.game]
            if mine and hand.game in GAMES:
                found.append((hand, ranked(mine, fewest_win=GAMES[hand.game].fewest_win)))
        return found

    async def _open(self, best: DailyResult) -> None:
        """Let the members of the server look at the best try, unless it is deleted. Raises StoreError."""

        def write(record: TableRecord) -> Append:
            daily = record.settings.get("daily")
            if daily is None:
                return Append(record.id, record.seq)
            opened: TableSettings = {**record.settings, "daily": {**daily, "open": True}}
            return Append(record.id, record.seq, changes={"settings": opened})

        try:
            if best.table is not None:
                await self._tables.update_row(best.table, write)
        except UnknownTable:
            log.info("table %s, the best of a day, is deleted", best.table)
