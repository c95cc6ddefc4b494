"""Routes of application commands, global and of a server."""

from __future__ import annotations

from sandbox.server import limits
from sandbox.server.bodies import body_object
from sandbox.server.command_rules import read_command
from sandbox.server.errors import TOO_MANY_COMMANDS, UNKNOWN_APPLICATION, UNKNOWN_COMMAND, UNKNOWN_GUILD, ApiError, Form
from sandbox.server.records import Guild, Json
from sandbox.server.rest import Answer, Call, Route
from sandbox.server.world import World

GLOBAL = "global"

IN_SERVER, WITH_BOT = 0, 1
CONTEXTS = (0, 1, 2)
"""The contexts of an interaction: see Channel.context."""

SERVER_INSTALL, USER_INSTALL = "0", "1"
"""The kinds of installs, as keys."""


def installs(world: World, user: str, guild: Guild | None, context: int = IN_SERVER) -> Json:
    """Return the installs of the bot that a person can use in a place: "0" the server's, "1" their own; and whose each
    is.
    """
    owner_by_install: Json = {}
    if guild is not None and guild.has(world.bot["id"]):
        owner_by_install[SERVER_INSTALL] = guild.id
    if context == WITH_BOT:
        owner_by_install[SERVER_INSTALL] = "0"
    if user in world.installed:
        owner_by_install[USER_INSTALL] = user
    return owner_by_install


def owners(world: World, user: str, guild: Guild | None, context: int, command: Json) -> Json:
    """Return the installs by which a person may use a command in a place; none where they may not."""
    if context not in (command["contexts"] or CONTEXTS):
        return {}
    owner_by_install = installs(world, user, guild, context)
    return {key: owner for key, owner in owner_by_install.items() if int(key) in command["integration_types"]}


def available(world: World, user: str, guild: Guild | None, context: int = IN_SERVER) -> list[Json]:
    """Return the commands a person is offered in a place: the server's own, then the global ones of other names."""
    everywhere = world.commands.get(GLOBAL, {}).values()
    by_name = {
        (entry["type"], entry["name"]): entry for entry in everywhere if owners(world, user, guild, context, entry)
    }
    if guild is not None and guild.has(world.bot["id"]):
        by_name.update({(entry["type"], entry["name"]): entry for entry in world.commands.get(guild.id, {}).values()})
    return list(by_name.values())


def tell_commands(world: World, guild: Guild) -> None:
    """Tell each person the commands that they are offered in a server."""
    for user in world.people():
        world.tell("COMMANDS", {"guild_id": guild.id, "commands": available(world, user, guild)}, (user,))


def _scope(call: Call) -> tuple[str, dict[str, Json]]:
    world = call.world
    if call.params["application_id"] != world.bot["id"]:
        raise ApiError(UNKNOWN_APPLICATION)
    key = call.params.get("guild_id", GLOBAL)
    if key != GLOBAL and key not in world.guilds:
        raise ApiError(UNKNOWN_GUILD)
    return key, world.commands.setdefault(key, {})


def _keep(call: Call, scope: str) -> None:
    world = call.world
    world.store.put("commands", scope, lambda: list(world.commands[scope].values()))
    for guild in world.guilds.values():
        if scope in (GLOBAL, guild.id):
            tell_commands(world, guild)


def _build(world: World, body: Json, scope: str, key: str | None) -> Json:
    command: Json = {
        "default_member_permissions": None,
        "dm_permission": True,
        "nsfw": False,
        "contexts": None,
        "integration_types": [0],
        "name_localizations": None,
        "description_localizations": None,
        "options": [],
        **body,
        "id": key or world.ids.new(),
        "application_id": world.bot["id"],
        "version": world.ids.new(),
    }
    default_permissions = command["default_member_permissions"]
    if default_permissions is not None:
        command["default_member_permissions"] = str(default_permissions)
    if scope != GLOBAL:
        command["guild_id"] = scope
    return command


def _count(commands: list[Json]) -> None:
    for kind, most in limits.COMMANDS.items():
        if sum(command["type"] == kind for command in commands) > most:
            raise ApiError(TOO_MANY_COMMANDS)


async def listing(call: Call) -> Answer:
    """Answer GET .../commands."""
    return Answer(200, list(_scope(call)[1].values()))


async def overwrite(call: Call) -> Answer:
    """Answer PUT .../commands: what is listed is all there is."""
    world = call.world
    scope, before = _scope(call)
    form = Form()
    bodies = [read_command(item, form, (index,)) for index, item in enumerate(form.items(call.body, (), 0, 130))]
    keys: set[tuple[int, str]] = set()
    for index, body in enumerate(bodies):
        name = (body.get("type", 1), str(body.get("name")))
        if name in keys:
            form.add((index,), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
        keys.add(name)
    form.check()
    _count(bodies)
    ids = {(entry["type"], entry["name"]): entry for entry in before.values()}
    after: dict[str, Json] = {}
    for body in bodies:
        old = ids.get((body["type"], body["name"]))
        command = _build(world, body, scope, old["id"] if old else None)
        if old is not None and {**command, "version": old["version"]} == old:
            command = old
        after[command["id"]] = command
    world.commands[scope] = after
    _keep(call, scope)
    return Answer(200, list(after.values()))


async def create(call: Call) -> Answer:
    """Answer POST .../commands: a new command, or a new version of the one with this name."""
    world = call.world
    scope, commands = _scope(call)
    form = Form()
    body = read_command(call.body, form, ())
    form.check()
    old = next(
        (
            each_command
            for each_command in commands.values()
            if (each_command["type"], each_command["name"]) == (body["type"], body["name"])
        ),
        None,
    )
    command = _build(world, body, scope, old["id"] if old else None)
    _count([*commands.values(), *([] if old else [command])])
    commands[command["id"]] = command
    _keep(call, scope)
    return Answer(200 if old else 201, command)


def _one(call: Call) -> tuple[str, dict[str, Json], Json]:
    scope, commands = _scope(call)
    command = commands.get(call.params["command_id"])
    if command is None:
        raise ApiError(UNKNOWN_COMMAND)
    return scope, commands, command


async def get(call: Call) -> Answer:
    """Answer GET .../commands/{command_id}."""
    return Answer(200, _one(call)[2])


async def edit(call: Call) -> Answer:
    """Answer PATCH .../commands/{command_id}."""
    scope, commands, command = _one(call)
    form = Form()
    hidden = ("id", "application_id", "version", "guild_id")
    merged = {key: value for key, value in {**command, **body_object(call.body)}.items() if key not in hidden}
    body = read_command(merged, form, ())
    form.check()
    commands[command["id"]] = changed = _build(call.world, body, scope, command["id"])
    _keep(call, scope)
    return Answer(200, changed)


async def delete(call: Call) -> Answer:
    """Answer DELETE .../commands/{command_id}."""
    scope, commands, command = _one(call)
    del commands[command["id"]]
    _keep(call, scope)
    return Answer(204)


ROUTES = [
    route
    for base in ("/applications/{application_id}", "/applications/{application_id}/guilds/{guild_id}")
    for route in (
        Route("GET", base + "/commands", listing),
        Route("PUT", base + "/commands", overwrite, "commands"),
        Route("POST", base + "/commands", create, "commands"),
        Route("GET", base + "/commands/{command_id}", get),
        Route("PATCH", base + "/commands/{command_id}", edit, "commands"),
        Route("DELETE", base + "/commands/{command_id}", delete, "commands"),
    )
]
