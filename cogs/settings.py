"""`/settings server`: what a server settles for itself."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import EldestHand
from bot.errors import Declined
from bot.show import layouts
from bot.tables.looking import LOOKING_ROLE
from bot.wire.replies import answering
from data.records import GuildSettings

MANAGERS = "Those who may manage this server settle that."
NOT_YET = (
    "As it is I may not mention it: let anybody mention the role in the server's settings, or give me the permission "
    "Mention Everyone."
)


class Settings(commands.GroupCog, name="settings", group_description="How Eldest Hand behaves here"):
    """What is settled for a server."""

    def __init__(self, bot: EldestHand) -> None:
        self.bot = bot

    @app_commands.command(name="server", description="Show or change what holds in this server")
    @app_commands.guild_only()
    @app_commands.describe(
        looking_role="The role that is mentioned when a table looks for players",
        no_looking_role="No role is mentioned any more",
    )
    async def server(
        self,
        interaction: discord.Interaction[Any],
        looking_role: discord.Role | None = None,
        no_looking_role: bool = False,
    ) -> None:
        """Change what was given, and show what holds."""
        async with answering(interaction, "private") as reply:
            if interaction.guild_id is None:
                raise Declined("That is settled in a server.")
            store, said = self.bot.store, ""
            values = dict((await store.guild_settings(interaction.guild_id)).values)
            if looking_role is not None or no_looking_role:
                if not interaction.permissions.manage_guild:
                    raise Declined(MANAGERS)
                if looking_role is not None and no_looking_role:
                    raise Declined("Name a role, or none: not both.")
                values.pop(LOOKING_ROLE, None)
                if looking_role is not None:
                    said = _named(looking_role, interaction)
                    values[LOOKING_ROLE] = looking_role.id
                await store.save_guild_settings(GuildSettings(interaction.guild_id, values))
            role = values.get(LOOKING_ROLE)
            looking = (
                "A table that looks for players mentions no role."
                if role is None
                else f"A table that looks for players may mention <@&{role}> once, one table in half an hour."
            )
            text = layouts.text("### What holds in this server", f"- {looking}", said, f"-# {MANAGERS}")
            await reply.send(layout=layouts.layout(text))


def _named(role: discord.Role, interaction: discord.Interaction[Any]) -> str:
    """What there is to say of a role that is to be mentioned. Raises Declined for one that would call everybody."""
    if role.is_default() or role.managed:
        raise Declined("That role stands for everybody, or for a bot. Name one that people choose for themselves.")
    return "" if role.mentionable or interaction.app_permissions.mention_everyone else NOT_YET


async def setup(bot: EldestHand) -> None:
    """Load the cog."""
    await bot.add_cog(Settings(bot))
