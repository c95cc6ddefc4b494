"""The discord.py bot: Discord's events, and how it starts and stops."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from yarl import URL

from bot.app import first_steps
from bot.app.command_sync import sync_commands
from bot.app.services import Services
from bot.app.workers import build_workers
from bot.common.errors import Declined, redact, sentence_for
from bot.common.metrics import GATEWAY, count_requests, observe_commit
from bot.common.settings import Settings
from bot.common.tasks import BackgroundTasks
from bot.people import time_zones
from bot.processes.identify import wait_for_bucket
from bot.transport.api.emoji_upload import upload_faces
from bot.transport.api.rate_limits import RateLimits
from bot.transport.interactions.responses import NO_MENTIONS
from bot.transport.interactions.user_installs import NO_SERVER_TEXT, remove_absent_server
from data.engine.clock import now_ms
from data.engine.errors import StoreClosed
from data.store import Store

log = logging.getLogger(__name__)

ANSWERS_GRACE_SECONDS: Final = 1.5
"""Seconds for answers under way when the bot is stopped."""

REFUSALS_GRACE_SECONDS: Final = 0.3
"""Seconds for refusing presses that came while the bot was stopping."""

CLOSE_TIMEOUT_SECONDS: Final = 1.0
"""Seconds for closing the connection to Discord."""


@cache
def cog_modules() -> tuple[Any, ...]:
    """Return every module of cogs/ that has a `setup`; the others are shared by these."""
    modules = [import_module(module.name) for module in walk_packages(import_module("cogs").__path__, "cogs.")]
    return tuple(module for module in modules if hasattr(module, "setup"))


def register_packs() -> None:
    """Make every game's cards known without loading its cog, for what draws them and runs no bot."""
    for module in cog_modules():
        for name in dir(module):
            value: Any = getattr(module, name)
            if isinstance(value, commands.CogMeta) and hasattr(value, "register"):
                cog: Any = value
                cog.register()


class CommandTree(app_commands.CommandTree["EldestHand"]):
    """The commands."""

    async def interaction_check(self, interaction: discord.Interaction[EldestHand], /) -> bool:
        """Whether a command may run; otherwise its refusal is sent."""
        responder = interaction.client.services.responder
        why = responder.refusal(interaction.user.id)
        if why is None and interaction.guild_id is None and getattr(interaction.command, "guild_only", False):
            why = NO_SERVER_TEXT
        if why is None:
            return True
        if interaction.type is discord.InteractionType.application_command:
            async with responder.respond(interaction, "private"):
                raise Declined(why)
        return False


