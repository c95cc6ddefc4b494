"""Who comes and goes: people and the bot in the server, the bot in threads, and whom it may write to directly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sandbox.server.channels import leave as leave_thread
from sandbox.server.errors import Refused
from sandbox.server.guilds import guild_object
from sandbox.server.people import People
from sandbox.server.records import THREADS, Channel, Json, dumps, isoformat
from sandbox.server.world import World


def leave(world: World, user: str) -> None:
    """A person leaves the server: what is there is out of their sight. The owner cannot."""
    if user == world.owner_id:
        raise Refused("The owner of a server cannot leave it.")
    for channel in [one for one in world.channels.values() if user in one.members]:
        leave_thread(world, channel, user)
    seen = [one.data for one in world.channels.values() if user in world.viewers(one) and not one.is_direct]
    _settle(world, user, "")
    for data in seen:
        world.tell("THREAD_DELETE" if data["type"] in THREADS else "CHANNEL_DELETE", data, (user,))


def come(world: World, user: str) -> None:
    """They are there again."""
    _settle(world, user, isoformat(world.clock.now()))
    for channel in world.channels.values():
        if not channel.is_direct and user in world.viewers(channel):
            world.tell("THREAD_CREATE" if channel.is_thread else "CHANNEL_CREATE", channel.data, (user,))


def remove_bot(world: World) -> None:
    """The bot is taken out of the server: it is told that, and reaches nothing there any more."""
    if world.bot_is_here:
        world.dispatch("GUILD_DELETE", dumps({"id": world.guild_id}))
        _settle(world, world.bot["id"], "")


def invite_bot(world: World) -> None:
    """The bot is brought to the server again."""
    if not world.bot_is_here:
        _settle(world, world.bot["id"], isoformat(world.clock.now()))
        world.dispatch("GUILD_CREATE", dumps(guild_object(world, full=True)))


def _settle(world: World, key: str, joined: str) -> None:
    world.joined[key] = joined
    world.store.put("user", key, lambda: [world.users[key], world.joined[key]])
    world.stir()


def direct(world: World, user: str, *, closed: bool) -> None:
    """A person takes no direct messages any more, or does again."""
    (world.closed.add if closed else world.closed.discard)(user)
    world.sweep()  # which keeps it


def thread(world: World, channel: Channel, fields: Json) -> None:
    """What a moderator does with a thread: lock it, close it, take the bot out of it."""
    if not channel.is_thread:
        raise Refused("That is no thread.")
    if fields.get("without_bot"):
        leave_thread(world, channel, world.bot["id"])
        gone: Json = {"id": channel.id, "guild_id": world.guild_id, "member_count": len(channel.members)}
        world.dispatch("THREAD_MEMBERS_UPDATE", dumps({**gone, "removed_member_ids": [world.bot["id"]]}))
    meta: Json = channel.data["thread_metadata"]
    for name in ("locked", "archived"):
        if name in fields:
            meta[name] = bool(fields[name])
    if "archived" in fields:
        meta["archive_timestamp"] = isoformat(world.clock.now())
    world.channel_updated(channel)


Act = Callable[[World, People, Json], None]

ACTS: Final[Mapping[str, Act]] = {
    "leave": lambda world, people, fields: leave(world, people.user(str(fields["user_id"]))["id"]),
    "come": lambda world, people, fields: come(world, people.user(str(fields["user_id"]))["id"]),
    "remove_bot": lambda world, _, __: remove_bot(world),
    "invite_bot": lambda world, _, __: invite_bot(world),
    "direct": lambda world, people, fields: direct(
        world, people.user(str(fields["user_id"]))["id"], closed=bool(fields["closed"])
    ),
    "thread": lambda world, people, fields: thread(
        world, world.channels[people.channel(str(fields["channel_id"]))["id"]], fields
    ),
}
"""What can be asked for by `POST /sandbox/faults` (faults.py)."""
