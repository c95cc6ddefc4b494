"""The pages of docs/reference: commands, settings, metrics and kinds of events, as the code has them; and .env.example.

.venv/bin/python -m tools.reference           writes them
.venv/bin/python -m tools.reference --check   lists those that differ
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import textwrap
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, get_args, get_type_hints

from discord import AppCommandOptionType, app_commands
from prometheus_client import Counter
from prometheus_client.metrics import MetricWrapperBase

from bot.app.client import EldestHand
from bot.common import metrics
from bot.common.command_permissions import permissions_in
from bot.common.settings import Settings
from bot.pads.free_game import FreeGame
from bot.people.guild_settings import ServerSettings
from bot.ui.kit.components import BUTTON, CHANNEL_SELECT, ROLE_SELECT, ROW, SECTION, TEXT, Layout, Part
from bot.ui.kit.forms import WordField
from bot.ui.settings.guild_settings import GROUP_LABELS, server_page
from bot.ui.settings.preferences_page import preferences_page
from bot.ui.table.lobby_panel import clock_form
from bot.ui.table.table_options import HasOptions, describe_value
from data.people.records import Preferences
from data.store import Store
from data.tables.events import EventKind
from data.tables.settings import TableSettings
from data.tables.work import WorkKind
from rules.registry import GAMES
from rules.sentences import capital

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "docs" / "reference"
EXAMPLE: Final = ROOT / ".env.example"

Command = app_commands.Command[Any, Any, Any]

KINDS: Final[Mapping[AppCommandOptionType, str]] = {
    AppCommandOptionType.boolean: "yes or no",
    AppCommandOptionType.user: "a person",
    AppCommandOptionType.attachment: "a file",
    AppCommandOptionType.integer: "a number",
    AppCommandOptionType.string: "text",
}
"""The values of a command's option by its type, where nothing narrows them."""

BETWEEN: Final = " · "
"""Stands between values."""

MADE: Final = "Written by `python -m tools.reference` from the code. A test compares."


# -- markdown ----------------------------------------------------------------------------------------------------------


