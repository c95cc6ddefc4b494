"""`/voren new`: a table of Voren with its options."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands

from bot.tables.commands.lobby import INVITED_ONLY
from bot.tables.model.clock_terms import CLOCK, TIME_OUT
from bot.tables.model.follow_up_work import MENTION
from bot.tables.model.step import FORCED
from bot.tables.model.table_state import FRIENDLY
from cogs.games.base import GameCog, choices_of
from cogs.games.voren import pack
from cogs.games.voren.pad import VorenPad
from cogs.games.voren.presenter import VorenPresenter
from cogs.table.lobby import CLOCKS, MENTIONS, TERMS, TIME_OUTS

GAME: Final = "voren"


class Voren(GameCog, name=GAME, group_description="Voren: three cards, three tricks, one pot"):
    """The commands of Voren."""

    presenter = VorenPresenter()
    pad = VorenPad()
    register = staticmethod(pack.register)

    @app_commands.command(name="new", description="Open a table of Voren, for 2 to 10 players")
    @app_commands.guild_only()
    @app_commands.describe(
        ante="Chips each player pays into the pot, a multiple of 3 (standard: 3)",
        hands="Hands in a game (standard: two for each player)",
        no_trump_turnup="No trumps if turned up (standard: the Wolf, Treachery or any Crown)",
        limit="Most antes that a match can cost (standard: no limit)",
        forced="Play your last card for you, and stay when nobody may fold (standard: yes)",
        **TERMS,
    )
    @app_commands.choices(no_trump_turnup=choices_of(GAME, "no_trump_turnup"))
    @app_commands.choices(clock=CLOCKS, time_out=TIME_OUTS, mention=MENTIONS)
    async def new(
        self,
        interaction: discord.Interaction[Any],
        ante: app_commands.Range[int, 3, 300] | None = None,
        hands: app_commands.Range[int, 1, 100] | None = None,
        no_trump_turnup: str | None = None,
        limit: app_commands.Range[int, 1, 100] | None = None,
        clock: int | None = None,
        time_out: int | None = None,
        mention: int | None = None,
        forced: bool | None = None,
        invited_only: bool | None = None,
        friendly: bool | None = None,
    ) -> None:
        """Open a table where the command is given."""
        options = {"ante": ante, "hands": hands, "no_trump_turnup": no_trump_turnup, "limit": limit}
        settings = {
            CLOCK: clock,
            TIME_OUT: time_out,
            MENTION: mention,
            FORCED: forced,
            INVITED_ONLY: invited_only,
            FRIENDLY: friendly,
        }
        await self.open(interaction, options, settings)
