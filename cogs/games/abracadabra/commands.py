"""`/abracadabra new`: a table of Abracadabra with its options."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands

from bot.tables.commands.lobby import INVITED_ONLY
from bot.tables.model.clock_terms import CLOCK, TIME_OUT
from bot.tables.model.follow_up_work import MENTION
from bot.tables.model.step import FORCED
from bot.tables.model.table_state import FRIENDLY
from cogs.games.abracadabra import pack
from cogs.games.abracadabra.pad import AbracadabraPad
from cogs.games.abracadabra.presenter import AbracadabraPresenter
from cogs.games.base import GameCog, choices_of
from cogs.table.lobby import CLOCKS, MENTIONS, TERMS, TIME_OUTS

GAME: Final = "abracadabra"


class Abracadabra(GameCog, name=GAME, group_description="Abracadabra: bid which tricks you will win"):
    """The commands of Abracadabra."""

    presenter = AbracadabraPresenter()
    pad = AbracadabraPad()
    register = staticmethod(pack.register)

    @app_commands.command(name="new", description="Open a table of Abracadabra, for 2 to 4 players")
    @app_commands.guild_only()
    @app_commands.describe(
        deals="Deals in a game (standard: one for each player)",
        target="Total that ends the game (standard: none)",
        trump="Trumps (standard: turned up, with a joker)",
        success="Tricks that make a bid (standard: exactly as many as named)",
        two_player="With two players (standard: a dummy as third hand)",
        forced="Play your last card for you, and other moves without a choice (standard: yes)",
        **TERMS,
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
