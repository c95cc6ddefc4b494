"""The discord.py bot: what it is made of, how it starts, how it stops."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, Final

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot.app.router import Verbs
from bot.common.errors import Declined, safe, sentence_for
from bot.common.metrics import GATEWAY, committed, traced
from bot.common.settings import Settings
from bot.pads.pad import Pad
from bot.pads.pads import Pads
from bot.people.guild_settings import Servers
from bot.people.preferences import People
from bot.scheduler.scheduler import Due
from bot.standings.recorder import AT_ONCE as RECORDED_AT_ONCE
from bot.standings.recorder import Recorder
from bot.standings.standings_worker import Keeper
from bot.tables.commands import lobby, moderation
from bot.tables.commands.exchange_notes import REPORT, has_seen
from bot.tables.commands.hand_views import open_hand
from bot.tables.commands.left_server import departed
from bot.tables.model.clock_work import CLOCK
from bot.tables.model.table_state import Live
from bot.tables.services.backfill import fill_rows
from bot.tables.services.deadlines import Deadlines
from bot.tables.services.tables import COMPUTER, EXCUSE, EXPIRE, LOST, ONLY, PING, TELL, WAKE, Tables
from bot.tables.services.uptime import Uptime
from bot.tables.workers import clock_expiry, computer_moves, erased_players, forced_card
from bot.tables.workers.clock_expiry import TimeOuts
from bot.tables.workers.computer_moves import Computers
from bot.tables.workers.retention import Retention
from bot.transport.api.channels import Channels
from bot.transport.api.emoji_upload import upload_faces
from bot.transport.api.error_codes import hopeless
from bot.transport.api.members import Members
from bot.transport.api.rate_limits import Pace
from bot.transport.interactions.hand_messages import Hands
from bot.transport.interactions.responses import CONNECTION, NOBODY, Reply, answering
from bot.transport.messages.board import AT_ONCE, Board
from bot.transport.messages.contest_notices import Contests
from bot.transport.messages.night_boards import NightBoards
from bot.transport.messages.pad_boards import PadBoards
from bot.transport.notifications.announcements import Tells
from bot.transport.notifications.board_upkeep import AT_ONCE as WOKEN_AT_ONCE
from bot.transport.notifications.board_upkeep import Wake
from bot.transport.notifications.deadline_edits import Retold
from bot.transport.notifications.deadline_reminders import Reminders
from bot.transport.notifications.host_dms import AT_ONCE as LOST_AT_ONCE
from bot.transport.notifications.host_dms import Lost
from bot.transport.notifications.lost_replies import AT_ONCE as EXCUSED_AT_ONCE
from bot.transport.notifications.lost_replies import Excuses
from bot.transport.notifications.post_once import AT_ONCE as TOLD_AT_ONCE
from bot.transport.notifications.post_once import Once
from bot.transport.notifications.prompt_updates import Answers
from bot.transport.notifications.turn_pings import Pings
from bot.ui.pads.presenter import PadLook
from bot.ui.table.recap import so_far
from bot.ui.table.renderer import Messages
from data.errors import StoreError
from data.records import BOARD, DELETE, LIVE, NOWHERE, RECORD, REFRESH, TIMES, GuildSettings, Work, WorkState, now_ms
from data.store import Store

log = logging.getLogger(__name__)

LAST_ANSWERS: Final = 1.5
"""Seconds that answers under way get when the bot is stopped."""

LAST_REFUSALS: Final = 0.3
"""Seconds that those get who have pressed something meanwhile, and are told that it is not done."""

LAST_WORDS: Final = 1.0
"""Seconds that the connection to Discord gets to close."""

LEAVING: Final = "Your data is being taken out just now. Please wait a moment."
STOPPING: Final = "I am being restarted just now, so nothing has been done. Please try again in a minute."

EVERYWHERE: Final = 0
"""The guild number under which is kept what belongs to the whole application."""


class Tree(app_commands.CommandTree["EldestHand"]):
    """The commands."""

    async def interaction_check(self, interaction: discord.Interaction[EldestHand], /) -> bool:
        """Whether a command is carried out; where it is not, its person is told."""
        why = interaction.client.declines(interaction.user.id)
        if why is None:
            return True
        if interaction.type is discord.InteractionType.application_command:
            async with answering(interaction, "private"):
                raise Declined(why)
        return False


class EldestHand(commands.AutoShardedBot):
    """The bot. `store` is open; closing the bot closes everything but the store. `clock` tells what time it is (ms)."""

    def __init__(self, settings: Settings, store: Store, *, clock: Callable[[], int] = now_ms) -> None:
        self.pace = Pace()
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            allowed_mentions=NOBODY,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            http_trace=traced(self.pace.trace()),
        )
        self.settings = settings
        self.store = store
        store.watch_commits(committed)
        self.verbs = Verbs()
        self.replies: set[Reply] = set()
        """The answers under way."""
        self.leaving: set[int] = set()
        """The users whose data is being taken out just now: nothing else is done for them meanwhile."""
        self.stopping = False
        """Whether it has been asked to stop: what is pressed from now on is declined, for it could not be finished."""
        self.pads = Pads(store)
        self.pad_looks: dict[str, PadLook] = {}
        """What the cogs of games tell of their score pads, by game."""
        self.people = People(store)
        self.servers = Servers(store)
        self.uptime = Uptime(store, clock)
        self.deadlines = Deadlines(self.people, self.servers, self.uptime, clock)
        self.messages = Messages(
            preferences=self.people.of,
            confided=store.confided,
            changes=store.changes_of_seats,
            colours=self.servers.colours_of,
            happened=partial(so_far, store),
            clocks=self.deadlines,
            pictures=settings.pictures,
        )
        self.tables = Tables(
            store,
            refresh=settings.refresh,
            ping_delay=settings.ping_delay,
            computer_delay=settings.computer_delay,
            max_live=settings.max_live_tables,
            max_open=settings.max_open,
            clock=clock,
        )
        self.messages.elsewhere = self.tables.waiting.elsewhere
        seen, read = partial(open_hand, self.tables), partial(has_seen, self.tables)
        self.hands = Hands(self.messages.hand, self.tables.find, seen, read, self.pace)
        self.due = Due(
            store,
            passing=(discord.HTTPException, *CONNECTION),
            hopeless=hopeless,
            known=self.tables.known,
            there=self._there,
            absent=self._is_absent,
            clock=clock,
        )
        self.began = clock()
        """When this process began (ms)."""
        self.members = Members(self, clock)
        self.channels = Channels(self, clock)
        self.pad_boards = PadBoards(self.pads, self.pad_looks, self.channels, self.pace)
        self.contests = Contests(self, self.pads, self.servers, self.people, self.channels, self.pace)
        self.night_boards = NightBoards(self.tables, self.pads, self.channels, self.pace)
        self.pads.shown = self._pad_changed
        self.keeper = Keeper(store)
        self.people.counted_anew = self.keeper.changed
        self.retention = Retention(self.tables, self.pads)
        self.recorder = Recorder(self.tables, self.pads, self.keeper.changed)
        self.board = Board(
            self.tables, self.messages, self.channels, self.due, self.pace, threads=settings.threads, clock=clock
        )
        self.once = Once(self, store, self.channels, self.servers, self.pace)
        self.pings = Pings(
            self.tables,
            self.messages,
            self.channels,
            self.board,
            self.pace,
            self.people,
            self.deadlines,
            self.members,
            self.once,
            quiet=settings.ping_quiet,
            clock=clock,
        )
        self.tells = Tells(
            self.tables,
            self.messages,
            self.channels,
            self.board,
            self.people,
            self.servers,
            self.members,
            Answers(self, store, self.messages, self.channels, self.pace, clock),
            self.once,
            quiet=settings.ping_quiet,
            clock=clock,
        )
        self.excuses = Excuses(self.tables, self.channels, self.tells, self.people, self.due, clock=clock)
        self.lost = Lost(
            self, self.tables, self.channels, self.board, self.tells, self.members, self.people, clock=clock
        )
        self.reminders = Reminders(
            self,
            self.tables,
            self.deadlines,
            self.channels,
            self.people,
            self.servers,
            self.pace,
            self.due,
            self._departed,
        )
        self.time_outs = TimeOuts(self.tables, self.deadlines, self._departed, lambda: bool(self.replies))
        self.due.handle(CLOCK, self.time_outs.ring, at_once=clock_expiry.AT_ONCE, given_up=None)
        self.tables.ran = self.deadlines.ran
        self.uptime.redrawn = lambda: self.due.expect(clock())
        moves = Computers(self.tables, lambda: bool(self.replies) or self.due.has_in_hand(CLOCK)).move
        retold = Retold(self.tables, self.board, self.pings, self.reminders, self.channels, self.pace)
        self.due.handle(PING, self.pings.ping, at_once=TOLD_AT_ONCE, given_up=None)
        self.due.handle(TELL, self.tells.tell, at_once=TOLD_AT_ONCE)
        self.due.handle(REPORT, self.tells.report, at_once=TOLD_AT_ONCE, given_up="asleep")
        self.due.handle(TIMES, retold.tell, at_once=AT_ONCE, given_up="asleep")
        self.due.handle(REFRESH, self.board.bring_up_to_date, at_once=AT_ONCE, given_up="asleep")
        self.due.handle(BOARD, self.board.settle, at_once=AT_ONCE, given_up=None)
        self.due.handle(DELETE, self.board.settle, at_once=AT_ONCE, given_up=None)
        self.due.handle(COMPUTER, moves, at_once=computer_moves.AT_ONCE, given_up=None)
        self.due.handle(EXPIRE, partial(lobby.expire, self.tables), at_once=1)
        self.due.handle(RECORD, self.recorder.record, at_once=RECORDED_AT_ONCE, given_up=None)
        self.due.handle("unseat", partial(moderation.unseat, self.tables), at_once=1)
        self.due.handle("vacate", self._vacate, at_once=erased_players.AT_ONCE, given_up=None)
        self.due.handle("backfill", partial(fill_rows, self.tables), at_once=1)
        self.wake = Wake(self.tables, self.channels, self.board, self.members, clock=clock)
        self.due.handle(WAKE, self.wake.wake, at_once=WOKEN_AT_ONCE, given_up="asleep")
        self.due.handle(LOST, self.lost.tell, at_once=LOST_AT_ONCE)
        self.due.handle(EXCUSE, self.excuses.tell, at_once=EXCUSED_AT_ONCE)
        self.due.handle(ONLY, partial(forced_card.play, self.tables, self.people), at_once=AT_ONCE)
        self.tables.plays_only_card = self.people.plays_only_card
        self.tables.owed = self.due.expect
        self.tables.changed = self._changed
        self._watch_channels()
        self.tree.error(self._command_error)
        self._background: set[asyncio.Task[None]] = set()
        self._answers: aiohttp.ClientSession | None = None

    def _watch_channels(self) -> None:
        """Note which message is the last in the channel of each interaction.

        Discord tells it with every interaction; discord.py prefers its own channel object, which without the messages
        intent knows only what was so at the start. So the payload is looked at on its way to discord.py's parser.
        """
        parsers = self._connection.parsers
        parse = parsers["INTERACTION_CREATE"]

        def watched(data: Any) -> None:
            channel: dict[str, Any] = data.get("channel") or {}
            if channel.get("last_message_id"):
                self.channels.saw(int(channel["id"]), int(channel["last_message_id"]))
            parse(data)

        parsers["INTERACTION_CREATE"] = watched

    @property
    def answers(self) -> aiohttp.ClientSession:
        """The HTTP session of the first answers to interactions, on discord.py's connections: it keeps no pace."""
        if self._answers is None:
            jar = aiohttp.DummyCookieJar()
            self._answers = aiohttp.ClientSession(
                connector=self.http.connector,
                connector_owner=False,
                cookie_jar=jar,
                trace_configs=[traced(aiohttp.TraceConfig())],
            )
        return self._answers

    async def _departed(self, live: Live, seat: int) -> bool:
        """See to a seat whose player is no longer in the server; whether that was so. Raises StoreError."""
        player = live.record.seats[seat] if 0 <= seat < len(live.record.seats) else None
        if player is None or player.kind != "person" or player.user is None:
            return False
        if await self.members.is_member(live.record.guild, player.user):
            return False
        await departed(self.tables, live.id, player.user)
        return True

    async def _vacate(self, work: Work) -> WorkState:
        """Give up the seat of somebody whose data was taken out; the table's thread is named for others then."""
        state = await erased_players.give_up(self.tables, work)
        await self.board.name_thread(await self.tables.find(work.table))
        return state

    async def turned(self) -> None:
        """The clock was turned forward: what is due by then is done."""
        await self.uptime.turned()
        self.due.expect(0)

    def turned_soon(self) -> None:
        """The same, for whoever does not wait for it."""
        self._later(self.turned())

    def _pad_changed(self, pad: Pad) -> None:
        self.pad_boards.changed(pad)
        self.contests.changed(pad)
        self.night_boards.pad_changed(pad)
        self.recorder.pad_changed(pad)

    def _changed(self, live: Live) -> None:
        self.night_boards.table_changed(live)
        if self.settings.refresh:
            self.board.used(live)
            self.hands.changed(live)

    async def setup_hook(self) -> None:
        """Load the cogs, and take up what was left."""
        for module in walk_packages(import_module("cogs").__path__, "cogs."):
            cog = import_module(module.name)
            if hasattr(cog, "setup"):  # what has none is shared by those that have
                await cog.setup(self)
        await self.people.load()
        await self.servers.load()
        await self.uptime.start()
        self.due.start()
        await self.pad_boards.start()
        await self.contests.start()
        await self.night_boards.start()
        await self.recorder.start()
        self.keeper.start()
        self.retention.start()
        self._later(self._sync())
        if self.settings.emoji:
            self._later(upload_faces(self))

    def _later(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _sync(self) -> None:
        """Register the commands with Discord if they have changed since the last time, here or there."""
        try:
            payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
            digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
            if self.application_id is None:
                return
            there = await self.http.get_global_commands(self.application_id)
            known = await self.store.guild_settings(EVERYWHERE)
            state = {"commands": digest, "registered": sorted(f"{one['id']}:{one.get('version')}" for one in there)}
            if {name: known.values.get(name) for name in state} == state:
                return
            await self.tree.sync()
            there = await self.http.get_global_commands(self.application_id)
            state["registered"] = sorted(f"{one['id']}:{one.get('version')}" for one in there)
            await self.store.save_guild_settings(GuildSettings(EVERYWHERE, {**known.values, **state}))
            log.info("%s commands registered", len(payload))
        except Exception:
            log.exception("the commands could not be registered; those registered before go on working")

    def declines(self, user: int) -> str | None:
        """Why nothing that somebody presses or types now is done, whatever it is; None where it is."""
        if self.stopping:
            return STOPPING
        return LEAVING if user in self.leaving else None

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Route every click on a component and every modal, of whatever age, to its verb. Commands go their own way."""
        if interaction.type in {discord.InteractionType.component, discord.InteractionType.modal_submit}:
            await self.verbs.press(interaction)

    async def on_shard_connect(self, shard: int) -> None:
        """Count it; clocks go on."""
        GATEWAY.labels("connected").inc()
        await self.uptime.connected(shard, self.shard_count or 1)

    async def on_shard_disconnect(self, shard: int) -> None:
        """Count it."""
        GATEWAY.labels("lost").inc()
        self.uptime.lost(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        """Count it; clocks go on."""
        GATEWAY.labels("resumed").inc()
        await self.uptime.connected(shard, self.shard_count or 1)

    async def _there(self) -> None:
        """Wait until the bot is there, and Discord has told what is in its servers: to whom a channel is open is not
        known before. discord.py is ready once nothing more has come for two seconds; where all have come nobody waits
        for that. Raises StoreError.
        """
        await self.uptime.there()
        while not self.is_ready() and any(guild.unavailable for guild in self.guilds):  # noqa: ASYNC110  # sets no event
            await asyncio.sleep(0.02)

    def _is_absent(self, guild: int) -> bool:
        """Whether the bot is not in a server, as each shard is told with its connection: it was removed while nobody
        ran. Asked once all have theirs.
        """
        if guild == NOWHERE or self.get_guild(guild) is not None:
            return False
        if guild not in self.servers.absent:
            self._later(self._left(guild, self.began))
        return True

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Let the tables of a server sleep that the bot was removed from."""
        await self._left(guild.id, self.tables.clock())

    async def _left(self, guild: int, at: int) -> None:
        try:
            await self.servers.left(guild, at)
        except StoreError as error:
            log.warning("guild %s: since when the bot is not there is not kept (%s)", guild, error)
        await self.due.guild_gone(guild)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Wake the tables of a server that the bot is in again."""
        known = guild.id in self.servers.absent
        await self._there_again(guild, was_away=known or bool(await self.store.tables_of_server(guild.id, LIVE, 1)))

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Wake the tables of a server that Discord had lost for a while, or that took the bot in while nobody ran."""
        await self._there_again(guild, was_away=guild.id in self.servers.absent)

    async def _there_again(self, guild: discord.Guild, *, was_away: bool) -> None:
        """The bot is in a server again: whatever was refused there meanwhile may be tried, and clocks go on there."""
        if was_away:
            await self.servers.returned(guild.id, self.tables.clock(), self.began)
            for channel in (*guild.channels, *guild.threads):
                self.channels.used(channel.id, attach=False)
            await self.pad_boards.start()
            await self.contests.start()
            await self.night_boards.start()
        await self.due.guild_back(guild.id)
        if was_away:
            await self.store.clocks.redraw(CLOCK, guild.id)
            self.due.expect(self.tables.clock())

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Look after the tables that were played there."""
        await self.wake.deleted(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Look after the table that was played there."""
        await self.wake.deleted(payload.thread_id)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Whatever goes wrong in an event, without the text of any error: discord.py would print it whole."""
        log.error("an error in %s", event_method, exc_info=safe(sys.exc_info()[1]))

    async def on_ready(self) -> None:
        """Say so."""
        log.info("ready as %s in %s servers", self.user, len(self.guilds))

    async def _command_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
        """The last resort for commands: those of ours answer their own errors
        (bot/transport/interactions/responses.py).
        """
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        where = f"command interaction {interaction.id} of user {interaction.user.id}"
        if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            sentence = "I have been updated since your Discord last looked. Please try again in a moment."
            log.info("%s: outdated command", where)
        elif isinstance(error, app_commands.CheckFailure):
            sentence = "You may not use this command here."
        else:
            sentence = sentence_for(cause, where)
        try:
            if interaction.response.is_done():
                await interaction.followup.send(sentence, ephemeral=True)
            else:
                await interaction.response.send_message(sentence, ephemeral=True)
        except discord.HTTPException as refused:
            log.info("%s: could not be answered (%s)", where, refused.code)

    async def _finish(self, seconds: float) -> None:
        """Wait so long for the answers under way, and give up what has not got there by then."""
        begun = set(self.replies)
        for _ in range(int(seconds / 0.02)):
            if not begun & self.replies:
                return
            await asyncio.sleep(0.02)
        if given_up := [asyncio.create_task(reply.give_up()) for reply in begun & self.replies]:
            await asyncio.wait(given_up, timeout=LAST_WORDS)

    async def close(self) -> None:
        """Finish the answers under way; what else is owed stays owed and is delivered by the next process."""
        self.stopping = True  # whoever presses now is told so
        await self._finish(LAST_ANSWERS)
        for task in self._background:
            task.cancel()
        await self.hands.close()
        await self.due.close()
        await self.uptime.close()
        await self.pad_boards.close()
        await self.contests.close()
        await self.night_boards.close()
        await self.recorder.close()
        await self.keeper.close()
        await self.retention.close()
        await self._finish(LAST_REFUSALS)
        try:
            async with asyncio.timeout(LAST_WORDS):
                await super().close()
        except TimeoutError:
            log.warning("Discord does not answer that the connection is to close; it is left")
        if self._answers is not None:  # only now: the gateway may have brought a last click
            await self._answers.close()
