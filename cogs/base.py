"""The base of the cogs whose methods handle component interactions."""

from __future__ import annotations

from discord.ext import commands

from bot.app.client import EldestHand


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
