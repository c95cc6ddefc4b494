"""`/fivecrowns new`: a table of Five Crowns with its options."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.tables.commands.lobby import INVITED_ONLY
from bot.tables.model.clock_terms import CLOCK, TIME_OUT
from bot.tables.model.follow_up_work import MENTION
from bot.tables.model.table_state import FRIENDLY
from cogs.games.base import GameCog
from cogs.games.five_crowns import pack
from cogs.games.five_crowns.pad import FiveCrownsPad
from cogs.games.five_crowns.presenter import FiveCrownsPresenter
from cogs.table.lobby import CLOCKS, MENTIONS, TERMS, TIME_OUTS

Size = app_commands.Range[int, 3, 13]
"""F1.2: how many cards a deal has."""


class FiveCrowns(GameCog, name="fivecrowns", group_description="Five Crowns: rummy with five suits and wild cards"):
    """The commands of Five Crowns."""

    presenter = FiveCrownsPresenter()
    pad = FiveCrownsPad()
    register = staticmethod(pack.register)

    @app_commands.command(name="new", description="Open a table of Five Crowns, for 2 to 12 players")
    @app_commands.guild_only()
    @app_commands.describe(
        first="Cards in the first deal, 3 to 13; that rank is wild (standard: 3)",
        last="Cards in the last deal; each deal has one more (standard: 13)",
        **TERMS,
    )
    @app_commands.choices(clock=CLOCKS, time_out=TIME_OUTS, mention=MENTIONS)
    async def new(
        self,
        interaction: discord.Interaction[Any],
        first: Size | None = None,
        last: Size | None = None,
        clock: int | None = None,
        time_out: int | None = None,
        mention: int | None = None,
        invited_only: bool | None = None,
        friendly: bool | None = None,
    ) -> None:
        """Open a table where the command is given."""
        options = {"first": first, "last": last}
        settings = {CLOCK: clock, TIME_OUT: time_out, MENTION: mention, INVITED_ONLY: invited_only, FRIENDLY: friendly}
        await self.open(interaction, options, settings)
