"""`/mitigati new`: a table of Mitigati with its options."""

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
from cogs.mitigati import pack
from cogs.mitigati.look import MitigatiLook
from rules.contract import OptionValue
from rules.registry import game_named

GAME: Final = "mitigati"
OPTIONS: Final = game_named(GAME).options

HANDS: Final = [app_commands.Choice(name=str(value), value=int(value)) for value in OPTIONS["hands"].allowed]


def _choices(option: str) -> list[app_commands.Choice[str]]:
    """The values of an option of words, each as people read it."""
    labels = OPTIONS[option].labels
    return [app_commands.Choice(name=labels[value][:100], value=str(value)) for value in OPTIONS[option].allowed]


class Mitigati(
    commands.GroupCog, name=GAME, group_description="Mitigati: tarot for three, where a hand can be bought off"
):
    """The commands of Mitigati."""

    def __init__(self, bot: EldestHand) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Show what Mitigati looks like."""
        pack.register()
        self.bot.messages.looks[GAME] = MitigatiLook()

    async def cog_unload(self) -> None:
        """Take its look away."""
        self.bot.messages.looks.pop(GAME, None)

    @app_commands.command(name="new", description="Open a table of Mitigati, for 3 players")
    @app_commands.guild_only()
    @app_commands.describe(
        hands="How many hands to play (standard: 3)",
        rotation="Which way the deal goes after each hand (standard: to the dealer's right)",
        bargaining="Whether a hand may be bought off while it is being dealt (standard: yes)",
        bonuses="How a declared bonus counts (standard: won from each opponent)",
        mention="When a player the table waits for is mentioned (standard: after a minute)",
        forced="Whether the last card of a hand is played at once (standard: yes)",
        invited_only="Whether only those who are invited may join (standard: no)",
    )
    @app_commands.choices(hands=HANDS)
    @app_commands.choices(rotation=_choices("rotation"))
    @app_commands.choices(bonuses=_choices("bonuses"))
    @app_commands.choices(mention=MENTIONS)
    async def new(
        self,
        interaction: discord.Interaction[Any],
        hands: int | None = None,
        rotation: str | None = None,
        bargaining: bool | None = None,
        bonuses: str | None = None,
        mention: int | None = None,
        forced: bool | None = None,
        invited_only: bool | None = None,
    ) -> None:
        """Open a table where the command is given."""
        named = {"hands": hands, "rotation": rotation, "bargaining": bargaining, "bonuses": bonuses}
        options: dict[str, OptionValue] = {name: value for name, value in named.items() if value is not None}
        settings = {MENTION: mention, FORCED: forced, INVITED_ONLY: invited_only}
        async with answering(interaction, "public") as reply:
            await open_table(reply, self.bot, game_named(GAME), options, settings)
