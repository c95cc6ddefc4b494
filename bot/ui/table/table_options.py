"""A table's options and settings in words, and their changes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar, Final, Protocol

from bot.tables.model.clock_terms import prompt
from bot.tables.model.follow_up_work import NO_MENTIONS_SETTING
from bot.ui.table import deadlines
from data.tables.settings import TableSettings
from rules.contract import Game, Option, OptionValue

MENTION_TEXTS: Final[Mapping[int, str]] = {
    0: "at once",
    15: "after 15 seconds",
    60: "after a minute",
    600: "after ten minutes",
    3600: "after an hour",
    6 * 3600: "after six hours",
    NO_MENTIONS_SETTING: "never",
}
"""The time of an awaited player's mention, by the value of a table's setting."""

NOT_FORCED_TEXT: Final = "You play every card yourself."
INVITED_ONLY_TEXT: Final = "Only invited people may join."
OPEN_TEXT: Final = "Anyone may join."
FRIENDLY_TEXT: Final = "Friendly: hints and undo allowed. Not rated."
RATED_TEXT: Final = "Rated: no hints, no undo."


class HasOptions(Protocol):
    """Whatever has options: a game, or the free pad."""

    options: ClassVar[Mapping[str, Option]]


def has_forced_moves(game: Game) -> bool:
    """Whether there are moves in the game that leave no choice, as everybody can tell."""
    return bool(game.conduct.forced_moves)


def mention_delay(settings: TableSettings, usual: int) -> int:
    """Return the seconds after which the player to move is mentioned, or NEVER; `usual` is the default."""
    return prompt(settings, settings.get("mention", usual) * 1000) // 1000


def describe_option(game: HasOptions, name: str, value: OptionValue) -> str:
    """Return an option with its value: "Hands: 4". Raises KeyError for one that the game does not have."""
    option = game.options[name]
    about = re.split(r"[.;:]", option.text)[0]
    return f"{about}: {describe_value(game, name, value)}"


def describe_value(game: HasOptions, name: str, value: OptionValue) -> str:
    """Return the value of an option in words. Raises KeyError as `describe_option`."""
    plain = {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
    return game.options[name].labels.get(value, plain)


def unusual_options(game: HasOptions, options: Mapping[str, OptionValue]) -> str:
    """Return the options that differ from the standard, in words; empty if none does."""
    lines = (
        describe_option(game, name, options[name])
        for name, option in game.options.items()
        if name in options and options[name] != option.default
    )
    return " · ".join(lines)


def describe_setting(name: str, value: Any, game: Game | None = None) -> str:
    """Return a setting of the table, as a sentence; empty for one that nobody chooses.

    `forced` needs the table's game.
    """
    if name == "mention" and value == NO_MENTIONS_SETTING:
        return "No mentions."
    if name == "mention":
        return f"Mentions come {MENTION_TEXTS.get(value, f'after {value} seconds')}."
    if name == "forced":
        return NOT_FORCED_TEXT if game is None or not value else game.conduct.forced_moves
    if name == "friendly":
        return FRIENDLY_TEXT if value else RATED_TEXT
    if name == "invited_only":
        return INVITED_ONLY_TEXT if value else OPEN_TEXT
    return deadlines.describe_setting(name, value)


def describe_settings(settings: TableSettings, game: Game) -> str:
    """Return the settings of the table's own that a host chose, as sentences."""
    return " ".join(filter(None, (describe_setting(name, value, game) for name, value in settings.items())))


def describe_changes(game: Game, public: Mapping[str, Any]) -> str:
    """Return the changes of an event `options`, in words that follow a colon."""
    if "settings" in public:
        return describe_settings(public["settings"], game)
    if "setting" in public:  # of a table from before several were changed at a time
        return describe_setting(public["setting"], public["value"], game)
    options: Mapping[str, OptionValue] = public["options"]
    lines = (describe_option(game, name, value) for name, value in options.items() if name in game.options)
    return "; ".join(lines) + "."
