"""Whether somebody is still in a server. Discord tells it only to those who ask: there is no members intent."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

import discord

from bot.common.cache import Cache
from bot.transport.api.error_codes import UNKNOWN_MEMBER, UNKNOWN_USER, named
from bot.transport.interactions.responses import CONNECTION
from data.records import LESSONS_GUILD_ID, is_erased, now_ms

log = logging.getLogger(__name__)

FRESH: Final = 30_000
"""Milliseconds for which an answer that somebody is there holds. That they are not is asked anew each time: who comes
back is to be known at once, and who has left has no seat for long."""

REMEMBERED: Final = 10_000
"""Answers that are remembered."""


class Members:
    """Asks Discord, one question at a time for each person and server."""

    def __init__(self, client: discord.Client, clock: Callable[[], int] = now_ms) -> None:
        self._client = client
        self._clock = clock
        self._known: Cache[tuple[int, int], int] = Cache(lambda: REMEMBERED)
        """When (ms) Discord said last that somebody is in a server."""

    async def member(self, guild: int, user: int) -> discord.Member | None:
        """A member of a server with their roles, asked of Discord; None where they are none, or the server is not
        known. Raises discord.HTTPException where Discord does not say.
        """
        there = self._client.get_guild(guild)
        if there is None or is_erased(user):
            return None
        try:
            return await there.fetch_member(user)
        except discord.HTTPException as error:
            if error.code in {UNKNOWN_MEMBER, UNKNOWN_USER}:
                return None
            raise

    async def is_member(self, guild: int, user: int) -> bool:
        """Whether a user is in a server: no only where Discord says so, whatever else goes wrong means yes. Somebody
        whose data was taken out, of whom nobody can ask, counts as there, and so does whoever learns in a lesson.
        """
        now, who = self._clock(), (guild, user)
        said = self._known.get(who)
        if guild == LESSONS_GUILD_ID or is_erased(user) or (said is not None and said <= now < said + FRESH):
            return True
        try:
            await self._client.http.get_member(guild, user)
        except discord.HTTPException as error:
            if error.code in {UNKNOWN_MEMBER, UNKNOWN_USER}:
                return False
            log.info("guild %s: whether user %s is there is not known (%s)", guild, user, named(error))
        except CONNECTION as error:
            log.info("guild %s: whether user %s is there is not known (%s)", guild, user, named(error))
        else:
            self._known.put(who, now)
        return True
