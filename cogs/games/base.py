"""The base of the games' cogs: its presenter while its cog is loaded, and `/GAME new` made from the game's options."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any, ClassVar, Final, NamedTuple, cast

import discord
from discord import app_commands
from discord.ext import commands

from bot.app.client import EldestHand
from bot.app.services import Services
from bot.tables.model.clock_terms import BANKS, LENGTHS, SLEEPS
from bot.ui.game.presenter import Presenter
from bot.ui.pads.presenter import PadPresenter
from bot.ui.table import deadlines, table_options
from cogs.table.lobby import open_table
from data.standings.records import ALL_TIME
from data.tables.settings import HostSetting, TableSettings
from rules.contract import Option
from rules.registry import game_named
from rules.sentences import capital

COMMAND_NAMES: Final[Mapping[str, str]] = {
    "good_evil": "good_and_evil",
    "no_trump_turnup": "no_trumps_if_turned_up",
}
"""The command's name for an option of a game, where the option's own name does not say enough."""


class TableOption(NamedTuple):
    """An option of `/GAME new` that sets a setting of the table."""

    setting: HostSetting
    kind: type
    description: str
    choices: Mapping[int, str] = {}


TABLE_OPTIONS: Final[Mapping[str, TableOption]] = {
    "clock": TableOption(
        "clock",
        int,
        "Time per turn (standard: no clock)",
        {seconds: capital(deadlines.duration_text(seconds)) if seconds else "No clock" for seconds in LENGTHS},
    ),
    "extra_time": TableOption(
        "bank",
        int,
        "Extra time for slow turns, once a game (standard: 10 minutes, or one turn if turns take hours)",
        {seconds: capital(deadlines.duration_text(seconds)) if seconds else "No extra time" for seconds in BANKS},
    ),
    "when_time_runs_out": TableOption(
        "time_out",
        int,
        "What happens when time runs out (standard: a computer plays that turn)",
        {value: capital(follows) for value, follows in deadlines.TIMEOUT_CONSEQUENCES.items()},
    ),
    "in_quiet_hours": TableOption(
        "sleep",
        int,
        "Whether the clock stops in a player's quiet hours (standard: it runs on)",
        {hours: f"Stopped for up to {hours} hours" if hours else "Clocks run on" for hours in SLEEPS},
    ),
    "mention": TableOption(
        "mention",
        int,
        "When to mention the player whose turn it is (standard: after a minute)",
        table_options.MENTION_TEXTS,
    ),
    "auto_last_card": TableOption("forced", bool, ""),
    "invited_only": TableOption("invited_only", bool, "Only invited people may join (standard: no)"),
    "friendly": TableOption(
        "friendly", bool, "Hints and undo allowed; not rated (standard: only until you have finished a game here)"
    ),
}
"""The options of every game's command for the table's own settings; a game describes `auto_last_card` itself."""


class GameCog(commands.GroupCog):
    """The commands of a game; while it is loaded the bot knows its `presenter` and `pad`. `register` makes its pack
    known.
    """

    presenter: ClassVar[Presenter]
    pad: ClassVar[PadPresenter]
    register: ClassVar[staticmethod[[], None]]
    opens: ClassVar[str]
    """The description of `/GAME new`."""
    options: ClassVar[Mapping[str, str]]
    """The descriptions of the game's options, in the command's order."""
    auto_last_card: ClassVar[str] = ""
    """The description of that option; "" where the game plays no card for anybody."""

    def __init__(self, bot: EldestHand) -> None:
        self.services = bot.services
        assert self.app_command is not None  # a GroupCog has its group
        self.app_command.add_command(self._new_command())

    async def cog_load(self) -> None:
        """Present the game, at a table and on a score pad."""
        self.register()
        self.services.presenters.add(self.presenter)
        self.services.pad_presenters[self.pad.game] = self.pad

    async def cog_unload(self) -> None:
        """Take its presenter and its pad away."""
        self.services.presenters.remove(self.presenter.game)
        self.services.pad_presenters.pop(self.pad.game, None)

    def _new_command(self) -> app_commands.Command[Any, ..., None]:
        """Return `/GAME new`, which opens a table where the command is given.

        discord.py reads a command's options from its callback's signature, so that is made here.
        """
        game = game_named(self.presenter.game)
        table_options = {name: option for name, option in TABLE_OPTIONS.items() if self._describe(name, option)}
        option_names = {COMMAND_NAMES.get(name, name): name for name in self.options}

        async def new(interaction: discord.Interaction[Any], **values: Any) -> None:
            given_values = {name: value for name, value in values.items() if value is not None}
            options = {option_names[name]: value for name, value in given_values.items() if name in option_names}
            settings = {
                option.setting: given_values[name] for name, option in table_options.items() if name in given_values
            }
            async with self.services.responder.respond(interaction, "public") as response:
                if "friendly" not in settings and await is_first_game(self.services, interaction):
                    settings["friendly"] = True
                await open_table(response, self.services, game, options, cast("TableSettings", settings))

        kinds = {name: _kind_of(game.options[option]) for name, option in option_names.items()}
        kinds |= {name: option.kind for name, option in table_options.items()}
        first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_ONLY, annotation=discord.Interaction[Any])
        other_options = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind | None)
            for name, kind in kinds.items()
        ]
        new.__signature__ = inspect.Signature([first, *other_options])  # pyright: ignore[reportFunctionMemberAccess]
        app_commands.describe(
            **{name: self.options[option] for name, option in option_names.items()},
            **{name: self._describe(name, option) for name, option in table_options.items()},
        )(new)
        choices = {name: _choices_of(game.options[option]) for name, option in option_names.items()}
        for name, option in table_options.items():
            choices[name] = [app_commands.Choice(name=text, value=value) for value, text in option.choices.items()]
        app_commands.choices(**{name: options for name, options in choices.items() if options})(new)
        app_commands.guild_only()(new)
        return app_commands.Command(name="new", description=self.opens, callback=new)

    def _describe(self, name: str, option: TableOption) -> str:
        return self.auto_last_card if name == "auto_last_card" else option.description


async def is_first_game(services: Services, interaction: discord.Interaction[Any]) -> bool:
    """Whether the user has no finished game in the server of a command. Raises StoreError."""
    guild, user = interaction.guild_id or 0, interaction.user.id
    if await services.store.lists.has_finished(user, guild):
        return False
    standings = await services.store.results.standings_of(guild, user, ALL_TIME)  # tables are deleted in time
    return not any(standing.games or standing.friendly for standing in standings)


def _kind_of(option: Option) -> Any:
    """Return the annotation of an option: the type of its values, or the range of its numbers."""
    if option.allowed:
        return type(option.allowed[0])
    return app_commands.Range[int, max(1, option.low), option.high]  # pyright: ignore[reportInvalidTypeForm]


def _choices_of(option: Option) -> list[app_commands.Choice[Any]]:
    """Return the values of an option as people read them (100 letters at most); none for a range, or a yes and no."""
    return [
        app_commands.Choice(name=option.labels.get(value, str(value))[:100], value=value)
        for value in option.allowed
        if not isinstance(value, bool)
    ]
