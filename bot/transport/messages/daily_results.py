"""The rankings of the hands of a day: one message in each server's channel for it, posted once the day is closed.

An erasure edits it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from bot.common.errors import UnknownTable
from bot.people.guild_settings import ServerSettingsCache
from bot.scheduler.scheduler import Scheduler
from bot.tables.services.tables import Tables
from bot.transport.messages.posted_message import Post, PostedMessages
from bot.ui.daily import ranked, results_mark, results_message
from data.daily.records import DAY_MS, DailyHand, DailyResult, end_of
from data.tables.records import Append, TableRecord, Work
from data.tables.settings import TableSettings
from data.tables.work import WorkState
from rules.registry import GAMES

log = logging.getLogger(__name__)

MAX_LATE_MS: Final = 7 * DAY_MS
"""Milliseconds after the end of a day within which its rankings are posted. Its tables are kept as long."""


class DailyResultsWorker:
    """Closes days, and posts their rankings."""

    def __init__(
        self,
        tables: Tables,
        servers: ServerSettingsCache,
        posts: PostedMessages,
        scheduler: Scheduler,
        clock: Callable[[], int],
    ) -> None:
        self._tables = tables
        self._servers = servers
        self._posts = posts
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
        is_late = self._clock() > end_of(day) + MAX_LATE_MS
        channel = work.channel if work.message else (await self._servers.of(work.guild)).daily_channel
        if channel is None or (work.channel is None and is_late):
            return WorkState.CANCELLED
        games = await self._games(day, work.guild)
        for _, results in games:
            await self._open(results[0][1])
        post = Post(results_message(day, games).view())
        return await self._posts.show(work, channel, results_mark(day), post, is_wanted=bool(games) and not is_late)

    async def _games(self, day: int, guild: int) -> list[tuple[DailyHand, list[tuple[int, DailyResult]]]]:
        """Return the hands of a day that somebody in a server finished, each with its ranking."""
        results = await self._tables.store.daily.results(day, guild)
        games: list[tuple[DailyHand, list[tuple[int, DailyResult]]]] = []
        for hand in await self._tables.store.daily.hands(day):
            tries = [result for result in results if result.game == hand.game]
            if tries and hand.game in GAMES:
                games.append((hand, ranked(tries, fewest_win=GAMES[hand.game].fewest_win)))
        return games

    async def _open(self, best: DailyResult) -> None:
        """Let the members of the server look at the best try, unless it is deleted. Raises StoreError."""

        def write(record: TableRecord) -> Append:
            daily = record.settings.get("daily")
            if daily is None:
                return Append(record.id, record.seq)
            settings: TableSettings = {**record.settings, "daily": {**daily, "open": True}}
            return Append(record.id, record.seq, changes={"settings": settings})

        try:
            if best.table is not None:
                await self._tables.update_row(best.table, write)
        except UnknownTable:
            log.info("table %s, the best of a day, is deleted", best.table)
