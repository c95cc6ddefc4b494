"""The little Discord itself: its servers, users, channels, messages, commands; and who is told of a change."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from sandbox.server import limits, permissions
from sandbox.server.errors import TOO_MANY_THREADS, ApiError, Refused
from sandbox.server.records import (
    DISCORD_EPOCH_MS,
    GROUP,
    PLAYERS,
    PRIVATE_THREAD,
    TEXT,
    Channel,
    Clock,
    Guild,
    Ids,
    Interaction,
    Json,
    Message,
    dumps,
    isoformat,
    user_object,
)
from sandbox.server.store import Store

PEOPLE: Final = ("Ada", "Bela", "Cleo")
CHANNELS: Final = ("card-room", "parlour")
SERVERS: Final = ("The Parlour", "The Library", "The Garden Room", "The Attic")
EPHEMERALS_KEPT: Final = 500
MESSAGE_INTENT: Final = 1 << 9
DIRECT_MESSAGE_INTENT: Final = 1 << 12

T = TypeVar("T")

Listener = Callable[[str, str, Json], None]
"""Told of an event: user id, type, data."""


class Dispatcher(Protocol):
    """The gateway as the world uses it."""

    def dispatch(self, event: str, data: str, guild: Guild | None, intent: int = 0) -> None:
        """Send an event, its data as JSON, to the sessions of a server's shard (None: shard 0) that have the intent."""


