"""`/settings`: what a server settles for itself, and how a person likes to play."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.app.client import EldestHand
from bot.app.router import Press
from bot.common.errors import Declined
from bot.people.guild_settings import Server
from bot.tables.services.deadline_refresh import retime_tables_of
from bot.tables.workers.retention import DAY
from bot.transport.api.channels import open_to_all
from bot.transport.interactions.deleted_settings import in_force
from bot.ui.kit.components import Layout, Part, button, rows
from bot.ui.settings.guild_settings import (
    COLOURS,
    KEPT,
    MANAGERS,
    NAMED,
    ask_to_keep,
    choose_colours,
    colours_in_words,
    server_page,
)
from bot.ui.settings.quiet_hours import in_words, night_of, zone_named, zones_like
from bot.ui.table import layouts
from bot.ui.table.table_options import MENTIONS
from data.records import Preferences

NOT_YET = (
    "As it is I may not mention it: let anybody mention the role in the server's settings, or give me the permission "
    "Mention Everyone."
)


NUMBER: Final = re.compile("-?[0-9]{1,20}")
"""What is chosen in a select: a setting's value, or Discord's number of a role or channel."""

ASKED: Final[Mapping[str, tuple[str, str, str, str]]] = {
    "pictures": (
        "Your cards come with a picture.",
        "Your cards come in words and signs alone, without pictures.",
        "Words alone",
        "Pictures, too",
    ),
    "high_first": (
        "The highest card of each suit lies first in your hand.",
        "The lowest card of each suit lies first in your hand.",
        "Lowest first",
        "Highest first",
    ),
    "confirms": (
        "You are asked before a move of yours is made.",
        "A move of yours is made as soon as you press it.",
        "Do not ask me",
        "Ask me before a move",
    ),
    "plays_only_card": (
        "The only card that you may play is played for you after two seconds. Others may notice it.",
        "You play every card yourself, also the only one that you may: played for you, others may notice it.",
        "Let me play every card",
        "Play my only card for me",
    ),
    "reminders": (
        (
            "You are reminded when half of your time for a move has passed, and when little is left, or shortly before "
            "your night if that would be in it."
        ),
        "You are not reminded that your time runs out.",
        "No reminders",
        "Remind me",
    ),
    "by_message": (
        "Reminders and what you missed come in a private message, from all servers together.",
        "Reminders and what you missed come at the table.",
        "Remind me at the table",
        "Remind me in a private message",
    ),
    "no_statistics": (
        "You are in no statistics: standings, ratings and records leave you out.",
        "Your hands and games count in the statistics of the servers where you play.",
        "Count me again",
        "No statistics of me",
    ),
}
"""What each preference comes to where it holds and where it does not, and the buttons that end and begin it."""


class Settings(commands.GroupCog, name="settings", group_description="How Eldest Hand behaves here"):
    """What is settled for a server, and for a person."""

    def __init__(self, bot: EldestHand) -> None:
        self.services = bot.services

    async def cog_load(self) -> None:
        """Register the verbs."""
        self.services.router.add("me", self._me, "update", "private")
        self.services.router.add("unmute", self._unmute, "update", "private")
        self.services.router.add("server", self._settle, "update", "private")

    async def cog_unload(self) -> None:
        """Forget the verbs."""
        for verb in ("me", "unmute", "server"):
            self.services.router.remove(verb)

    @app_commands.command(name="me", description="How you like to play: pictures, the order of your cards, questions")
    async def me(self, interaction: discord.Interaction[Any]) -> None:
        """Show what the person has settled, with the buttons that change it."""
        async with self.services.responder.answering(interaction, "private") as reply:
            await reply.send(layout=self._likes(await self.services.people.of(interaction.user.id)))

    @app_commands.command(name="night", description="Your time zone, and your night: no table mentions you then")
    @app_commands.describe(
        zone="Your time zone; zones are offered as you type",
        begin="When your night begins, like 23, 22:30 or 11 pm; without it you have none",
        end="When it ends, like 7, 6:45 or 7 am",
    )
    async def night(
        self,
        interaction: discord.Interaction[Any],
        zone: str,
        begin: app_commands.Range[str, 1, 8] | None = None,
        end: app_commands.Range[str, 1, 8] | None = None,
    ) -> None:
        """Settle somebody's time zone and night."""
        async with self.services.responder.answering(interaction, "private") as reply:
            if (begin is None) != (end is None):
                raise Declined("A night has a beginning and an end; name both, or neither for none.")
            night = None if begin is None or end is None else night_of(begin, end)
            settled = await self.services.people.change(interaction.user, zone=zone_named(zone), night=night)
            await retime_tables_of(self.services.tables, interaction.user.id)
            await reply.send(layout=self._likes(settled))

    @night.autocomplete("zone")
    async def _zones(self, _interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=name, value=name) for name in zones_like(typed)]

    def _likes(self, settled: Preferences) -> Layout:
        return _likes(settled, self.services.tables.clock())

    async def _me(self, press: Press) -> None:
        """`me:SETTING:1`: it holds from now on, or with 0 no more; `me:colours` with the set that was chosen."""
        who, setting = press.interaction.user, press.args[0] if press.args else ""
        if setting == "colours" and press.values and press.values[0] in COLOURS:
            settled = await self.services.people.change(who, colours=press.values[0])
        elif setting in ASKED:
            settled = await self.services.people.change(who, **{setting: press.number(1) == 1})
        else:
            raise Declined("I do not know that setting any more. `/settings me` shows those that there are.")
        await press.reply.send(layout=self._likes(settled))

    async def _unmute(self, press: Press) -> None:
        await press.reply.send(layout=self._likes(await self.services.people.unmute(press.interaction.user)))

    @app_commands.command(name="server", description="Show or change what holds in this server")
    @app_commands.guild_only()
    async def server(self, interaction: discord.Interaction[Any]) -> None:
        """Show what holds, to those who manage the server with what changes it."""
        async with self.services.responder.answering(interaction, "private") as reply:
            guild = _guild(interaction)
            await reply.send(layout=self._server_page(interaction, await self.services.guild_settings.of(guild.id)))

    async def _settle(self, press: Press) -> None:
        """`server:SETTING` with what was chosen, or `server:silent:1`."""
        interaction, setting = press.interaction, press.args[0] if press.args else ""
        guild = _guild(interaction)
        if not interaction.permissions.manage_guild:
            raise Declined(MANAGERS)
        chosen = tuple(int(value) for value in press.values if NUMBER.fullmatch(value))
        if setting == "page":
            await press.reply.send(
                layout=self._server_page(interaction, await self.services.guild_settings.of(guild.id))
            )
            return
        keep = press.number(1) if setting == "keep_for" else chosen[0] if setting == "keep" and chosen else -1
        if setting == "keep" and await self._asks(press, guild.id, keep):
            return
        said = ""
        match setting:
            case "channels" | "roles":
                settled = {setting: chosen[:NAMED]}
            case "most" if chosen and chosen[0] > 0:
                settled = {setting: chosen[0]}
            case "mention" if chosen and chosen[0] in MENTIONS:
                settled = {setting: chosen[0]}
            case "looking_role":
                role = guild.get_role(chosen[0]) if chosen else None
                said = "" if role is None else _named(role, interaction)
                settled = {setting: None if role is None else role.id}
            case "report_channel":
                channel = guild.get_channel(chosen[0]) if chosen else None
                said = "" if channel is None else _reports_to(channel)
                settled = {setting: None if channel is None else channel.id}
            case "colours" if press.values and press.values[0] in COLOURS:
                settled = {setting: press.values[0]}
            case "keep" | "keep_for" if keep in KEPT:
                settled = {"keep": keep or None, "keep_since": self.services.tables.clock()}
            case "silent":
                settled = {setting: press.number(1) == 1}
            case _:
                raise Declined("I do not know that setting any more. `/settings server` shows those that there are.")
        server = await self.services.guild_settings.change(guild.id, **settled)
        if settled.get("report_channel") is not None:  # what could not be reported so far
            self.services.channels.used(server.report_channel, attach=False)
            await self.services.scheduler.guild_back(guild.id)
        await press.reply.send(layout=self._server_page(interaction, server, said))

    async def _asks(self, press: Press, guild: int, keep: int | None) -> bool:
        """Ask whether less is to be kept from now on. Returns whether that had to be asked."""
        now = (await self.services.guild_settings.of(guild)).keep
        if not keep or keep not in KEPT or (now is not None and keep >= now):
            return False
        old = await self.services.store.retention.old(guild, self.services.tables.clock() - keep * DAY)
        await press.reply.send(layout=ask_to_keep(keep, old))
        return True

    def _server_page(self, interaction: discord.Interaction[Any], server: Server, said: str = "") -> Layout:
        guild = _guild(interaction)
        server = in_force(server, guild)
        channels, roles = [one.id for one in guild.channels], [one.id for one in guild.roles]
        manages = interaction.permissions.manage_guild
        most = self.services.tables.max_live
        return server_page(server, most, said, manages=manages, channels=channels, roles=roles)


