"""`/settings`: the settings of a person, and of a server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.app.router import ComponentInteraction, route
from bot.common.command_permissions import CommandPermissions
from bot.common.errors import Declined
from bot.common.time_spans import DAY_MS
from bot.people.guild_settings import ServerSettings
from bot.tables.services.deadline_refresh import retime_tables_of
from bot.transport.api.channels import is_open_to_all
from bot.transport.api.missing_permissions import missing_permissions
from bot.transport.interactions.deleted_settings import effective_settings
from bot.transport.interactions.responder import suggests
from bot.transport.interactions.responses import Response
from bot.transport.interactions.user_installs import NO_SERVER_TEXT
from bot.ui.kit.components import Layout
from bot.ui.kit.custom_ids import CustomId
from bot.ui.settings.guild_settings import (
    GROUPS,
    MANAGERS_ONLY,
    MAX_NAMED,
    RETENTION_TEXTS,
    retention_question,
    server_page,
)
from bot.ui.settings.preferences_page import BEGIN, COLOUR_TEXTS, END, SWITCHES, ZONE, preferences_page, quiet_form
from bot.ui.settings.quiet_hours import find_zone, make_night, suggest_zones
from bot.ui.table.table_options import MENTION_TEXTS
from cogs.base import ComponentCog
from data.people.records import Preferences

NOT_YET = "I may not mention that role. Let everyone mention it, or give me the permission Mention Everyone."

UNKNOWN_SETTING_TEXT: Final = "There is no such setting. Use `/settings {}` again."


class Settings(
    ComponentCog, commands.GroupCog, name="settings", group_description="Your settings, and those of this server"
):
    """The settings of a server, and of a person."""

    @app_commands.command(name="me", description="Your settings: reminders, quiet hours, pictures, cards")
    async def me(self, interaction: discord.Interaction[Any]) -> None:
        """Show what the person has settled, with the buttons that change it."""
        async with self.services.responder.respond(interaction, "private") as response:
            await response.send(layout=self._page(await self.services.people.of(interaction.user.id)))

    @app_commands.command(name="quiet", description="Set your time zone and quiet hours without mentions")
    @app_commands.describe(
        zone="Your time zone",
        begin="Start, like 23, 22:30 or 11 pm",
        end="End, like 7, 6:45 or 7 am",
    )
    async def quiet(
        self,
        interaction: discord.Interaction[Any],
        zone: str,
        begin: app_commands.Range[str, 1, 8] | None = None,
        end: app_commands.Range[str, 1, 8] | None = None,
    ) -> None:
        """Set the user's time zone and quiet hours."""
        async with self.services.responder.respond(interaction, "private") as response:
            await self._keep_quiet(response, zone, begin or "", end or "")

    @quiet.autocomplete("zone")
    @suggests
    async def _zones(self, _interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        """Suggest time zones."""
        return [app_commands.Choice(name=name, value=name) for name in suggest_zones(current)]

    async def _keep_quiet(self, response: Response, zone: str, begin: str, end: str) -> None:
        """Store the user's time zone and quiet hours, none without `begin` and `end`, and show all their settings."""
        if bool(begin.strip()) != bool(end.strip()):
            raise Declined("Type both a start and an end, or neither.")
        night = make_night(begin, end) if begin.strip() else None
        who = response.interaction.user
        settled = await self.services.people.change(who, zone=find_zone(zone), night=night)
        await retime_tables_of(self.services.tables, who.id)
        await response.send(layout=self._page(settled))

    @route(CustomId.OPEN_QUIET_HOURS_FORM, response="update", on="private")
    async def _open_quiet_hours_form(self, component: ComponentInteraction) -> None:
        """Open the form of one's quiet hours."""
        await component.response.modal(quiet_form(await self.services.people.of(component.interaction.user.id)))

    @route(CustomId.SUBMIT_QUIET_HOURS_FORM, response="update", on="private")
    async def _submit_quiet_hours_form(self, component: ComponentInteraction) -> None:
        """Set the typed quiet hours (`submit_quiet_hours_form`)."""
        zone, begin, end = ("".join(component.fields.get(key, ())) for key in (ZONE, BEGIN, END))
        await self._keep_quiet(component.response, zone, begin, end)

    def _page(self, settled: Preferences) -> Layout:
        return preferences_page(settled, self.services.tables.clock())

    @route(CustomId.SET_PREFERENCE, response="update", on="private")
    async def _set_preference(self, component: ComponentInteraction) -> None:
        """Set a preference (`set_preference:SETTING:1`, or with 0 unset it; `set_preference:colours` with the chosen
        set).
        """
        who, setting = component.interaction.user, component.word(0)
        if setting == "colours" and component.values and component.values[0] in COLOUR_TEXTS:
            settled = await self.services.people.change(who, colours=component.values[0])
        elif setting in SWITCHES:
            settled = await self.services.people.change(who, **{setting: component.number(1) == 1})
        else:
            raise Declined(UNKNOWN_SETTING_TEXT.format("me"))
        await component.response.send(layout=self._page(settled))

    @route(CustomId.UNMUTE_ALL, response="update", on="private")
    async def _unmute_all(self, component: ComponentInteraction) -> None:
        """Mention the presser again at all tables that they had muted."""
        await component.response.send(layout=self._page(await self.services.people.unmute(component.interaction.user)))

    @app_commands.command(
        name="server",
        description="See or change the settings of this server",
        extras=CommandPermissions(grants="With Manage Server: change them.").extras(),
    )
    @app_commands.guild_only()
    async def server(self, interaction: discord.Interaction[Any]) -> None:
        """Show the settings, with controls for managers of the server."""
        async with self.services.responder.respond(interaction, "private") as response:
            guild = _guild(interaction)
            await response.send(layout=self._server_page(interaction, await self.services.guild_settings.of(guild.id)))

    @route(CustomId.SET_SERVER_SETTING, response="update", on="private")
    async def _set_server_setting(self, component: ComponentInteraction) -> None:
        """Set a server setting (`set_server_setting:SETTING` with a choice, or `set_server_setting:silent:1`)."""
        interaction, setting = component.interaction, component.word(0)
        guild = _guild(interaction)
        if not interaction.permissions.manage_guild:
            raise Declined(MANAGERS_ONLY)
        chosen_numbers = component.chosen_numbers()
        if setting == "page":
            await component.response.send(
                layout=self._server_page(
                    interaction, await self.services.guild_settings.of(guild.id), group=component.args[1:2]
                )
            )
            return
        days = (
            component.number(1)
            if setting == "retention_confirmed"
            else chosen_numbers[0]
            if setting == "retention_days" and chosen_numbers
            else -1
        )
        if setting == "retention_days" and await self._ask_if_shorter(component, guild.id, days):
            return
        feedback = ""
        match setting:
            case "channels" | "roles":
                settled = {setting: tuple(chosen_numbers[:MAX_NAMED])}
            case "max_tables" if chosen_numbers and chosen_numbers[0] > 0:
                settled = {setting: chosen_numbers[0]}
            case "mention" if component.choice in (mentions := {str(seconds): seconds for seconds in MENTION_TEXTS}):
                settled = {setting: mentions[component.choice]}
            case "looking_role":
                role = guild.get_role(chosen_numbers[0]) if chosen_numbers else None
                feedback = "" if role is None else _mention_remark(role, interaction)
                settled = {setting: None if role is None else role.id}
            case "report_channel":
                channel = guild.get_channel(chosen_numbers[0]) if chosen_numbers else None
                feedback = "" if channel is None else _report_channel_remark(channel)
                settled = {setting: None if channel is None else channel.id}
            case "daily_channel":
                channel = guild.get_channel(chosen_numbers[0]) if chosen_numbers else None
                feedback = "" if channel is None else _cannot_write(channel)
                settled = {setting: None if channel is None else channel.id}
            case "retention_days" | "retention_confirmed" if days in RETENTION_TEXTS:
                settled = {"retention_days": days or None, "retention_since_ms": self.services.tables.clock()}
            case "silent" | "compares_servers":
                settled = {setting: component.number(1) == 1}
            case _:
                raise Declined(UNKNOWN_SETTING_TEXT.format("server"))
        server = await self.services.guild_settings.change(guild.id, **settled)
        told_in = settled.get("report_channel") or settled.get("daily_channel")
        if isinstance(told_in, int):  # what could not be told so far
            self.services.channels.record_use(told_in, attach=False)
            self.services.scheduler.wake_guild_soon(guild.id)
        await component.response.send(layout=self._server_page(interaction, server, feedback, (GROUPS[setting],)))

    async def _ask_if_shorter(self, component: ComponentInteraction, guild: int, days: int | None) -> bool:
        """Ask before a shorter retention. Returns whether the question was needed."""
        current_days = (await self.services.guild_settings.of(guild)).retention_days
        if not days or days not in RETENTION_TEXTS or (current_days is not None and days >= current_days):
            return False
        expired = await self.services.store.retention.count_expired(guild, self.services.tables.clock() - days * DAY_MS)
        await component.response.send(layout=retention_question(days, expired))
        return True

    def _server_page(
        self,
        interaction: discord.Interaction[Any],
        server: ServerSettings,
        feedback: str = "",
        group: Sequence[str] = (),
    ) -> Layout:
        """Return all settings, or the page of a group, if one is named."""
        guild, page = _guild(interaction), next(iter(group), None)
        server = effective_settings(server, guild)
        channels, roles = [channel.id for channel in guild.channels], [role.id for role in guild.roles]
        manages = interaction.permissions.manage_guild
        if manages and page is None:
            missing = missing_permissions(guild, server)
            feedback = "\n".join(
                [feedback, *(f"I lack {permission.sentence(mentions=True)}" for permission in missing)]
            ).strip()
        most = self.services.tables.max_live
        return server_page(server, most, feedback, manages=manages, channels=channels, roles=roles, group=page)


def _guild(interaction: discord.Interaction[Any]) -> discord.Guild:
    """Return the server of a command or click. Raises Declined where it is in none."""
    if interaction.guild is None:
        raise Declined(NO_SERVER_TEXT)
    return interaction.guild


def _mention_remark(role: discord.Role, interaction: discord.Interaction[Any]) -> str:
    """Return the remark on a role that is to be mentioned. Raises Declined for one that would mention everybody."""
    if role.is_default() or role.managed:
        raise Declined("That role is everyone's or a bot's. Choose another.")
    return "" if role.mentionable or interaction.app_permissions.mention_everyone else NOT_YET


def _report_channel_remark(channel: discord.abc.GuildChannel) -> str:
    """Return the remark on a channel to which notes are reported. Raises Declined for one that all may read."""
    if is_open_to_all(channel):
        raise Declined("Everyone can read that channel. Choose a moderators' channel.")
    return _cannot_write(channel)


def _cannot_write(channel: discord.abc.GuildChannel) -> str:
    """Return the remark on a channel in which the bot cannot write; "" where it can."""
    own_permissions = channel.permissions_for(channel.guild.me)
    return (
        "" if own_permissions.view_channel and own_permissions.send_messages else f"I cannot write in <#{channel.id}>."
    )
