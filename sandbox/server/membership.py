"""Membership: people and the bot in servers, the bot in threads, and the people it may write to directly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sandbox.server.channels import leave as leave_thread
from sandbox.server.commands import tell_commands
from sandbox.server.errors import Refused
from sandbox.server.guilds import guild_object
from sandbox.server.people import People
from sandbox.server.records import THREADS, Channel, Guild, Json, dumps, isoformat
from sandbox.server.world import World


def leave(world: World, user: str, server: int = 0) -> None:
    """Remove a person from a server, and what is there from their sight. The owner cannot leave."""
    guild = world.server(server)
    if user == world.owner_id:
        raise Refused("The owner of a server cannot leave it.")
    for channel in [each_channel for each_channel in world.channels_of(guild) if user in each_channel.members]:
        leave_thread(world, channel, user)
    channels = [each_channel.data for each_channel in world.channels_of(guild) if user in world.viewers(each_channel)]
    _settle(world, guild, user, "")
    for data in channels:
        world.tell("THREAD_DELETE" if data["type"] in THREADS else "CHANNEL_DELETE", data, (user,))


def come(world: World, user: str, server: int = 0) -> None:
    """Bring a person to a server again."""
    guild = world.server(server)
    _settle(world, guild, user, isoformat(world.clock.now()))
    for channel in world.channels_of(guild):
        if user in world.viewers(channel):
            world.tell("THREAD_CREATE" if channel.is_thread else "CHANNEL_CREATE", channel.data, (user,))


def remove_bot(world: World, server: int = 0) -> None:
    """Take the bot out of a server: it is told that, and reaches nothing there any more."""
    guild = world.server(server)
    if guild.has(world.bot["id"]):
        world.dispatch("GUILD_DELETE", dumps({"id": guild.id}), guild)
        _settle(world, guild, world.bot["id"], "")
        tell_commands(world, guild)


def invite_bot(world: World, server: int = 0) -> None:
    """Bring the bot to a server again."""
    guild = world.server(server)
    if not guild.has(world.bot["id"]):
        _settle(world, guild, world.bot["id"], isoformat(world.clock.now()))
        world.dispatch("GUILD_CREATE", dumps(guild_object(world, guild, full=True)), guild)
        tell_commands(world, guild)


def _settle(world: World, guild: Guild, key: str, joined: str) -> None:
    world.set_joined(guild, key, joined)
    world.stir()


def direct(world: World, user: str, *, closed: bool) -> None:
    """Set whether a person takes direct messages."""
    (world.closed.add if closed else world.closed.discard)(user)
    world.sweep()  # which keeps it


def install(world: World, user: str, *, installed: bool) -> None:
    """Install the bot for a person, or remove it again."""
    (world.installed.add if installed else world.installed.discard)(user)
    world.keep_meta()
    for guild in world.guilds.values():
        tell_commands(world, guild)


def group(world: World, users: list[str]) -> None:
    """Begin a conversation of people outside all servers, without the bot."""
    if len(users) < 2 or len(set(users)) < len(users):
        raise Refused("A chat takes two people or more.")
    world.add_group(users)


def thread(world: World, channel: Channel, fields: Json) -> None:
    """Do a moderator's act to a thread: lock it, close it, remove the bot."""
    if not channel.is_thread:
        raise Refused("That is no thread.")
    if fields.get("without_bot"):
        leave_thread(world, channel, world.bot["id"])
        guild = world.guilds[channel.data["guild_id"]]
        payload: Json = {"id": channel.id, "guild_id": guild.id, "member_count": len(channel.members)}
        world.dispatch("THREAD_MEMBERS_UPDATE", dumps({**payload, "removed_member_ids": [world.bot["id"]]}), guild)
    meta: Json = channel.data["thread_metadata"]
    for name in ("locked", "archived"):
        if name in fields:
            meta[name] = bool(fields[name])
    if "archived" in fields:
        meta["archive_timestamp"] = isoformat(world.clock.now())
    world.channel_updated(channel)


def _server(fields: Json) -> int:
    return int(fields.get("server", 0))


Act = Callable[[World, People, Json], None]

ACTS: Final[Mapping[str, Act]] = {
    "leave": lambda world, people, fields: leave(world, people.user(str(fields["user_id"]))["id"], _server(fields)),
    "come": lambda world, people, fields: come(world, people.user(str(fields["user_id"]))["id"], _server(fields)),
    "remove_bot": lambda world, _, fields: remove_bot(world, _server(fields)),
    "invite_bot": lambda world, _, fields: invite_bot(world, _server(fields)),
    "direct": lambda world, people, fields: direct(
        world, people.user(str(fields["user_id"]))["id"], closed=bool(fields["closed"])
    ),
    "install": lambda world, people, fields: install(
        world, people.user(str(fields["user_id"]))["id"], installed=bool(fields["installed"])
    ),
    "group": lambda world, people, fields: group(
        world, [people.user(str(value))["id"] for value in fields["user_ids"]]
    ),
    "thread": lambda world, people, fields: thread(
        world, world.channels[people.channel(str(fields["channel_id"]), _server(fields))["id"]], fields
    ),
}
"""What can be asked for by `POST /sandbox/faults` (faults.py)."""