class EldestHand(commands.AutoShardedBot):
    """The bot. `store` is open; closing the bot closes everything but the store. `clock` tells what time it is (ms)."""

    def __init__(self, settings: Settings, store: Store, *, clock: Callable[[], int] = now_ms) -> None:
        shards = settings.shards
        shard_ids: Any = None if shards is None else sorted(shards.ids)  # None is not in its type
        rate_limits = RateLimits(share=settings.request_share)
        super().__init__(
            shard_count=settings.shard_count,
            shard_ids=shard_ids,
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=CommandTree,
            intents=discord.Intents(guilds=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),  # cogs/base.py has the others
            allowed_mentions=NO_MENTIONS,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            http_trace=count_requests(rate_limits.trace_config()),
        )
        store.watch_commits(observe_commit)
        self.services = Services(self, settings, store, rate_limits, clock)
        for worker in build_workers(self.services):
            self.services.scheduler.handle(
                worker.kind, worker.handler, max_parallel=worker.max_parallel, on_exhausted=worker.on_exhausted
            )
        self._max_concurrency = 1
        self._next_step_logged = False
        self._background = BackgroundTasks()
        self._watch_interactions()
        self.tree.error(self._command_error)

    def _watch_interactions(self) -> None:
        """Read the payload of each interaction before discord.py does.

        The last message in its channel is recorded: without the messages intent discord.py's own channel object is
        stale. A server without the bot is taken out.
        """
        parsers = self._connection.parsers
        parse = parsers["INTERACTION_CREATE"]

        def watched(data: Any) -> None:
            channel: dict[str, Any] = data.get("channel") or {}
            if channel.get("last_message_id"):
                self.services.channels.record_last_message(int(channel["id"]), int(channel["last_message_id"]))
            remove_absent_server(data)
            parse(data)

        parsers["INTERACTION_CREATE"] = watched

    async def setup_hook(self) -> None:
        """Load the cogs and start the services, once the shards of this process are its own."""
        services = self.services
        await asyncio.to_thread(time_zones.load_zones)
        await self.load_cogs()
        if services.settings.shard_count is not None:
            _, gateway, limit = await self.http.get_bot_gateway()
            DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway)  # discord.py asks for it only where it counts the shards
            self._max_concurrency = limit["max_concurrency"]
        services.changes.start()  # before anything is read that another process may change
        await services.people.load()
        await services.guild_settings.load()
        await services.leases.start()
        await services.leases.wait_shards()
        await services.uptime.start(services.settings.shards)  # only now: until now another process was there
        services.search.start()
        services.scheduler.start()
        services.retention.start()
        self._background.spawn(sync_commands(self, services.store, services.leases))
        if services.settings.emoji:
            emoji = services.renderer.scenes.emoji
            self._background.spawn(upload_faces(self, emoji, lambda: services.leases.is_leader))

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Keep Discord's limit of how many shards identify at a time."""
        process = self.services.store.process
        if process is None or shard_id is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await wait_for_bucket(self.services.store, process, shard_id, self._max_concurrency)

    async def load_cogs(self) -> None:
        """Load every module of cogs/ that has a `setup`."""
        for cog in cog_modules():
            await cog.setup(self)

    async def handle_clock_change(self) -> None:
        """Run the work that fell due when the clock was set forward."""
        await self.services.uptime.record_forward_jump()
        self.services.scheduler.notify_due_now()

    def handle_clock_change_soon(self) -> None:
        """Call `handle_clock_change` in the background."""
        self._background.spawn(self.handle_clock_change())

    # -- Discord's events --------------------------------------------------------------------------------------------

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Route every click on a component and every modal, of whatever age. Commands go their own way."""
        if interaction.type in {discord.InteractionType.component, discord.InteractionType.modal_submit}:
            await self.services.router.dispatch(interaction)

    async def on_shard_connect(self, shard: int) -> None:
        """Count it; the clocks of its servers go on."""
        GATEWAY.labels("connected").inc()
        await self.services.uptime.record_connected(shard, self.shard_count or 1)

    async def on_shard_ready(self, _: int) -> None:
        """Run the due work of the shard's servers."""
        self.services.scheduler.notify_due_now()

    async def on_shard_disconnect(self, shard: int) -> None:
        """Count it."""
        GATEWAY.labels("lost").inc()
        self.services.uptime.record_lost(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        """Count it; the clocks of its servers go on."""
        GATEWAY.labels("resumed").inc()
        await self.services.uptime.record_connected(shard, self.shard_count or 1)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """See GuildPresence."""
        await self.services.guild_presence.leave(guild)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """See GuildPresence; the log names permissions that are missing there."""
        await self.services.guild_presence.join(guild)
        await first_steps.log_missing_permissions(guild, self.services)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """See GuildPresence."""
        await self.services.guild_presence.become_available(guild)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Look after the tables that were played there."""
        await self.services.board_upkeep.channel_deleted(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Look after the table that was played there."""
        await self.services.board_upkeep.channel_deleted(payload.thread_id)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log an event's error without its text, which discord.py would print whole."""
        error = sys.exc_info()[1]
        if isinstance(error, StoreClosed):  # the next process gets the same event when it connects
            log.info("%s ended early: the bot is stopping", event_method)
        else:
            log.error("an error in %s", event_method, exc_info=redact(error))

    async def on_ready(self) -> None:
        """Log that the bot is ready, and run the due work. Shards with unreachable servers now count as loaded."""
        self.services.scheduler.notify_due_now()
        count = len(self.guilds)
        log.info("ready as %s in %s server%s", self.user, count, "" if count == 1 else "s")
        if not self._next_step_logged:  # the event comes again after each lost session
            self._next_step_logged = True
            await first_steps.log_next_step(self, self.services)

    async def _command_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
        """Answer errors that no command has answered itself (bot/transport/interactions/responder.py)."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        where = f"command interaction {interaction.id} of user {interaction.user.id}"
        if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            sentence = "I was just updated. Try again in a moment."
            log.info("%s: outdated command", where)
        elif isinstance(error, app_commands.CheckFailure):
            sentence = "You cannot use this command here."
        else:
            sentence = sentence_for(cause, where, self.services.settings.support_url)
        try:
            if interaction.response.is_done():
                await interaction.followup.send(sentence, ephemeral=True)
            else:
                await interaction.response.send_message(sentence, ephemeral=True)
        except discord.HTTPException as refused:
            log.info("%s: could not be answered (%s)", where, refused.code)

    async def close(self) -> None:
        """Finish answers under way and close the services; the next process delivers what is still due."""
        services = self.services
        services.responder.stopping = True  # presses from now on are declined
        await services.responder.finish(ANSWERS_GRACE_SECONDS)
        self._background.cancel()
        for part in (
            services.hand_messages,
            services.scheduler,
            services.late_answers,
            services.reviews,
            services.search,
            services.leases,
            services.changes,
            services.uptime,
            services.retention,
        ):
            await part.close()
        await services.responder.finish(REFUSALS_GRACE_SECONDS)
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT_SECONDS):
                await super().close()
        except TimeoutError:
            log.warning("Discord did not confirm the close; the connection is dropped")
        await services.responder.close()  # only now: the gateway may have brought a last click
