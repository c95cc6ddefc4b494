"""`/season`: the seasons of a server, how another begins, and how one ends."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.app.client import EldestHand
from bot.app.router import ComponentInteraction, route
from bot.common.command_permissions import CommandPermissions
from bot.common.errors import Declined, Stale
from bot.common.text import NAME_LIMIT, escape, name_key, plain
from bot.ui.kit.custom_ids import CustomId
from bot.ui.standings.figures import ALL_TIME_TITLE, season_title
from bot.ui.standings.seasons import (
    announcement,
    begun_text,
    confirmation_panel,
    end_announcement,
    end_panel,
    ended_text,
    season_list,
)
from cogs.base import ComponentCog
from cogs.standings.common import present_season_of, seasons_of, server_of
from data.standings.records import ALL_TIME, Season, season_number

MANAGERS_ONLY_TEXT: Final = "Only managers of this server can do that."
UNREADABLE_NAME_TEXT: Final = "Type a name that can be read."
NAME_TAKEN_TEXT: Final = "Choose another name: there was a season of that name here."
ALREADY_STARTED_TEXT: Final = "The season **{name}** started meanwhile. To start another: `/season begin`."
NONE_PRESENT: Final = "There is no season now: everything counts for all time. Start one: `/season begin`."
GONE_BUTTON_TEXT: Final = "This button no longer works. Use `/season begin`."


@app_commands.guild_only()
class Seasons(
    ComponentCog, commands.GroupCog, name="season", group_description="Seasons: standings that start at zero"
):
    """Listing seasons, beginning another, and ending the present one."""

    def __init__(self, bot: EldestHand) -> None:
        super().__init__(bot)
        self._beginning = asyncio.Lock()  # of two who begin a season at the same instant one comes first

    @app_commands.command(name="list", description="The seasons of this server")
    async def list(self, interaction: discord.Interaction[Any]) -> None:
        """List them, the newest first."""
        async with self.services.responder.respond(interaction, "private") as response:
            seasons = await seasons_of(self.services, server_of(interaction))
            await response.send(layout=season_list(seasons, manages=interaction.permissions.manage_guild))

    @app_commands.command(
        name="begin",
        description="Start a new season; all-time standings stay",
        extras=CommandPermissions(needs="Manage Server").extras(),
    )
    @app_commands.describe(name="The season's name")
    async def begin(self, interaction: discord.Interaction[Any], name: app_commands.Range[str, 1, NAME_LIMIT]) -> None:
        """Ask whether it is meant."""
        async with self.services.responder.respond(interaction, "private") as response:
            seasons = await seasons_of(self.services, _require_manager(interaction))
            title = _title(name, seasons)
            last = season_number(seasons[0] if seasons else None)
            await response.send(layout=confirmation_panel(title, last, present_season_of(seasons)))

    @app_commands.command(
        name="end",
        description="End the present season; results count for all time until another starts",
        extras=CommandPermissions(needs="Manage Server").extras(),
    )
    async def end(self, interaction: discord.Interaction[Any]) -> None:
        """Ask whether it is meant."""
        async with self.services.responder.respond(interaction, "private") as response:
            present_season = present_season_of(await seasons_of(self.services, _require_manager(interaction)))
            if present_season is None:
                raise Declined(NONE_PRESENT)
            await response.send(layout=end_panel(present_season))

    @route(CustomId.END_SEASON, response="update", on="private")
    async def _end_season(self, component: ComponentInteraction) -> None:
        """End a season, if it is still the present one (`end_season:NUMBER`)."""
        guild, number = _require_manager(component.interaction), component.number(0) or ALL_TIME
        async with self._beginning:
            present_season = present_season_of(await seasons_of(self.services, guild))
            if present_season is None or not await self.services.store.results.end_season(
                guild, number, self.services.clock()
            ):
                raise Stale(NONE_PRESENT)
            self.services.scheduler.notify_due(self.services.clock())
        await component.response.send(layout=ended_text(present_season))
        await component.response.post_to_all(end_announcement(present_season, component.interaction.user.display_name))

    @route(CustomId.BEGIN_SEASON, response="update", on="private")
    async def _begin_season(self, component: ComponentInteraction) -> None:
        """Begin a season unless another has begun since the question (`begin_season:LAST:NAME`)."""
        guild, last = _require_manager(component.interaction), component.number(0)
        if last is None or len(component.args) < 2:
            raise Declined(GONE_BUTTON_TEXT)
        async with self._beginning:
            seasons = await seasons_of(self.services, guild)
            last_season = seasons[0] if seasons else None
            if last != season_number(last_season):
                name = ALL_TIME_TITLE if last_season is None else escape(season_title(last_season))
                raise Stale(ALREADY_STARTED_TEXT.format(name=name))
            last_season = present_season_of(seasons)
            title = _title(":".join(component.args[1:]), seasons)
            season = await self.services.store.results.begin_season(guild, title, self.services.clock())
            self.services.scheduler.notify_due(self.services.clock())
        await component.response.send(layout=begun_text(season))
        await component.response.post_to_all(announcement(season, last_season, component.interaction.user.display_name))


def _require_manager(interaction: discord.Interaction[Any]) -> int:
    """Return the server of an interaction. Raises Declined unless the member manages it."""
    guild = server_of(interaction)
    if not interaction.permissions.manage_guild:
        raise Declined(MANAGERS_ONLY_TEXT)
    return guild


def _title(name: str, seasons: list[Season]) -> str:
    """Return the title of a new season. Raises Declined where it cannot be."""
    title = plain(name, NAME_LIMIT)
    if not title:
        raise Declined(UNREADABLE_NAME_TEXT)
    if name_key(title) in {name_key(ALL_TIME_TITLE), *(name_key(season_title(season)) for season in seasons)}:
        raise Declined(NAME_TAKEN_TEXT)
    return title
