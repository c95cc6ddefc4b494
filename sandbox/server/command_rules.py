"""Application commands, checked as Discord checks them, and the choices of an autocomplete."""

from __future__ import annotations

import re
from typing import Any, Final

from sandbox.server import limits
from sandbox.server.errors import Form, Path
from sandbox.server.records import Interaction, Json, as_object, without_nulls
from sandbox.server.world import World

SUB_COMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)
TYPES: Final = frozenset(range(1, 12))
WITH_CHOICES: Final = frozenset((STRING, INTEGER, NUMBER))
_NAME: Final = re.compile(r"[-'\w]{1,32}")


def read_command(raw: Any, form: Form, path: Path) -> Json:
    """Return one command as Discord keeps it. Notes every mistake in `form`."""
    if not isinstance(raw, dict):
        form.add(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        return {}
    body: Json = without_nulls(raw)
    kind = body.setdefault("type", 1)
    form.choice(kind, (*path, "type"), frozenset((1, 2, 3)))
    _named(body, form, path, slash=kind == 1)
    if kind != 1:
        if body.get("description") or body.get("options"):
            form.add(
                path, "APPLICATION_COMMAND_CONTEXT_MENU", "Context menu commands have neither description nor options"
            )
        body.setdefault("description", "")
    elif "options" in body:
        body["options"] = _options(body["options"], form, (*path, "options"), 0)
        if _length(body) > limits.COMMAND_TOTAL:
            form.add(
                path,
                "APPLICATION_COMMAND_TOO_LARGE",
                f"Command exceeds maximum size ({limits.COMMAND_TOTAL})",
            )
    for key in ("contexts", "integration_types"):
        if key in body:
            most = 2 if key == "contexts" else 1
            for index, item in enumerate(form.items(body[key], (*path, key), 1, most + 1)):
                form.number(item, (*path, key, index), 0, most)
    return body


def _named(body: Json, form: Form, path: Path, *, slash: bool) -> None:
    name = body.get("name")
    if name is None:
        form.required((*path, "name"))
    elif form.text(name, (*path, "name"), 1, limits.COMMAND_NAME) and slash:
        _slash_name(name, form, (*path, "name"))
    if slash:
        if not body.get("description"):
            form.required((*path, "description"))
        else:
            form.text(body["description"], (*path, "description"), 1, limits.COMMAND_DESCRIPTION)
    for key, most in (("name", limits.COMMAND_NAME), ("description", limits.COMMAND_DESCRIPTION)):
        localised: Json = body.get(f"{key}_localizations") or {}
        for locale, text in localised.items():
            place = (*path, f"{key}_localizations", locale)
            if locale not in limits.LOCALES:
                form.add(place, "ENUM_TYPE_COERCE", f'Value "{locale}" is not a locale')
            elif form.text(text, place, 1, most) and key == "name" and slash:
                _slash_name(text, form, place)


def _slash_name(name: str, form: Form, path: Path) -> None:
    if _NAME.fullmatch(name) is None or name != name.lower():
        form.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _options(raw: Any, form: Form, path: Path, below: int) -> list[Json]:
    options: list[Json] = []
    names: set[str] = set()
    optional = False
    kinds: set[bool] = set()
    for index, item in enumerate(form.items(raw, path, 0, limits.COMMAND_OPTIONS)):
        place = (*path, index)
        if not isinstance(item, dict):
            form.add(place, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
            continue
        option: Json = without_nulls(item)
        options.append(option)
        _named(option, form, place, slash=True)
        name = option.get("name")
        if name in names:
            form.add((*place, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option name is already used")
        names.add(str(name))
        kind = option.get("type")
        if not form.choice(kind, (*place, "type"), TYPES):
            continue
        kinds.add(kind in (SUB_COMMAND, GROUP))
        if kind in (SUB_COMMAND, GROUP):
            if below == SUB_COMMAND or (below == GROUP and kind == GROUP):
                form.add((*place, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command nested too deeply")
            option["options"] = _options(option.get("options", []), form, (*place, "options"), kind)
            continue
        if option.get("required"):
            if optional:
                form.add(
                    place,
                    "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                    "Required options must be placed before non-required options",
                )
        else:
            optional = True
        _choices(option, form, place)
        _bounds(option, form, place)
    if len(kinds) > 1 or (below == GROUP and False in kinds):
        form.add(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands and other options exclude each other")
    return options


def _choices(option: Json, form: Form, path: Path) -> None:
    choices = option.get("choices")
    if not choices:
        return
    if option.get("autocomplete"):
        form.add((*path, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", "Choices exclude autocomplete")
    if option["type"] not in WITH_CHOICES:
        form.add((*path, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", "This type has no choices")
    _check_choices(choices, option["type"], form, (*path, "choices"), limits.CHOICE_TEXT)


def _check_choices(raw: Any, kind: int, form: Form, path: Path, longest: int) -> list[Json]:
    names: set[str] = set()
    choices: list[Json] = []
    for index, text in enumerate(form.items(raw, path, 0, limits.COMMAND_CHOICES)):
        place = (*path, index)
        if not isinstance(text, dict) or "name" not in text or "value" not in text:
            form.required((*place, "name"))
            continue
        choice: Json = as_object(text)
        if form.text(choice["name"], (*place, "name"), 1, limits.CHOICE_TEXT):
            if choice["name"] in names:
                form.add(place, "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS", "Choice name is already used")
            names.add(choice["name"])
        value = choice["value"]
        if kind == STRING:
            form.text(value, (*place, "value"), 1, longest)
        elif isinstance(value, bool) or not isinstance(value, int if kind == INTEGER else int | float):
            form.add((*place, "value"), "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.')
        choices.append({key: value for key, value in choice.items() if value is not None})
    return choices


def _bounds(option: Json, form: Form, path: Path) -> None:
    for low, high, kinds in (
        ("min_value", "max_value", (INTEGER, NUMBER)),
        ("min_length", "max_length", (STRING,)),
    ):
        for key in (low, high):
            if key in option and option["type"] not in kinds:
                form.add((*path, key), "APPLICATION_COMMAND_OPTIONS_BOUND_INVALID", f"This type has no {key}")
        if low in option and high in option and option[low] > option[high]:
            form.add((*path, low), "APPLICATION_COMMAND_OPTIONS_BOUND_INVALID", f"{low} is above {high}")
    if "max_length" in option:
        form.number(option["max_length"], (*path, "max_length"), 1, limits.STRING_OPTION)


def _length(body: Json) -> int:
    total = 0
    for key in ("name", "description"):
        localised: dict[str, str] = body.get(f"{key}_localizations") or {}
        total += max(len(str(text)) for text in (body.get(key, ""), *localised.values()))
    choices: list[Json] = body.get("choices") or []
    for choice in choices:
        total += len(str(choice.get("name", ""))) + len(str(choice.get("value", "")))
    options: list[Json] = body.get("options") or []
    return total + sum(_length(option) for option in options)


def leaf(command: Json, names: list[str]) -> tuple[list[Json], list[Json]]:
    """Return the sub-commands on the way to `names` (below the command), and the options of the last.

    Raises `KeyError` if there is no such sub-command.
    """
    way: list[Json] = []
    options: list[Json] = command.get("options", [])
    for name in names:
        step = next(
            (option for option in options if option["type"] in (SUB_COMMAND, GROUP) and option["name"] == name), None
        )
        if step is None:
            raise KeyError(name)
        way.append(step)
        options = step.get("options", [])
    if any(option["type"] in (SUB_COMMAND, GROUP) for option in options):
        raise KeyError(command["name"])
    return way, options


def read_choices(world: World, interaction: Interaction, data: Any) -> list[Json]:
    """Return the choices of an autocomplete's callback. Raises `ApiError` (50035)."""
    form = Form()
    kind = STRING
    command = next(
        (
            each_command[interaction.command_id]
            for each_command in world.commands.values()
            if interaction.command_id in each_command
        ),
        None,
    )
    if command is not None:
        name, _, focused = interaction.name.partition(":")
        _, options = leaf(command, name.split()[1:])
        kind = next((option["type"] for option in options if option["name"] == focused), STRING)
    raw = as_object(data).get("choices")
    if raw is None:
        form.required(("data", "choices"))
    choices = _check_choices(raw or [], kind, form, ("data", "choices"), limits.CHOICE_TEXT)
    form.check()
    return choices