def _guild(interaction: discord.Interaction[Any]) -> discord.Guild:
    """The server of a command or click. Raises Declined where it is in none."""
    if interaction.guild is None:
        raise Declined("That is settled in a server.")
    return interaction.guild


def _likes(settled: Preferences, now: int) -> Layout:
    """How somebody likes to play at `now` (ms), and the buttons that change it."""
    lines: list[str] = []
    buttons: list[Part] = []
    for setting, (does, does_not, ends, begins) in ASKED.items():
        if setting == "by_message" and not settled.reminders:
            continue
        holds = bool(getattr(settled, setting))
        lines.append(f"- {does if holds else does_not}")
        buttons.append(button("me", setting, int(not holds), label=ends if holds else begins))
    lines += in_words(settled, now)
    lines.append("-# `/settings night` sets your time zone and night, `/away until` tells that you are away.")
    lines.append(f"- Your pictures show {colours_in_words(settled.colours)}.")
    if settled.muted:
        tables = ", ".join(f"table {table}" for table in settled.muted)
        lines.append(f"- You are not mentioned at {tables}.")
        buttons.append(button("unmute", label="Mention me everywhere"))
    else:
        lines.append("- Where a table waits for you, you are mentioned; its button More ends that for one table.")
    return layouts.layout(
        layouts.text("### How you like to play", *lines, "-# This holds at all your tables, and only you see it."),
        *rows(buttons),
        choose_colours("me", settled.colours),
    )


def _named(role: discord.Role, interaction: discord.Interaction[Any]) -> str:
    """What there is to say of a role that is to be mentioned. Raises Declined for one that would call everybody."""
    if role.is_default() or role.managed:
        raise Declined("That role stands for everybody, or for a bot. Name one that people choose for themselves.")
    return "" if role.mentionable or interaction.app_permissions.mention_everyone else NOT_YET


def _reports_to(channel: discord.abc.GuildChannel) -> str:
    """What there is to say of a channel to which notes are reported. Raises Declined for one that all may read."""
    if open_to_all(channel):
        raise Declined("Everybody can read that channel, and notes are private. Choose one for moderators alone.")
    mine = channel.permissions_for(channel.guild.me)
    return "" if mine.view_channel and mine.send_messages else f"As it is I may not write in <#{channel.id}>."


async def setup(bot: EldestHand) -> None:
    """Load the cog."""
    await bot.add_cog(Settings(bot))
