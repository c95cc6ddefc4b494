"""`/abracadabra new`: a table of Abracadabra with its options."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands

from bot.tables.commands.lobby import INVITED_ONLY
from bot.tables.model.clock_terms import CLOCK, TIME_OUT
from bot.tables.model.table_state import FORCED, FRIENDLY
from bot.tables.services.tables import MENTION
from cogs.games.abracadabra import pack
from cogs.games.abracadabra.pad import AbracadabraPad
from cogs.games.abracadabra.presenter import AbracadabraLook
from cogs.games.base import GameCog, choices_of
from cogs.table.lobby import CLOCKS, MENTIONS, TIME_OUTS

GAME: Final = "abracadabra"


class Abracadabra(GameCog, name=GAME, group_description="Abracadabra: bid which tricks you will win"):
    """The commands of Abracadabra."""

    look = AbracadabraLook()
    pad = AbracadabraPad()
    register = staticmethod(pack.register)

    @app_commands.command(name="new", description="Open a table of Abracadabra, for 2 to 4 players")
    @app_commands.guild_only()
    @app_commands.describe(
        deals="How many deals to play (standard: one for each player)",
        target="The total that ends the game (standard: none)",
        trump="How trumps are chosen (standard: a card is turned up)",
        success="Who succeeds (standard: players who win exactly as many tricks as they named)",
        two_player="How two play (standard: with a dummy)",
        clock="How long a move may take (standard: as long as it takes)",
        time_out="What follows when somebody's time has run out (standard: a computer player takes that turn)",
        mention="When a player the table waits for is mentioned (standard: after a minute)",
        forced="Whether a move that leaves no choice, as all can see, is made at once (standard: yes)",
        invited_only="Whether only those who are invited may join (standard: no)",
        friendly="Whether hints and taking moves back are allowed; such a game is not rated (standard: no)",
    )
    @app_commands.choices(trump=choices_of(GAME, "trump"))
    @app_commands.choices(success=choices_of(GAME, "success"))
    @app_commands.choices(two_player=choices_of(GAME, "two_player"))
    @app_commands.choices(clock=CLOCKS, time_out=TIME_OUTS, mention=MENTIONS)
    async def new(
        self,
        interaction: discord.Interaction[Any],
        deals: app_commands.Range[int, 1, 50] | None = None,
        target: app_commands.Range[int, 50, 5000] | None = None,
        trump: str | None = None,
        success: str | None = None,
        two_player: str | None = None,
        clock: int | None = None,
        time_out: int | None = None,
        mention: int | None = None,
        forced: bool | None = None,
        invited_only: bool | None = None,
        friendly: bool | None = None,
    ) -> None:
        """Open a table where the command is given."""
        options = {"deals": deals, "target": target, "trump": trump, "success": success, "two_player": two_player}
        settings = {
            CLOCK: clock,
            TIME_OUT: time_out,
            MENTION: mention,
            FORCED: forced,
            INVITED_ONLY: invited_only,
            FRIENDLY: friendly,
        }
        await self.open(interaction, options, settings)
