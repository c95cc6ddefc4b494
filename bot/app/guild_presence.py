"""The servers that the bot is in: work of other servers sleeps until it returns."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import discord

from bot.common.cache import Cache
from bot.common.locks import KeyedLocks
from bot.people.guild_settings import ServerSettingsCache
from bot.scheduler.scheduler import Scheduler
from bot.tables.services.uptime import Uptime
from bot.transport.api.channels import Channels
from bot.transport.interactions.responses import CONNECTION_ERRORS
from data.engine.errors import StoreClosed, StoreError
from data.engine.shards import Shards
from data.store import Store
from data.tables.records import LESSONS_GUILD_ID, LIVE
from data.tables.work import WorkKind

log = logging.getLogger(__name__)

POLL_SECONDS: Final = 0.02

MAX_NAMES: Final = 1000
"""Names of other processes' servers in memory."""

RETRY_SECONDS: Final = 2.0
"""The pause before a return that could not be saved is saved again."""


@dataclass(slots=True, eq=False, repr=False)
class ConnectedGuilds:
    """The servers of this process's connections, as Discord lists them."""

    client: discord.Client
    uptime: Uptime
    guild_settings: ServerSettingsCache
    clock: Callable[[], int]
    shards: Shards | None
    """The shards of this process; None for all."""
    started_ms: int = field(init=False)
    """When this process began."""
    _names: Cache[int, str | None] = field(init=False, default_factory=lambda: Cache(MAX_NAMES))
    """The names of servers that other processes hear of."""

    def __post_init__(self) -> None:
        self.started_ms = self.clock()

    async def wait_for_shards(self) -> Shards:
        """Wait until some shards are connected and the content of their servers is known, and return these.

        discord.py is ready two seconds after the last server; here nobody waits once all servers have come. Raises
        StoreError.
        """
        while True:
            connected = await self.uptime.wait_for_shards()
            known_shards = Shards(self.client.shard_count or 1, frozenset(filter(self._knows_guilds, connected)))
            if known_shards.ids:
                return known_shards
            await asyncio.sleep(POLL_SECONDS)  # discord.py sets no event for this

    def _knows_guilds(self, shard: int) -> bool:
        """Whether the content of a connected shard's servers has come."""
        waits = any(guild.unavailable and guild.shard_id == shard for guild in self.client.guilds)
        return not waits or self.client.is_ready()

    def _is_elsewhere(self, guild: int) -> bool:
        """Whether another process's shards hear of a server."""
        return self.shards is not None and not self.shards.has_guild(guild)

    async def is_absent(self, guild: int) -> bool:
        """Whether the bot is not in a server; notes that it left or returned while no process ran. Raises StoreError.

        Call it only once the server's shard is connected.
        """
        if guild == LESSONS_GUILD_ID:
            return False
        if self._is_elsewhere(guild):
            return guild in self.guild_settings.absent
        if self.client.get_guild(guild) is not None:
            await self.record_return(guild)
            return False
        await self.record_absence(guild, self.started_ms, lambda: self.client.get_guild(guild) is None)
        return guild in self.guild_settings.absent

    async def has_left(self, guild: int) -> bool:
        """Whether the bot is not in a server, as far as is known now."""
        return guild in self.guild_settings.absent or (self.client.is_ready() and await self.is_absent(guild))

    async def name_of(self, guild: int) -> str | None:
        """Return the name of a server, None where Discord does not say."""
        present_guild = self.client.get_guild(guild)
        if present_guild is not None:
            return present_guild.name
        if not self._is_elsewhere(guild):
            return None
        name = await self._names.read(guild, self._fetch_name)
        if name is None:
            self._names.drop(guild)  # it is asked again
        return name

    async def _fetch_name(self, guild: int) -> str | None:
        try:
            return (await self.client.fetch_guild(guild, with_counts=False)).name
        except (discord.HTTPException, *CONNECTION_ERRORS) as error:
            log.info("guild %s: its name is not known (%s)", guild, type(error).__name__)
            return None

    async def record_absence(self, guild: int, at: int, is_gone: Callable[[], bool] = lambda: True) -> None:
        """Save that the bot left a server at `at` (ms), unless that is noted, or it is back (`is_gone`)."""
        try:
            await self.guild_settings.record_left(guild, at, is_gone)
        except StoreError as error:
            log.warning("guild %s: when the bot left is not saved (%s)", guild, error)

    async def record_return(self, guild: int, *, left_unnoticed: bool = False) -> None:
        """Save that the bot is back in a server, if its absence is noted or `left_unnoticed`. Raises StoreError.

        Nothing that falls due there may run before: the absence is not counted as anybody's time.
        """
        if left_unnoticed or guild in self.guild_settings.absent:
            at = self.clock()
            await self.guild_settings.record_returned(guild, at, self.started_ms, left_unnoticed=left_unnoticed)


@dataclass(eq=False, repr=False)
class GuildPresence:
    """Puts the tables of a server to sleep when the bot is removed from it, and wakes them when it is back."""

    guilds: ConnectedGuilds
    guild_settings: ServerSettingsCache
    store: Store
    scheduler: Scheduler
    channels: Channels
    clock: Callable[[], int]
    _locks: KeyedLocks[int] = field(init=False, default_factory=KeyedLocks[int])

    async def leave(self, guild: discord.Guild) -> None:
        """Put the tables of a server to sleep that the bot was removed from. Raises StoreError."""
        left_at = self.clock()
        async with self._locks.of(guild.id):
            await self.guilds.record_absence(guild.id, left_at)
            await self.scheduler.park_guild(guild.id)

    async def join(self, guild: discord.Guild) -> None:
        """Wake the tables of a server that the bot was invited to (again). Raises StoreError."""
        was_noted = guild.id in self.guild_settings.absent
        has_tables = not was_noted and bool(await self.store.tables.of_guild(guild.id, LIVE, 1))
        await self._return(guild, was_noted=was_noted, left_unnoticed=has_tables)

    async def become_available(self, guild: discord.Guild) -> None:
        """Wake the tables of a server that Discord had lost, or that took the bot in while no process ran.

        Raises StoreError.
        """
        await self._return(guild, was_noted=guild.id in self.guild_settings.absent, left_unnoticed=False)

    async def _return(self, guild: discord.Guild, *, was_noted: bool, left_unnoticed: bool) -> None:
        """Retry what was refused there, and let clocks run, after the absence was noted."""
        async with self._locks.of(guild.id):
            was_away = was_noted or left_unnoticed or guild.id in self.guild_settings.absent
            if was_away:
                for channel in (*guild.channels, *guild.threads):
                    self.channels.record_use(channel.id, attach=False)
            while True:  # until it is saved the server counts as one that the bot is not in
                try:
                    await self.guilds.record_return(guild.id, left_unnoticed=left_unnoticed)
                    await self.scheduler.wake_guild(guild.id, returned=was_away)
                    if was_away:
                        await self.store.clocks.redraw(WorkKind.EXPIRE_CLOCK, guild.id)
                        self.scheduler.notify_due_now()
                except StoreClosed:
                    raise
                except StoreError as error:
                    log.warning(
                        "guild %s: the bot's return is not saved (%s); again in %s s", guild.id, error, RETRY_SECONDS
                    )
                else:
                    return
                await asyncio.sleep(RETRY_SECONDS)
