"""In which servers the bot is: tables of the others sleep until it is there again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final

import discord

from bot.common.locks import Locks
from bot.people.guild_settings import Servers
from bot.scheduler.scheduler import Scheduler
from bot.tables.services.uptime import Uptime
from bot.transport.api.channels import Channels
from bot.transport.messages.tracked_message import Owing
from data.errors import StoreError
from data.records import LESSONS_GUILD_ID, LIVE
from data.store import Store
from data.work import WorkKind

log = logging.getLogger(__name__)

POLL_SECONDS: Final = 0.02


class ConnectedGuilds:
    """The servers of this process's connections, as Discord tells them when a connection begins."""

    def __init__(
        self, client: discord.Client, uptime: Uptime, guild_settings: Servers, clock: Callable[[], int]
    ) -> None:
        self._client = client
        self._uptime = uptime
        self._guild_settings = guild_settings
        self.began = clock()
        """When this process began (ms)."""

    async def wait_connected(self) -> None:
        """Wait until the bot is connected, and Discord has told what is in its servers: who may see a channel is not
        known before.

        discord.py is ready once nothing more has come for two seconds. Where all servers have come nobody waits for
        that. Raises StoreError.
        """
        await self._uptime.there()
        client = self._client
        while not client.is_ready() and any(guild.unavailable for guild in client.guilds):  # noqa: ASYNC110
            await asyncio.sleep(POLL_SECONDS)  # discord.py sets no event for this

    async def is_absent(self, guild: int) -> bool:
        """Whether the bot is not in a server: it was removed while no process ran. That is noted.

        Only asked once all shards are connected.
        """
        if guild == LESSONS_GUILD_ID or self._client.get_guild(guild) is not None:
            return False
        if guild not in self._guild_settings.absent:
            await self.note_absence(guild, self.began)
        return True

    async def has_left(self, guild: int) -> bool:
        """Whether the bot is not in a server, as far as that can be known now."""
        return guild in self._guild_settings.absent or (self._client.is_ready() and await self.is_absent(guild))

    async def note_absence(self, guild: int, at: int) -> None:
        """Keep since when (ms) the bot is not in a server."""
        try:
            await self._guild_settings.left(guild, at)
        except StoreError as error:
            log.warning("guild %s: when the bot left is not saved (%s)", guild, error)


class GuildPresence:
    """Puts the tables of a server to sleep when the bot is removed from it, and wakes them when it is back."""

    def __init__(
        self,
        guilds: ConnectedGuilds,
        guild_settings: Servers,
        store: Store,
        scheduler: Scheduler,
        channels: Channels,
        messages: Sequence[Owing],
        clock: Callable[[], int],
    ) -> None:
        self._guilds = guilds
        self._guild_settings = guild_settings
        self._store = store
        self._scheduler = scheduler
        self._channels = channels
        self._messages = messages
        self._clock = clock
        self._locks = Locks[int]()

    async def leave(self, guild: discord.Guild) -> None:
        """Let the tables of a server sleep that the bot was removed from. Raises StoreError."""
        async with self._locks.of(guild.id):
            await self._guilds.note_absence(guild.id, self._clock())
            await self._scheduler.park_guild(guild.id)

    async def join(self, guild: discord.Guild) -> None:
        """Wake the tables of a server that the bot was invited to (again). Raises StoreError."""
        known = guild.id in self._guild_settings.absent
        await self._return(guild, was_away=known or bool(await self._store.tables_of_server(guild.id, LIVE, 1)))

    async def become_available(self, guild: discord.Guild) -> None:
        """Wake the tables of a server that Discord had lost, or that took the bot in while no process ran.

        Raises StoreError.
        """
        await self._return(guild, was_away=guild.id in self._guild_settings.absent)

    async def _return(self, guild: discord.Guild, *, was_away: bool) -> None:
        """Try again what was refused there meanwhile, and let clocks go on: after all that its absence began."""
        async with self._locks.of(guild.id):
            await self._wake(guild, was_away=was_away or guild.id in self._guild_settings.absent)

    async def _wake(self, guild: discord.Guild, *, was_away: bool) -> None:
        if was_away:
            await self._guild_settings.returned(guild.id, self._clock(), self._guilds.began)
            for channel in (*guild.channels, *guild.threads):
                self._channels.used(channel.id, attach=False)
            for owing in self._messages:
                await owing.start()
        await self._scheduler.wake_guild(guild.id)
        if was_away:
            await self._store.clocks.redraw(WorkKind.CLOCK, guild.id)
            self._scheduler.notify_due(self._clock())
