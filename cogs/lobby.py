"""Lobbies of all games: opening a table, Join, Leave, Add computer player, Start, Rematch."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import EldestHand
from bot.errors import Declined
from bot.show import layouts
from bot.tables import ends, lobby
from bot.tables.live import Live
from bot.tables.tables import MENTION
from bot.wire.replies import CONNECTION, Reply
from bot.wire.verbs import Press
from data.records import SeatRecord
from rules.contract import Game, OptionValue
from rules.registry import game_named

log = logging.getLogger(__name__)

THREAD_LIFE: Final = 10_080
"""Minutes without activity after which Discord archives a table's thread: a week, the longest there is."""

THREAD_EXISTS: Final = 160004
"""A thread has already been created for this message: by a try of ours whose answer was lost."""


MENTIONS: Final = [app_commands.Choice(name=name, value=seconds) for seconds, name in layouts.MENTIONS.items()]
"""The choices of every game's option `mention`."""


async def open_table(
    reply: Reply,
    bot: EldestHand,
    game: Game,
    options: Mapping[str, OptionValue],
    mention: int | None,
    players: Sequence[SeatRecord] = (),
) -> None:
    """Open a table where the command was given, and answer with its lobby. Raises Declined, Refusal, StoreError.

    `mention` is after how many seconds whoever is awaited is mentioned, None for the standard.
    """
    interaction = reply.interaction
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Declined("A table needs a server: open it in one of its channels.")
    missing = _missing(interaction)
    if missing:
        log.warning("channel %s: no table, the bot lacks %s", interaction.channel_id, missing)
        raise Declined(f"I cannot keep a table here: in this channel I need the permission {missing}.")
    where, who = (interaction.guild_id, interaction.channel_id), interaction.user
    settings = {} if mention is None else {MENTION: mention}
    live = await lobby.open_table(bot.tables, game, options, where, who, interaction.id, players, settings)
    if live.record.message is not None:
        raise Declined(f"That has been done already: it is table {live.id}.")
    await show_lobby(reply, bot, live)
    warn = _warn(interaction)
    if warn and bot.settings.pictures:
        await reply.sentence(warn)


async def show_lobby(reply: Reply, bot: EldestHand, live: Live) -> None:
    """Answer with the lobby, which is the table's message until it starts."""
    seq = live.record.seq
    message = await reply.send(layout=layouts.lobby(live))
    channel = reply.interaction.channel_id
    if message is not None and channel is not None:
        await bot.tables.reposted(live, channel, message, seq)


def _missing(interaction: discord.Interaction[Any]) -> str:
    """The permission without which a table's message could not be kept up to date here, or ""."""
    mine = interaction.app_permissions
    if not mine.view_channel:
        return "View Channel"
    if isinstance(interaction.channel, discord.Thread):
        return "" if mine.send_messages_in_threads else "Send Messages in Threads"
    return "" if mine.send_messages else "Send Messages"


def _warn(interaction: discord.Interaction[Any]) -> str:
    """What the host should know of lesser permissions that are missing, or ""."""
    if interaction.app_permissions.attach_files:
        return ""
    log.warning("channel %s: the bot may not attach files; tables go without pictures", interaction.channel_id)
    return "I may not attach files in this channel, so the table is shown in words, without pictures."


