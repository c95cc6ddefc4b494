"""`/quince new`: a table of Quince with its options."""

from __future__ import annotations

from typing import Any, Final

import discord
from cogs.games.quince import pack
from cogs.games.quince.pad import QuincePad
from cogs.games.quince.presenter import QuincePresenter
from discord import app_commands
from discord.ext import commands

from bot.app.client import EldestHand
from bot.tables.model.follow_up_work import MENTION
from cogs.table.lobby import MENTIONS, TERMS, open_table
from rules.contract import OptionValue
from rules.registry import game_named

GAME: Final = "quince"


class Quince(commands.GroupCog, name=GAME, group_description="Quince: guess what all will lay together"):
    """The commands of Quince."""

    def __init__(self, bot: EldestHand) -> None:
        self.services = bot.services

    async def cog_load(self) -> None:
        """Show what Quince looks like."""
        pack.register()
        self.services.presenters.add(QuincePresenter())
        self.services.pad_presenters[GAME] = QuincePad()

    async def cog_unload(self) -> None:
        """Take its look away."""
        self.services.presenters.remove(GAME)
        self.services.pad_presenters.pop(GAME, None)

    @app_commands.command(name="new", description="Open a table of Quince, for 2 to 4 players")
    @app_commands.guild_only()
    @app_commands.describe(
        hands="Hands in a game (standard: 2)",
        mention=TERMS[MENTION],
    )
    @app_commands.choices(mention=MENTIONS)
    async def new(
        self,
        interaction: discord.Interaction[Any],
        hands: app_commands.Range[int, 1, 4] | None = None,
        mention: int | None = None,
    ) -> None:
        """Open a table where the command is given."""
        options: dict[str, OptionValue] = {} if hands is None else {"hands": hands}
        async with self.services.responder.respond(interaction, "public") as response:
            await open_table(response, self.services, game_named(GAME), options, {MENTION: mention})