class World:
    """All state of the stand-in. Every change goes through here: it is stored, the people and the bot are told."""

    def __init__(self, path: Path | None, clock: Clock, seed: int | None, servers: int = 1) -> None:
        self.clock = clock
        self.ids = Ids(clock, seed)
        self.store = Store(path)
        self.gateway: Dispatcher | None = None
        self.base = ""
        self.users: dict[str, Json] = {}
        self.guilds: dict[str, Guild] = {}
        """The servers by id, the first one first."""
        self.closed: set[str] = set()
        """The users who take no direct messages."""
        self.installed: set[str] = set()
        """The users who have installed the bot for themselves."""
        self.channels: dict[str, Channel] = {}
        self.messages: dict[str, Message] = {}
        self.commands: dict[str, dict[str, Json]] = {}
        self.emojis: dict[str, Json] = {}
        self.interactions: dict[str, Interaction] = {}
        self.tokens: dict[str, Interaction] = {}
        self.ephemerals: dict[str, deque[str]] = {}
        self.nonces: dict[tuple[str, str], tuple[float, str]] = {}
        self.listeners: list[Listener] = []
        self.old_edits: int | None = limits.OLD_EDITS_AN_HOUR
        """Edits an hour of a message older than an hour; None: no limit."""
        self.active_threads = limits.ACTIVE_THREADS
        """Threads that may be open at a time in a server."""
        self.token = ""
        self.bot: Json = {}
        self._waiters: set[asyncio.Event] = set()
        bodies = self.store.load()
        if "meta" in bodies:
            self._restore(bodies)
        else:
            self._found()
        while len(self.guilds) < servers:
            self._add_guild()

    # --- beginnings -----------------------------------------------------------------------------------------------

    def _found(self) -> None:
        guild_id = self.ids.new()
        bot_id = self.ids.new()
        guild = self.guilds[guild_id] = Guild(guild_id, SERVERS[0], bot_id, PLAYERS)
        self.bot = user_object(bot_id, "Eldest Hand", bot=True)
        self.users[bot_id] = self.bot
        self.token = f"sandbox.{self.ids.secret(6)}.{self.ids.secret(20)}"
        self.keep_meta()
        self.set_joined(guild, bot_id, isoformat(self.clock.now()))
        for name in PEOPLE:
            self.add_user(name)
        for name in CHANNELS:
            self.add_channel(name)

    def _add_guild(self) -> None:
        """Add a server with all users in it.

        Its id is some milliseconds older than the first server's: no two of the first four are on one shard of four.
        """
        number = len(self.guilds)
        key = str((int(self.guild_id) >> 22) - number << 22)
        name = SERVERS[number] if number < len(SERVERS) else f"Server {number + 1}"
        now = isoformat(self.clock.now())
        guild = Guild(key, name, self.ids.new(), self.ids.new(), dict.fromkeys(self.users, now))
        self.guilds[key] = guild
        self.store.put("guild", key, guild.dump)
        for channel in CHANNELS:
            self.add_channel(channel, guild)

    def keep_meta(self) -> None:
        """Keep what is one for the whole world, the time that its clock is ahead among it."""
        self.store.put("meta", "world", self._meta)

    def _meta(self) -> Json:
        return {
            "guild_id": self.guild_id,
            "guild_name": self.guild_name,
            "bot_id": self.bot["id"],
            "token": self.token,
            "offset": self.clock.offset,
            "closed": sorted(self.closed),
            "installed": sorted(self.installed),
        }

    def _restore(self, bodies: dict[str, dict[str, Any]]) -> None:
        meta = bodies["meta"]["world"]
        guild = Guild(meta["guild_id"], meta["guild_name"], meta["bot_id"], PLAYERS)
        self.guilds[guild.id] = guild
        self.token = meta["token"]
        self.clock.offset = meta["offset"]
        self.closed = set(meta.get("closed", ()))
        self.installed = set(meta.get("installed", ()))
        self.ids.seen(self.guild_id)
        for key, (user, joined) in bodies.get("user", {}).items():
            self.users[key], guild.joined[key] = user, joined
            self.ids.seen(key)
        # The store gives them by rising ids, and each further server has a lower one.
        self.guilds.update((key, Guild(**body)) for key, body in reversed(bodies.get("guild", {}).items()))
        self.bot = self.users[meta["bot_id"]]
        for key, body in bodies.get("channel", {}).items():
            self.channels[key] = Channel(body["data"], members=body["members"], active=body["active"])
            self.ids.seen(key)
        for key, body in bodies.get("message", {}).items():
            self.ids.seen(key)
            channel = self.channels.get(body["data"]["channel_id"])
            if channel is not None:
                self._index(channel, Message(body["data"], body["viewer"], body["token"], body["edits"]))
        self._link()
        for key, body in bodies.get("commands", {}).items():
            self.commands[key] = {value["id"]: value for value in body}
        self.emojis = bodies.get("emoji", {})
        for key, body in bodies.get("interaction", {}).items():
            self.ids.seen(key)
            body.setdefault("guild_id", self.guild_id)
            body.setdefault("owners", {"0": body["guild_id"]})
            interaction = Interaction(**body)
            self.interactions[key] = self.tokens[interaction.token] = interaction

    def _link(self) -> None:
        """Add the present state of referenced messages and threads to messages: each was stored on its own."""
        for message in self.messages.values():
            data = message.data
            referenced: Json = data.get("referenced_message") or {}
            if referenced.get("id") in self.messages:
                data["referenced_message"] = self.messages[referenced["id"]].data
            thread = self.channels.get(message.id)
            if thread is not None and "thread" in data:
                data["thread"] = thread.data

    def _index(self, channel: Channel, message: Message) -> None:
        channel.messages[message.id] = message
        self.messages[message.id] = message
        nonce = message.data.get("nonce")
        if nonce is not None:
            created_ms = (int(message.id) >> 22) + DISCORD_EPOCH_MS
            self.nonces[channel.id, str(nonce)] = (created_ms / 1000, message.id)
        if message.viewer is not None:
            viewed = self.ephemerals.setdefault(message.viewer, deque())
            viewed.append(message.id)
            if len(viewed) > EPHEMERALS_KEPT:
                self.forget_message(viewed.popleft())

    # --- telling --------------------------------------------------------------------------------------------------

    def tell(self, event: str, data: Json, users: Iterable[str] | None = None) -> None:
        """Tell people (all of them if `users` is None) of an event."""
        if self.listeners:
            for user in self.people() if users is None else users:
                for listener in self.listeners:
                    listener(user, event, data)
        self.stir()

    def stir(self) -> None:
        """Wake the tasks that wait for a change."""
        for waiter in self._waiters:
            waiter.set()

    async def until(self, check: Callable[[], T], timeout: float = 5.0) -> T:  # noqa: ASYNC109  # tests name it
        """Wait until `check()` is true; it is asked again after each change. Gives its value; raises `TimeoutError`."""
        waiter = asyncio.Event()
        self._waiters.add(waiter)
        try:
            async with asyncio.timeout(timeout):
                while not (result := check()):
                    await waiter.wait()
                    waiter.clear()
                return result
        finally:
            self._waiters.discard(waiter)

    def dispatch(self, event: str, data: str, guild: Guild | None, intent: int = 0) -> None:
        """Tell the bot of an event of a server, or of one outside all servers (None)."""
        if self.gateway is not None and (guild is None or guild.has(self.bot["id"])):
            self.gateway.dispatch(event, data, guild, intent)

    # --- servers --------------------------------------------------------------------------------------------------

    @property
    def guild(self) -> Guild:
        """The first server."""
        return next(iter(self.guilds.values()))

    @property
    def guild_id(self) -> str:
        """The first server's id."""
        return self.guild.id

    @property
    def guild_name(self) -> str:
        """The first server's name."""
        return self.guild.name

    def server(self, number: int) -> Guild:
        """Return a server by its number, from 0. Raises `Refused` if there is none."""
        if not 0 <= number < len(self.guilds):
            raise Refused("There is no such server.", 404)
        return list(self.guilds.values())[number]

    def guild_of(self, channel: Channel) -> Guild | None:
        """Return the server that a channel is in; None outside all servers."""
        return None if channel.is_direct or channel.is_group else self.guilds[channel.data["guild_id"]]

    def channels_of(self, guild: Guild) -> list[Channel]:
        """Return the channels and threads of a server."""
        return [channel for channel in self.channels.values() if channel.data.get("guild_id") == guild.id]

    def set_joined(self, guild: Guild, key: str, joined: str) -> None:
        """Note when a user came to a server, or with "" that they left."""
        guild.joined[key] = joined
        if guild is self.guild:
            self.store.put("user", key, lambda: [self.users[key], guild.joined[key]])
        else:
            self.store.put("guild", guild.id, guild.dump)

    # --- people ---------------------------------------------------------------------------------------------------

    def people(self) -> list[str]:
        """Return the ids of all users who are no bots."""
        return [key for key, user in self.users.items() if not user.get("bot")]

    def add_user(self, name: str) -> Json:
        """Return a new user, member of every server. The first one owns them."""
        key = self.ids.new()
        user = user_object(key, name)
        self.users[key] = user
        for guild in self.guilds.values():
            self.set_joined(guild, key, isoformat(self.clock.now()))
        self.tell("USER_CREATE", user)
        return user

    @property
    def owner_id(self) -> str:
        """The owner of every server: the first person."""
        return self.people()[0]

    def member(self, guild: Guild, key: str) -> Json:
        """Return the member object of a user in a server, without the user."""
        return {
            "roles": [guild.bot_role] if key == self.bot["id"] else [],
            "joined_at": guild.joined[key],
            "nick": None,
            "avatar": None,
            "banner": None,
            "premium_since": None,
            "communication_disabled_until": None,
            "pending": False,
            "deaf": False,
            "mute": False,
            "flags": 0,
        }

    def permissions(self, key: str, channel: Channel) -> int:
        """Return the permissions of a member (the bot included) in a channel."""
        guild = self.guild_of(channel)
        if guild is None:
            return 0 if channel.is_group and key == self.bot["id"] else permissions.DIRECT
        if not guild.has(key):
            return 0
        if key == self.owner_id:
            return permissions.ALL
        base = permissions.BOT if key == self.bot["id"] else permissions.EVERYONE
        place = self.channels.get(channel.data["parent_id"], channel) if channel.is_thread else channel
        return permissions.overwritten(base, place.data["permission_overwrites"], key)

    # --- channels -------------------------------------------------------------------------------------------------

    def add_channel(self, name: str, guild: Guild | None = None) -> Channel:
        """Return a new text channel, in the first server unless another is given."""
        guild = guild or self.guild
        key = self.ids.new()
        channel = Channel(
            {
                "id": key,
                "type": TEXT,
                "guild_id": guild.id,
                "name": name,
                "position": sum(not other.is_thread for other in self.channels_of(guild)),
                "permission_overwrites": [],
                "topic": None,
                "nsfw": False,
                "last_message_id": None,
                "rate_limit_per_user": 0,
                "parent_id": None,
                "flags": 0,
            }
        )
        self.channels[key] = channel
        self.save_channel(channel)
        self.tell("CHANNEL_CREATE", channel.data, self.viewers(channel))
        self.dispatch("CHANNEL_CREATE", channel.text(), guild)
        return channel

    def add_group(self, users: list[str]) -> Channel:
        """Return a new conversation of people, outside all servers and without the bot."""
        people = [self.users[key] for key in users]
        name = ", ".join(str(user["global_name"]) for user in people)
        data: Json = {"id": self.ids.new(), "type": GROUP, "last_message_id": None, "recipients": people, "name": name}
        # What follows only the page reads.
        data |= {"parent_id": None, "permission_overwrites": [], "flags": 0, "topic": "A conversation without the bot."}
        channel = self.channels[data["id"]] = Channel(data)
        self.save_channel(channel)
        self.tell("CHANNEL_CREATE", data, users)
        return channel

    def save_channel(self, channel: Channel) -> None:
        """Keep what changed in a channel."""
        channel.changed()
        self.store.put("channel", channel.id, channel.dump)

    def channel_updated(self, channel: Channel) -> None:
        """Keep and tell that a channel or thread changed."""
        self.save_channel(channel)
        event = "THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE"
        self.tell(event, channel.data, self.viewers(channel))
        if channel.data["type"] != PRIVATE_THREAD or self.bot["id"] in channel.members:
            self.dispatch(event, channel.text(), self.guild_of(channel))

    def viewers(self, channel: Channel) -> list[str]:
        """Return the people who see a channel: everyone in the server, the members of a private thread and the owner,
        or those who speak there outside all servers.
        """
        guild = self.guild_of(channel)
        if guild is None:
            return [value["id"] for value in channel.data["recipients"]]
        members = [key for key in self.people() if guild.has(key)]
        if channel.data["type"] != PRIVATE_THREAD:
            return members
        return [key for key in members if key in channel.members or key == self.owner_id]

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel or thread with its messages (a channel's threads go too)."""
        for thread in [other for other in self.channels.values() if other.data.get("parent_id") == channel.id]:
            self.remove_channel(thread)
        viewers = self.viewers(channel)
        del self.channels[channel.id]
        for key in list(channel.messages):
            self._unkeep(self.messages.pop(key))
        self.store.drop("channel", channel.id)
        data = channel.data
        if channel.is_thread:
            data = {name: data[name] for name in ("id", "guild_id", "parent_id", "type")}
        event = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
        self.tell(event, data, viewers)
        self.dispatch(event, dumps(data), self.guild_of(channel))

    # --- messages -------------------------------------------------------------------------------------------------

    def add_message(self, channel: Channel, message: Message, mentioned: Iterable[str] = ()) -> None:
        """Add a message: keep it, show it to those who may see it, and push it to those it mentions."""
        self._index(channel, message)
        self.save_message(message)
        channel.active = self.clock.now()
        if message.viewer is not None:
            self.tell("MESSAGE_CREATE", message.data, (message.viewer,))
            return
        channel.data["last_message_id"] = message.id
        if channel.is_thread:
            for count in ("message_count", "total_message_sent"):
                channel.data[count] += 1
        self.save_channel(channel)
        viewers = self.viewers(channel)
        self.tell("MESSAGE_CREATE", message.data, viewers)
        self._dispatch_message("MESSAGE_CREATE", message)
        for user in mentioned:
            if user in viewers:
                push = {"message_id": message.id, "channel_id": channel.id, "preview": message.data["content"]}
                self.tell("MENTION", push, (user,))

    def message_updated(self, message: Message) -> None:
        """Keep and show that a message changed."""
        message.changed()
        self.save_message(message)
        if message.viewer is not None:
            self.tell("MESSAGE_UPDATE", message.data, (message.viewer,))
        else:
            self.tell("MESSAGE_UPDATE", message.data, self.viewers(self.channels[message.channel_id]))
            self._dispatch_message("MESSAGE_UPDATE", message)

    def remove_message(self, message: Message) -> None:
        """Delete a message."""
        channel = self.channels[message.channel_id]
        viewers = self.viewers(channel) if message.viewer is None else [message.viewer]
        self.forget_message(message.id)
        payload = {"id": message.id, "channel_id": message.channel_id}
        guild = self.guild_of(channel)
        if guild is not None:
            payload["guild_id"] = guild.id
        self.tell("MESSAGE_DELETE", payload, viewers)
        if message.viewer is None and not channel.is_group:
            self.dispatch("MESSAGE_DELETE", dumps(payload), guild, _intent(guild))

    def forget_message(self, key: str) -> None:
        """Drop a message without an event."""
        message = self.messages.pop(key, None)
        if message is not None:
            channel = self.channels[message.channel_id]
            channel.messages.pop(key, None)
            if channel.is_thread and message.viewer is None:
                channel.data["message_count"] -= 1
            self._unkeep(message)

    def _unkeep(self, message: Message) -> None:
        self.store.drop("message", message.id)
        for attachment in message.data["attachments"]:
            self.store.drop_file(attachment["id"])

    def save_message(self, message: Message) -> None:
        """Keep a message."""
        self.store.put("message", message.id, message.dump)

    def _dispatch_message(self, event: str, message: Message) -> None:
        channel = self.channels[message.channel_id]
        if channel.is_group:
            return
        guild, text = self.guild_of(channel), message.text()
        if guild is None:
            self.dispatch(event, text, None, _intent(None))
            return
        if message.data["author"]["id"] != self.bot["id"] and self.bot not in message.data["mentions"]:
            # What people write to each other needs the privileged intent MESSAGE_CONTENT, which the bot has not.
            text = dumps({**message.data, "content": "", "attachments": [], "embeds": [], "components": []})
        self.dispatch(event, text[:-1] + f',"guild_id":"{guild.id}"}}', guild, _intent(guild))

    # --- interactions ---------------------------------------------------------------------------------------------

    def add_interaction(self, interaction: Interaction) -> None:
        """Store a new interaction; those with dead tokens are dropped."""
        self.interactions[interaction.id] = self.tokens[interaction.token] = interaction
        self.save_interaction(interaction)
        horizon = self.clock.now() - limits.TOKEN_SECONDS - 60
        while self.interactions:
            oldest = next(iter(self.interactions.values()))
            if oldest.created >= horizon:
                break
            del self.interactions[oldest.id], self.tokens[oldest.token]
            self.store.drop("interaction", oldest.id)
            for key in oldest.files:
                self.store.drop_file(key)

    def save_interaction(self, interaction: Interaction) -> None:
        """Keep what changed in an interaction."""
        self.store.put("interaction", interaction.id, interaction.dump)

    # --- threads --------------------------------------------------------------------------------------------------

    def room_for_thread(self, guild: Guild) -> None:
        """Raise `ApiError` (160006) if as many threads are open in a server as may be."""
        if (
            sum(channel.is_thread and not channel.archived for channel in self.channels_of(guild))
            >= self.active_threads
        ):
            raise ApiError(TOO_MANY_THREADS)

    # --- time -----------------------------------------------------------------------------------------------------

    def sweep(self) -> None:
        """Archive the threads whose time has come, and delete old nonces."""
        now = self.clock.now()
        for channel in self.channels.values():
            if channel.is_thread and not channel.archived:
                meta = channel.data["thread_metadata"]
                if now - channel.active > meta["auto_archive_duration"] * 60:
                    meta["archived"] = True
                    meta["archive_timestamp"] = isoformat(now)
                    self.channel_updated(channel)
        for key in [key for key, (created_at, _) in self.nonces.items() if now - created_at > limits.NONCE_SECONDS]:
            del self.nonces[key]
        self.store.put("meta", "world", self._meta)


def _intent(guild: Guild | None) -> int:
    """Return the intent that the messages of a server, or the direct ones, need."""
    return DIRECT_MESSAGE_INTENT if guild is None else MESSAGE_INTENT