class Lobby(commands.Cog):
    """The lobby's buttons."""

    def __init__(self, bot: EldestHand) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Register the verbs."""
        for verb in ("join", "leave", "computer", "start"):
            self.bot.verbs.add(verb, getattr(self, f"_{verb}"), "update", "public")
        self.bot.verbs.add("rematch", self._rematch, "public")

    async def cog_unload(self) -> None:
        """Forget the verbs."""
        for verb in ("join", "leave", "computer", "start", "rematch"):
            self.bot.verbs.remove(verb)

    async def _join(self, press: Press) -> None:
        live, _ = await lobby.join(
            self.bot.tables, await self._met(press), press.interaction.user, press.interaction.id
        )
        await self._update(press, live)

    async def _computer(self, press: Press) -> None:
        live, _ = await lobby.add_computer(
            self.bot.tables, await self._met(press), press.interaction.user, press.interaction.id
        )
        await self._update(press, live)

    async def _leave(self, press: Press) -> None:
        live, _ = await ends.leave(
            self.bot.tables, await self._met(press), press.interaction.user, press.interaction.id
        )
        await self._update(press, live)

    async def _met(self, press: Press) -> int:
        """The table of a click. One that does not know its message (its answer was lost) takes the one clicked."""
        live = await press.table()
        here, message = press.interaction.channel_id, press.interaction.message
        if live.record.message is None and here is not None and message is not None:
            await self.bot.tables.reposted(live, here, message.id, live.record.shown)
            self.bot.outbox.changed(live)
        return live.id

    async def _update(self, press: Press, live: Live) -> None:
        """Show the lobby in the message that was clicked: the table's, or an older one that now agrees."""
        seq = live.record.seq
        shown = await self.bot.shows.table(live)
        message = await press.reply.send(layout=shown.layout, files=shown.files())
        here = press.interaction.channel_id
        if message is not None and here is not None and live.record.message == message:
            await self.bot.tables.reposted(live, here, message, seq)

    async def _start(self, press: Press) -> None:
        async with (await self.bot.tables.find(await self._met(press))).showing:
            await self._start_held(press)

    async def _start_held(self, press: Press) -> None:
        table = (await press.table()).id
        live, _ = await lobby.start(self.bot.tables, table, press.interaction.user, press.interaction.id)
        known = live.record.thread  # of an interaction that came twice
        thread = known or await self._thread(press, live)
        if thread is None:
            await self._update(press, live)
            return
        if known is None:
            await self.bot.tables.set_thread(live, thread)
            try:
                await self.bot.outbox.post_held(live, thread)
            except (discord.HTTPException, *CONNECTION) as error:
                log.warning("table %s: not posted in its thread yet (%s)", live.id, type(error).__name__)
                self.bot.outbox.changed(live)
        await press.reply.send(layout=layouts.moved_to(live, thread))

    async def _thread(self, press: Press, live: Live) -> int | None:
        """A thread for the table from its lobby message, or None where there can be none."""
        interaction, message = press.interaction, press.interaction.message
        if not self.bot.settings.threads or message is None or not isinstance(interaction.channel, discord.TextChannel):
            return None
        mine = interaction.app_permissions
        if not (mine.create_public_threads and mine.send_messages_in_threads):
            log.info("table %s: no permission for a thread in channel %s", live.id, interaction.channel_id)
            return None
        for last_try in (False, True):
            try:
                await self.bot.http.start_thread_with_message(
                    interaction.channel.id, message.id, name=live.name[:100], auto_archive_duration=THREAD_LIFE
                )
            except CONNECTION as error:
                if last_try:
                    log.warning("table %s: no thread (%s); it plays in its channel", live.id, type(error).__name__)
                    return None
            except discord.HTTPException as error:
                if error.code != THREAD_EXISTS:
                    status = f"{error.status} {error.code}"
                    log.warning("table %s: no thread (%s); it plays in its channel", live.id, status)
                    return None
                break
            else:
                break
        return message.id  # a thread has the id of the message that it was made from

    async def _rematch(self, press: Press) -> None:
        old = await press.table()
        if old.seat_of(press.interaction.user.id) is None:
            press.reply.mode = "private"
            raise Declined("Only those who sat at this table can ask for a rematch. Anybody can open a new table.")
        game, mention = game_named(old.record.game), old.record.settings.get(MENTION)
        await open_table(press.reply, self.bot, game, old.record.options, mention, old.record.seats)


async def setup(bot: EldestHand) -> None:
    """Load the cog."""
    await bot.add_cog(Lobby(bot))
