"""Whether a user is still in a server. Without the members intent Discord has to be asked."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

import discord

from bot.common.cache import Cache
from bot.transport.api.error_codes import UNKNOWN_MEMBER, UNKNOWN_USER, describe_error
from bot.transport.interactions.responses import CONNECTION_ERRORS
from data.engine.clock import now_ms
from data.people.records import is_erased
from data.tables.records import LESSONS_GUILD_ID

log = logging.getLogger(__name__)

FRESH_MS: Final = 30_000
"""Milliseconds for which a yes is cached. A no is not: a member who returns is known at once."""

MAX_CACHED_ANSWERS: Final = 10_000
"""Answers in memory."""


class Members:
    """Asks Discord about members of servers."""

    def __init__(self, client: discord.Client, clock: Callable[[], int] = now_ms) -> None:
        self._client = client
        self._clock = clock
        self._known: Cache[tuple[int, int], int] = Cache(MAX_CACHED_ANSWERS)
        """The time (ms) at which Discord last confirmed a member."""

    async def fetch_member(self, guild: int, user: int) -> discord.Member | None:
        """Return a member with their roles; None if the user is no member, or the server is unknown.

        Raises discord.HTTPException if the request fails.
        """
        server = self._client.get_guild(guild)
        if server is None or is_erased(user):
            return None
        try:
            return await server.fetch_member(user)
        except discord.HTTPException as error:
            if error.code in {UNKNOWN_MEMBER, UNKNOWN_USER}:
                return None
            raise

    async def is_member(self, guild: int, user: int) -> bool:
        """Whether a user is in a server: False only if Discord says so.

        True for an erased person, of whom nobody can ask, and for lessons.
        """
        now, key = self._clock(), (guild, user)
        confirmed_at = self._known.get(key)
        if (
            guild == LESSONS_GUILD_ID
            or is_erased(user)
            or (confirmed_at is not None and confirmed_at <= now < confirmed_at + FRESH_MS)
        ):
            return True
        try:
            await self._client.http.get_member(guild, user)
        except discord.HTTPException as error:
            if error.code in {UNKNOWN_MEMBER, UNKNOWN_USER}:
                return False
            log.info("guild %s: whether user %s is there is not known (%s)", guild, user, describe_error(error))
        except CONNECTION_ERRORS as error:
            log.info("guild %s: whether user %s is there is not known (%s)", guild, user, describe_error(error))
        else:
            self._known.put(key, now)
        return True
