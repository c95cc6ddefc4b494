"""The weekly cup: one message in each server's channel for rankings, posted once the week is closed.

An erasure edits it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.people.guild_settings import ServerSettingsCache
from bot.standings.places import places
from bot.transport.messages.daily_results import MAX_LATE_MS
from bot.transport.messages.posted_message import Post, PostedMessages
from bot.ui.cup import MAX_SERVERS, ServerPlace, cup_mark, cup_message
from bot.ui.kit.components import Layout
from data.deals.records import CupResult, end_of_week
from data.store import Store
from data.tables.records import Work
from data.tables.work import WorkState


class CupResultsWorker:
    """Posts the cups of all weeks. `name_of` gives a server's name, None where that is not known."""

    def __init__(
        self,
        store: Store,
        servers: ServerSettingsCache,
        posts: PostedMessages,
        name_of: Callable[[int], Awaitable[str | None]],
        clock: Callable[[], int],
    ) -> None:
        self._store = store
        self._servers = servers
        self._posts = posts
        self._name_of = name_of
        self._clock = clock

    async def post(self, work: Work) -> WorkState | None:
        """Post the cup of a week in a server, or correct it. Raises discord.HTTPException, StoreError."""
        week = int(work.key)
        is_late = self._clock() > end_of_week(week) + MAX_LATE_MS
        channel = work.channel if work.message else (await self._servers.of(work.guild)).daily_channel
        if channel is None or (work.channel is None and is_late):
            return WorkState.CANCELLED
        results = await self._store.cups.results(week, work.guild)
        post = Post((await self.layout(week, work.guild, results)).view())
        return await self._posts.show(work, channel, cup_mark(week), post, is_wanted=bool(results) and not is_late)

    async def layout(self, week: int, guild: int, results: list[CupResult]) -> Layout:
        """Return the message of the cup of a week in a server, with its results. Raises StoreError."""
        takes_part = (await self._servers.of(guild)).compares_servers
        return cup_message(week, results, await self._places(week, guild) if takes_part else None)

    async def _places(self, week: int, guild: int) -> list[ServerPlace]:
        """Return the first servers in the comparison of a week, with this one, in order."""
        permilles = await self._store.cups.servers(week)
        place = places(permilles, fewest_win=False)
        ordered = sorted(permilles, key=lambda server: (place[server], server))
        listed_servers = [server for at, server in enumerate(ordered) if at < MAX_SERVERS or server == guild]
        return [
            ServerPlace(place[server], await self._name_of(server) or "A server", permilles[server], server == guild)
            for server in listed_servers
        ]
