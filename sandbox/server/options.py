"""A person's slash command, made from names and values, checked as the Discord client would."""

from __future__ import annotations

import base64
from typing import Any, Final

from sandbox.server import limits
from sandbox.server.bodies import attachment_of
from sandbox.server.command_rules import (
    ATTACHMENT,
    BOOLEAN,
    CHANNEL,
    INTEGER,
    MENTIONABLE,
    NUMBER,
    ROLE,
    STRING,
    USER,
    leaf,
)
from sandbox.server.commands import available
from sandbox.server.errors import Refused
from sandbox.server.guilds import roles
from sandbox.server.records import Channel, Json
from sandbox.server.world import World

_SNOWFLAKES: Final = frozenset((USER, CHANNEL, ROLE, MENTIONABLE))


def find(world: World, user: str, channel: Channel, name: str) -> tuple[Json, list[Json], list[Json]]:
    """Return the command that `name` ("voren new") begins with, the sub-commands on the way, and the options of the
    last.
    """
    first, *rest = name.removeprefix("/").split() or [""]
    offered = available(world, user, world.guild_of(channel), channel.context)
    command = next((option for option in offered if option["type"] == 1 and option["name"] == first), None)
    if command is None:
        raise Refused(f"There is no command /{first}.", 404)
    try:
        return command, *leaf(command, rest)
    except KeyError as error:
        raise Refused(f"There is no command /{name}.", 404) from error


def build(
    world: World, user: str, channel: Channel, name: str, values: Json, focused: str | None = None
) -> tuple[Json, Json]:
    """Return the command and the `data` of its interaction.

    With `focused` (an autocomplete) nothing is required. Raises `Refused` where the client would not let it go.
    """
    command, way, options = find(world, user, channel, name)
    _may_use(world, user, channel, command)
    options_by_name = {offered_option["name"]: offered_option for offered_option in options}
    for key in values:
        if key not in options_by_name:
            raise Refused(f"/{name} has no option {key}.")
    if focused is not None and not options_by_name.get(focused, {}).get("autocomplete"):
        raise Refused(f"/{name} has no option {focused} with autocomplete.")
    resolved: Json = {}
    filled: list[Json] = []
    for option in options:
        key = option["name"]
        if focused == key:
            filled.append({"name": key, "type": option["type"], "value": str(values.get(key) or ""), "focused": True})
        elif option["type"] == ATTACHMENT and focused is not None:
            continue  # a file goes out with the command alone
        elif values.get(key) is not None:
            value = _value(world, channel, option, values[key], resolved, free=focused is not None)
            filled.append({"name": key, "type": option["type"], "value": value})
        elif option.get("required") and focused is None:
            raise Refused(f"The option {key} must be filled in.")
    for step in reversed(way):
        filled = [{"name": step["name"], "type": step["type"], "options": filled}]
    data: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": filled}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    if resolved:
        data["resolved"] = resolved
    return command, data


def _may_use(world: World, user: str, channel: Channel, command: Json) -> None:
    required_bits = command.get("default_member_permissions")
    if required_bits is None:
        return
    member_bits = world.permissions(user, channel)
    if user != world.owner_id and (not int(required_bits) or member_bits & int(required_bits) != int(required_bits)):
        raise Refused(f"You may not use /{command['name']} here.", 403)


def _value(world: World, channel: Channel, option: Json, value: Any, resolved: Json, *, free: bool) -> Any:
    kind, name = option["type"], option["name"]
    if kind == STRING:
        if not isinstance(value, str):
            raise Refused(f"The option {name} takes text.")
        low, high = option.get("min_length", 0), option.get("max_length", 6000)
        if not free and not low <= len(value) <= high:
            raise Refused(f"The option {name} takes {low} to {high} characters.")
    elif kind in (INTEGER, NUMBER):
        value = _number(name, kind, value)
        low, high = option.get("min_value"), option.get("max_value")
        if (low is not None and value < low) or (high is not None and value > high):
            raise Refused(f"The option {name} is out of bounds.")
    elif kind == BOOLEAN:
        if not isinstance(value, bool):
            raise Refused(f"The option {name} takes true or false.")
    elif kind in _SNOWFLAKES:
        value = str(value)
        if not resolve(world, channel, kind, value, resolved):
            raise Refused(f"The option {name} names nobody and nothing here.")
    elif kind == ATTACHMENT:
        value = _attachment(world, channel, name, value, resolved)
    choices = option.get("choices")
    if choices and not free and value not in [choice["value"] for choice in choices]:
        raise Refused(f"The option {name} has no choice {value}.")
    return value


def _number(name: str, kind: int, value: Any) -> int | float:
    if isinstance(value, str):
        try:
            value = int(value) if kind == INTEGER else float(value)
        except ValueError as error:
            raise Refused(f"The option {name} takes a number.") from error
    if isinstance(value, float) and kind == INTEGER and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int if kind == INTEGER else int | float):
        raise Refused(f"The option {name} takes a {'whole ' if kind == INTEGER else ''}number.")
    return value


def _attachment(world: World, channel: Channel, name: str, value: Any, resolved: Json) -> str:
    """Return a file of a command, given as {"filename", "data" (base64)}; it is kept as long as the interaction's
    token.
    """
    try:
        file_name, body = str(value["filename"]), base64.b64decode(value["data"], validate=True)
    except (TypeError, KeyError, ValueError) as error:
        raise Refused(f"The option {name} takes a file.") from error
    if len(body) > limits.FILE_BYTES:
        raise Refused(f"The file is too large: at most {limits.FILE_BYTES // 1024**2} MiB.", 413)
    attachment = attachment_of(world, channel.id, file_name[: limits.FILE_NAME], body)
    key = str(attachment["id"])
    world.store.put_file(key, body)
    resolved.setdefault("attachments", {})[key] = {**attachment, "ephemeral": True}
    return key


def resolve(world: World, channel: Channel, kind: int, key: str, resolved: Json) -> bool:
    """Add what an id stands for to `resolved`; whether it stands for something of this kind."""
    guild = world.guild_of(channel)
    if kind in (USER, MENTIONABLE) and key in world.users:
        resolved.setdefault("users", {})[key] = world.users[key]
        if guild is None or not guild.has(key):
            return True
        member_bits = world.permissions(key, channel)
        resolved.setdefault("members", {})[key] = {**world.member(guild, key), "permissions": str(member_bits)}
        return True
    if kind in (ROLE, MENTIONABLE) and guild is not None:
        role = next((entry for entry in roles(world, guild) if entry["id"] == key), None)
        if role is not None:
            resolved.setdefault("roles", {})[key] = role
            return True
    target = world.channels.get(key)
    if kind == CHANNEL and target is not None and guild is not None and world.guild_of(target) is guild:
        member_bits = world.permissions(world.bot["id"], target)
        resolved.setdefault("channels", {})[key] = {**target.data, "permissions": str(member_bits)}
        return True
    return False


def full_name(name: str) -> str:
    """Return a command's name without slash and with single spaces."""
    return " ".join(name.removeprefix("/").split())
