"""`/conference new`: a table of Conference with its options."""

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
from cogs.games.conference.pad import ConferencePad
from cogs.games.conference.presenter import ConferencePresenter
from cogs.games.tarot import pack
from cogs.table.lobby import CLOCKS, MENTIONS, TERMS, TIME_OUTS

GAME: Final = "conference"


class Conference(GameCog, name=GAME, group_description="Conference: tarot for two pairs of partners"):
    """The commands of Conference."""

    presenter = ConferencePresenter()
    pad = ConferencePad()
    register = staticmethod(pack.register)

    @app_commands.command(name="new", description="Open a table of Conference, for 4 players in two pairs")
    @app_commands.guild_only()
    @app_commands.describe(
        good_evil="Good and Evil (standard: low trumps that win together)",
        league="League: the dealer's side attacks with the two highest trumps (standard: no)",
        gallowglass="Gallowglass: the dealer may hire a suit that stands in for others (standard: no)",
        between_hands="Between hands (standard: the pack is shuffled)",
        hands="Hands in a game (standard: 4)",
        forced="Play your last card of a hand for you (standard: yes)",
        **TERMS,
    )
    @app_commands.choices(good_evil=choices_of(GAME, "good_evil"))
    @app_commands.choices(between_hands=choices_of(GAME, "between_hands"))
    @app_commands.choices(hands=numbers_of(GAME, "hands"))
    @app_commands.choices(clock=CLOCKS, time_out=TIME_OUTS, mention=MENTIONS)
    async def new(
        self,
        interaction: discord.Interaction[Any],
        good_evil: str | None = None,
        league: bool | None = None,
        gallowglass: bool | None = None,
        between_hands: str | None = None,
        hands: int | None = None,
        clock: int | None = None,
        time_out: int | None = None,
        mention: int | None = None,
        forced: bool | None = None,
        invited_only: bool | None = None,
        friendly: bool | None = None,
    ) -> None:
        """Open a table where the command is given."""
        options = {
            "good_evil": good_evil,
            "league": league,
            "gallowglass": gallowglass,
            "between_hands": between_hands,
            "hands": hands,
        }
        settings = {
            CLOCK: clock,
            TIME_OUT: time_out,
            MENTION: mention,
            FORCED: forced,
            INVITED_ONLY: invited_only,
            FRIENDLY: friendly,
        }
        await self.open(interaction, options, settings)
