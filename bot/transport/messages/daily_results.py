"""The rankings of the hands of a day: one message in each server's channel for it, posted once the day is closed.

An erasure edits it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.people.guild_settings import ServerSettingsCache
from bot.tables.commands.tries import open_to_server
from bot.tables.services.tables import Tables
from bot.transport.messages.posted_message import Post, PostedMessages
from bot.ui.daily import results_mark, results_message
from bot.ui.tries import ranked
from data.deals.records import DAY_MS, Deal, TryResult, end_of
from data.tables.records import Work
from data.tables.work import WorkState
from rules.registry import GAMES

MAX_LATE_MS: Final = 7 * DAY_MS
"""Milliseconds after the end of a day within which its rankings are posted. Its tables are kept as long."""


class DailyResultsWorker:
    """Posts the rankings of all days."""

    def __init__(
        self, tables: Tables, servers: ServerSettingsCache, posts: PostedMessages, clock: Callable[[], int]
    ) -> None:
        self._tables = tables
        self._servers = servers
        self._posts = posts
        self._clock = clock

    async def post(self, work: Work) -> WorkState | None:
        """Post the rankings of a day in a server, or correct them. Raises discord.HTTPException, StoreError."""
        day = int(work.key)
        is_late = self._clock() > end_of(day) + MAX_LATE_MS
        channel = work.channel if work.message else (await self._servers.of(work.guild)).daily_channel
        if channel is None or (work.channel is None and is_late):
            return WorkState.CANCELLED
        games = await self._games(day, work.guild)
        for _, results in games:
            if (best := results[0][1].table) is not None:
                await open_to_server(self._tables, best)
        post = Post(results_message(day, games).view())
        return await self._posts.show(work, channel, results_mark(day), post, is_wanted=bool(games) and not is_late)

    async def _games(self, day: int, guild: int) -> list[tuple[Deal, list[tuple[int, TryResult]]]]:
        """Return the hands of a day that somebody in a server finished, each with its ranking."""
        deals = self._tables.store.deals
        hands = await deals.hands_of_day(day)
        results = await deals.results([hand.id for hand in hands], guild)
        games: list[tuple[Deal, list[tuple[int, TryResult]]]] = []
        for hand in hands:
            tries = [result for result in results if result.deal == hand.id]
            if tries and hand.game in GAMES:
                games.append((hand, ranked(hand.game, tries)))
        return games