def page(title: str, *parts: str) -> str:
    """Return a page of these parts below its title."""
    return "\n\n".join((f"# {title}", MADE, *parts)) + "\n"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in markdown."""
    lines = [heads, ["---"] * len(heads), *([cell.replace("|", r"\|") for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


# -- commands ----------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def loaded_bot() -> AsyncGenerator[EldestHand]:
    """Yield the bot with all its cogs, on a new database and without Discord."""
    with TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite+aiosqlite:///{folder}/reference.sqlite3")
        try:
            bot = EldestHand(Settings.model_construct(), store)
            await bot.load_cogs()
            yield bot
        finally:
            await store.close()


def commands_page(commands: Sequence[Command]) -> str:
    """Return all commands by who may use them, with their options."""
    opening = [command for command in commands if _opens_table(command)]
    common = _common_options(opening)
    free = [command for command in commands if command not in opening and not permissions_in(command.extras).needs]
    needs = sorted({permissions_in(command.extras).needs for command in commands} - {""})
    return page(
        "Commands",
        "An option in *italics* may be left out. When to use which: the guides for [players](../players.md), "
        "[organisers](../organisers.md) and [moderators](../moderators.md).",
        "## Open a table\n\nEveryone may, unless the server's settings name channels or roles. "
        "[Settings](settings.md) has the values of each option.",
        _command_table(opening, common),
        "All of them have these options, too:",
        table(("option", "what it sets", "values"), [_option_row(parameter) for parameter in common]),
        "## Everyone",
        _command_table(free),
        *(
            part
            for need in needs
            for part in (
                f"## Members with {need}",
                _command_table([command for command in commands if permissions_in(command.extras).needs == need]),
            )
        ),
    )


def _opens_table(command: Command) -> bool:
    return command.name == "new" and command.root_parent is not None and command.root_parent.name != "pad"


def _common_options(commands: Sequence[Command]) -> list[app_commands.Parameter]:
    """Return the options that all of these commands have alike."""
    first, *others = commands
    return [
        parameter
        for parameter in first.parameters
        if all(_option_row(parameter) in map(_option_row, command.parameters) for command in others)
    ]


def _option_row(option: app_commands.Parameter) -> tuple[str, str, str]:
    return (_option_name(option), option.description, _option_values(option))


def _option_name(option: app_commands.Parameter) -> str:
    return f"`{option.display_name}`" if option.required else f"*`{option.display_name}`*"


def _option_values(option: app_commands.Parameter) -> str:
    low, high, text = option.min_value, option.max_value, option.type is AppCommandOptionType.string
    if option.choices:
        return BETWEEN.join(choice.name for choice in option.choices)
    if high is not None and text:
        return f"up to {high} letters"
    if high is not None:
        return f"{low} to {high}"
    return KINDS[option.type]


def _command_table(commands: Sequence[Command], common: Sequence[app_commands.Parameter] = ()) -> str:
    """Return a row a command with its options.

    The rows of those that open tables have no `common` options and no values.
    """
    option_rows = [_option_row(parameter) for parameter in common]
    rows: list[tuple[str, str, str]] = []
    for command in commands:
        options = [row for row in map(_option_row, command.parameters) if row not in option_rows]
        lines = [
            f"{name}: {meaning}." + ("" if common else f" {capital(values)}.") for name, meaning, values in options
        ]
        does = filter(None, (f"{command.description}.", permissions_in(command.extras).grants))
        rows.append((f"`/{command.qualified_name}`", " ".join(map(str, does)), "<br>".join(lines)))
    return table(("command", "what it does", "options"), rows)


# -- settings ----------------------------------------------------------------------------------------------------------


def settings_page(commands: Sequence[Command]) -> str:
    """Return the settings of operators, servers, tables and members."""
    opening = [command for command in commands if _opens_table(command)]
    options = [block for name in sorted(GAMES) for block in (f"### {GAMES[name].name}", _game_options(GAMES[name]))]
    return page(
        "Settings",
        "## The operator's\n\nFrom the environment, or from a file `.env` in the folder where the bot is started.",
        table(("variable", "meaning", "values", "standard"), list(_environment())),
        "## A server's\n\n`/settings server` shows them. With Manage Server you change them there.",
        table(
            ("setting", "values, or what changes it", "standard"),
            [
                choice
                for group in GROUP_LABELS
                for choice in _choices_of(
                    server_page(
                        ServerSettings(),
                        Settings.model_fields["max_live_tables"].default,
                        "",
                        manages=True,
                        channels=(),
                        roles=(),
                        group=group,
                    )
                )
            ],
        ),
        "## A member's\n\n`/settings me` shows and changes them. *More* at a table has *Mute this table*.",
        table(
            ("setting", "values, or what changes it", "standard"), list(_choices_of(preferences_page(Preferences(), 0)))
        ),
        "## A table's\n\nThe host chooses them as options of `/GAME new`, or in the lobby with *Clock* and "
        "*Make it friendly*, and under *Invite and arrange*.",
        table(("option", "what it sets", "values"), [_option_row(parameter) for parameter in _common_options(opening)]),
        "### The form *Clock*",
        table(("field", "values"), [(field.label.rstrip(":"), _words(field)) for field in clock_form().fields]),
        "## A game's\n\nThe host chooses them as options of `/GAME new`, or in the lobby with *Options*.",
        *options,
        "### Pads of any other game",
        _game_options(FreeGame()),
    )


def _environment() -> Iterator[tuple[str, str, str, str]]:
    """Yield a row for each setting from the environment."""
    for name, field in Settings.model_json_schema()["properties"].items():
        narrowed = next((variant for variant in field.get("anyOf", ()) if variant.get("type") != "null"), field)
        standard = field.get("default")
        standard = str(standard).lower() if isinstance(standard, bool) else standard
        yield (
            f"`ELDEST_{name.upper()}`",
            field["description"],
            _range_of(narrowed),
            "none" if standard is None else f"`{standard}`",
        )


def example_file() -> str:
    """Return the file `.env.example`: each setting from the environment with its meaning; all but the token are
    comments.
    """
    lines = [
        "# The operator's settings. Copy this file to .env, fill in the token, and take the # from what you change.",
        f"# {MADE}",
    ]
    for name, meaning, values, standard in _environment():
        variable, standard = name.strip("`"), "" if standard == "none" else standard.strip("`")
        text = f"{meaning} Values: {values}.".replace("`", "") if values != "text" else meaning.replace("`", "")
        lines += ["", *textwrap.wrap(text, 110, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)]
        lines.append(f"{'' if variable == 'ELDEST_TOKEN' else '#'}{variable}={standard}")
    return "\n".join(lines) + "\n"


def _range_of(field: Mapping[str, Any]) -> str:
    if "enum" in field:
        return ", ".join(f"`{value}`" for value in field["enum"])
    if "maximum" in field:
        return f"{field['minimum']} to {field['maximum']}"
    return "`true` or `false`" if field["type"] == "boolean" else "text"


def _choices_of(layout: Layout) -> Iterator[tuple[str, str, str]]:
    """Yield a row for each setting of a page of settings: its name, its values, and the one that holds."""
    name = ""
    for part in _within(layout.parts):
        if part["type"] == TEXT and part["content"].startswith("**"):
            name = part["content"].split("**")[1].rstrip(".")
        elif part["type"] == SECTION:
            setting, _, standard = part["components"][0]["content"].removeprefix("**").partition(":** ")
            yield setting, f"button *{part['accessory']['label']}*", standard
        elif part["type"] == ROW and part["components"][0]["type"] != BUTTON:
            yield name, *_choices(part["components"][0])


def _choices(chooser: Part) -> tuple[str, str]:
    """Return the allowed values, and the chosen one."""
    options: list[dict[str, Any]] = chooser.get("options", [])
    if chooser["type"] in {CHANNEL_SELECT, ROLE_SELECT}:
        kind = "channel" if chooser["type"] == CHANNEL_SELECT else "role"
        single = chooser["max_values"] == 1
        return f"one {kind}" if single else f"up to {chooser['max_values']} {kind}s", chooser["placeholder"]
    return BETWEEN.join(option["label"] for option in options), next(
        option["label"] for option in options if option.get("default")
    )


def _within(parts: Sequence[Part]) -> Iterator[Part]:
    """Yield the parts, with those of containers in their place."""
    for part in parts:
        if part["type"] in {ROW, SECTION, TEXT}:
            yield part
        else:
            yield from _within(part.get("components", []))


def _words(field: object) -> str:
    assert isinstance(field, WordField)
    return BETWEEN.join(word for _, word in field.words) + (f". {field.hint}" if field.hint else "")


def _game_options(game: HasOptions) -> str:
    """Return the options of a game, with what each may be."""
    rows = [
        (
            f"`{name}`",
            option.text,
            BETWEEN.join(describe_value(game, name, value) for value in option.allowed) or option.in_words(),
            describe_value(game, name, option.default),
        )
        for name, option in game.options.items()
    ]
    return table(("option", "meaning", "values", "standard"), rows)


# -- metrics and events ------------------------------------------------------------------------------------------------


def metrics_page() -> str:
    """Return each metric with its help text, and the kinds of work that labels name."""
    all_metrics = [metric for metric in vars(metrics).values() if isinstance(metric, MetricWrapperBase)]
    return page(
        "Metrics",
        "`/metrics` shows them where `ELDEST_HEALTH_PORT` is set ([operators](../operators.md)). "
        "No label holds a person, a name or a card.",
        table(("metric", "labels", "what it says"), [_metric_row(metric) for metric in all_metrics]),
        "## Kinds of work\n\nThe values of the label `kind`.",
        table(("kind", "what is to be done"), [(f"`{kind}`", kind.meaning) for kind in WorkKind]),
    )


def _metric_row(metric: MetricWrapperBase) -> tuple[str, str, str]:
    (family,) = metric.describe()
    labels = metric._labelnames  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]  # nothing public tells them
    suffix = "_total" if isinstance(metric, Counter) else ""
    return f"`{family.name}{suffix}`", ", ".join(f"`{label}`" for label in labels), f"{family.documentation}."


def events_page() -> str:
    """Return each kind of event, and each setting of a table."""
    return page(
        "Events",
        "A table's log is a list of events. Each has a number, a kind and a time, and most have a seat and a person. "
        "Its public part is for everybody, its hidden part for those it is for.",
        table(("kind", "what happened"), [(f"`{kind}`", kind.meaning) for kind in EventKind]),
        "## A table's settings\n\nThey stand beside the log: "
        "what the host chose, and how votes, clocks and plans stand. "
        "*By seat*: under the seat's number.",
        table(("setting", "what it says"), list(_table_settings())),
    )


def _table_settings() -> Iterator[tuple[str, str]]:
    """Yield each setting of a table with its meaning."""
    for name, annotation in get_type_hints(TableSettings, include_extras=True).items():
        (meaning,) = get_args(annotation)[1:]
        yield f"`{name}`", meaning.documentation


# -- the script --------------------------------------------------------------------------------------------------------


async def pages() -> dict[str, str]:
    """Return all pages by their file's name."""
    async with loaded_bot() as bot:
        all_commands = [command for command in bot.tree.walk_commands() if isinstance(command, app_commands.Command)]
        commands = sorted(all_commands, key=lambda command: command.qualified_name)
        return {
            "commands.md": commands_page(commands),
            "settings.md": settings_page(commands),
            "metrics.md": metrics_page(),
            "events.md": events_page(),
        }


def stale(texts: Mapping[str, str], folder: Path) -> list[str]:
    """Return the names of pages that differ from the code, are missing, or that nothing makes."""
    message = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.md")}
    return sorted(name for name in {*texts, *message} if texts.get(name) != message.get(name))


def main(argv: Sequence[str] | None = None) -> int:
    """Write the pages, or compare them. Returns the exit code: 1 where a page differs from the code."""
    parser = argparse.ArgumentParser(prog="python -m tools.reference", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    check = parser.parse_args(argv).check
    texts = asyncio.run(pages())
    if not check:
        FOLDER.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (FOLDER / name).write_text(text, encoding="utf-8")
        EXAMPLE.write_text(example_file(), encoding="utf-8")
        return 0
    differing = [f"docs/reference/{name}" for name in stale(texts, FOLDER)]
    if not EXAMPLE.exists() or EXAMPLE.read_text(encoding="utf-8") != example_file():
        differing.append(EXAMPLE.name)
    for name in differing:
        sys.stderr.write(f"{name} differs from the code: run python -m tools.reference\n")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
