"""`/mitigati new`: a table of Mitigati with its options."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands

from bot.tables.commands.lobby import INVITED_ONLY
from bot.tables.model.clock_terms import CLOCK, TIME_OUT
from bot.tables.model.follow_up_work import MENTION
from bot.tables.model.step import FORCED
from bot.tables.model.table_state import FRIENDLY
from cogs.games.base import GameCog, choices_of, numbers_of
from cogs.games.mitigati.pad import MitigatiPad
from cogs.games.mitigati.presenter import MitigatiPresenter
from cogs.games.tarot import pack
from cogs.table.lobby import CLOCKS, MENTIONS, TERMS, TIME_OUTS

GAME: Final = "mitigati"


class Mitigati(GameCog, name=GAME, group_description="Mitigati: tarot for three; pay to stop a bad hand"):
    """The commands of Mitigati."""

    presenter = MitigatiPresenter()
    pad = MitigatiPad()
    register = staticmethod(pack.register)

    @app_commands.command(name="new", description="Open a table of Mitigati, for 3 players")
    @app_commands.guild_only()
    @app_commands.describe(
        hands="Hands in a game (standard: 3)",
        rotation="Next dealer (standard: the player to the right)",
        bargaining="Players may pay to stop a hand during the deal (standard: yes)",
        bonuses="Who pays for bonuses (standard: each opponent)",
        forced="Play your last card of a hand for you (standard: yes)",
        **TERMS,
    )
    @app_commands.choices(hands=numbers_of(GAME, "hands"))
    @app_commands.choices(rotation=choices_of(GAME, "rotation"))
    @app_commands.choices(bonuses=choices_of(GAME, "bonuses"))
    @app_commands.choices(clock=CLOCKS, time_out=TIME_OUTS, mention=MENTIONS)
    async def new(
        self,
        interaction: discord.Interaction[Any],
        hands: int | None = None,
        rotation: str | None = None,
        bargaining: bool | None = None,
        bonuses: str | None = None,
        clock: int | None = None,
        time_out: int | None = None,
        mention: int | None = None,
        forced: bool | None = None,
        invited_only: bool | None = None,
        friendly: bool | None = None,
    ) -> None:
        """Open a table where the command is given."""
        options = {"hands": hands, "rotation": rotation, "bargaining": bargaining, "bonuses": bonuses}
        settings = {
            CLOCK: clock,
            TIME_OUT: time_out,
            MENTION: mention,
            FORCED: forced,
            INVITED_ONLY: invited_only,
            FRIENDLY: friendly,
        }
        await self.open(interaction, options, settings)
