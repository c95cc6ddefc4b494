"""`/voren new`: a table of Voren with its options."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import EldestHand
from bot.tables.live import FORCED
from bot.tables.lobby import INVITED_ONLY
from bot.tables.tables import MENTION
from bot.wire.replies import answering
from cogs.lobby import MENTIONS, open_table
from cogs.voren import pack
from cogs.voren.look import VorenLook
from rules.contract import OptionValue
from rules.registry import game_named

GAME: Final = "voren"
OPTIONS: Final = game_named(GAME).options

TURNUPS: Final = [
    app_commands.Choice(name=OPTIONS["no_trump_turnup"].labels.get(value, str(value))[:100], value=str(value))
    for value in OPTIONS["no_trump_turnup"].allowed
]


class Voren(commands.GroupCog, name=GAME, group_description="Voren: three cards, three tricks, one pot"):
    """The commands of Voren."""

    def __init__(self, bot: EldestHand) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Show what Voren looks like."""
        pack.register()
        self.bot.messages.looks[GAME] = VorenLook()

    async def cog_unload(self) -> None:
        """Take its look away."""
        self.bot.messages.looks.pop(GAME, None)

    @app_commands.command(name="new", description="Open a table of Voren, for 2 to 10 players")
    @app_commands.guild_only()
    @app_commands.describe(
        ante="Chips each player pays into the pot: a multiple of 3 (standard: 3)",
        hands="How many hands to play (standard: twice as many as there are players)",
        no_trump_turnup="Which cards turned up mean a hand without trumps (standard: crowns)",
        limit="The most antes that a match can cost (standard: no limit)",
        mention="When a player the table waits for is mentioned (standard: after a minute)",
        forced="Whether a last card, or a Stay when nobody may fold, is played at once (standard: yes)",
        invited_only="Whether only those who are invited may join (standard: no)",
    )
    @app_commands.choices(no_trump_turnup=TURNUPS)
    @app_commands.choices(mention=MENTIONS)
    async def new(
        self,
        interaction: discord.Interaction[Any],
        ante: app_commands.Range[int, 3, 300] | None = None,
        hands: app_commands.Range[int, 1, 100] | None = None,
        no_trump_turnup: str | None = None,
        limit: app_commands.Range[int, 1, 100] | None = None,
        mention: int | None = None,
        forced: bool | None = None,
        invited_only: bool | None = None,
    ) -> None:
        """Open a table where the command is given."""
        named = {"ante": ante, "hands": hands, "no_trump_turnup": no_trump_turnup, "limit": limit}
        options: dict[str, OptionValue] = {name: value for name, value in named.items() if value is not None}
        settings = {MENTION: mention, FORCED: forced, INVITED_ONLY: invited_only}
        async with answering(interaction, "public") as reply:
            await open_table(reply, self.bot, game_named(GAME), options, settings)
