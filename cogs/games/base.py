"""What the cogs of the games share: presenter and pad while they are loaded, opening a table, choices of an option."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.app.client import EldestHand
from bot.ui.game.presenter import Presenter
from bot.ui.pads.presenter import PadPresenter
from cogs.table.lobby import open_table
from rules.contract import OptionValue
from rules.registry import game_named


class GameCog(commands.GroupCog):
    """The commands of a game; while it is loaded the bot knows its `presenter` and `pad`, and `register` makes its pack
    known.
    """

    presenter: ClassVar[Presenter]
    pad: ClassVar[PadPresenter]
    register: ClassVar[staticmethod[[], None]]

    def __init__(self, bot: EldestHand) -> None:
        self.services = bot.services

    async def cog_load(self) -> None:
        """Present the game, at a table and on a score pad."""
        self.register()
        self.services.presenters.add(self.presenter)
        self.services.pad_presenters[self.pad.game] = self.pad

    async def cog_unload(self) -> None:
        """Take its presenter and its pad away."""
        self.services.presenters.remove(self.presenter.game)
        self.services.pad_presenters.pop(self.pad.game, None)

    async def open(
        self,
        interaction: discord.Interaction[Any],
        options: Mapping[str, OptionValue | None],
        settings: Mapping[str, int | None],
    ) -> None:
        """Open a table of the game where the command is given; what is None is as the standard has it.

        `settings` are the table's own (cogs/table/lobby.py), `options` the game's.
        """
        chosen = {name: value for name, value in options.items() if value is not None}
        async with self.services.responder.respond(interaction, "public") as response:
            await open_table(response, self.services, game_named(self.presenter.game), chosen, settings)


def choices_of(game: str, option: str) -> list[app_commands.Choice[str]]:
    """The values of an option of words, each as people read it (100 letters at most)."""
    found = game_named(game).options[option]
    return [
        app_commands.Choice(name=found.labels.get(value, str(value))[:100], value=str(value)) for value in found.allowed
    ]


def numbers_of(game: str, option: str) -> list[app_commands.Choice[int]]:
    """The values of an option of a few numbers."""
    return [
        app_commands.Choice(name=str(value), value=int(value)) for value in game_named(game).options[option].allowed
    ]
