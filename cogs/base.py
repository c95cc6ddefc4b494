"""The base of the cogs whose methods handle component interactions."""

from __future__ import annotations

from typing import TypeVar

from discord import app_commands
from discord.ext import commands

from bot.app.client import EldestHand

T = TypeVar("T")


def usable_without_bot(command: T) -> T:
    """Mark a command, or a group of commands, as usable in places without the bot.

    People who have installed the bot for themselves can use it there. Other commands need the bot in the server.
    """
    anywhere = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    return app_commands.allowed_installs(guilds=True, users=True)(anywhere(command))


class ComponentCog(commands.Cog):
    """A cog whose methods marked with `route` handle component interactions while it is loaded.

    A group of commands is `ComponentCog, commands.GroupCog`.
    """

    def __init__(self, bot: EldestHand) -> None:
        self.services = bot.services

    async def cog_load(self) -> None:
        """Add the routes. Raises ValueError if another cog has one of their custom ids."""
        self.services.router.add(self)

    async def cog_unload(self) -> None:
        """Remove the routes."""
        self.services.router.remove(self)
