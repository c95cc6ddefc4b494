"""Records in the stand-in's memory: servers, channels, messages, interactions, and their clock and ids."""

from __future__ import annotations

import json
import random
import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, cast

Json = dict[str, Any]

DISCORD_EPOCH_MS: Final = 1420070400000

_ENCODER: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)

# Message flags
SUPPRESS_EMBEDS: Final = 1 << 2
HAS_THREAD: Final = 1 << 5
EPHEMERAL: Final = 1 << 6
LOADING: Final = 1 << 7
SUPPRESS_NOTIFICATIONS: Final = 1 << 12
COMPONENTS_V2: Final = 1 << 15

# Channel types
TEXT: Final = 0
DIRECT: Final = 1
GROUP: Final = 3
PUBLIC_THREAD: Final = 11
PRIVATE_THREAD: Final = 12
THREADS: Final = frozenset((PUBLIC_THREAD, PRIVATE_THREAD))

PLAYERS: Final = "200000000000000001"
"""The role of the first server that anybody may mention."""


def dumps(value: Any) -> str:
    """Return JSON as Discord writes it: no spaces, characters as they are."""
    return _ENCODER.encode(value)


def as_object(value: Any) -> Json:
    """Return `value` if it is a JSON object, an empty one otherwise."""
    return cast("Json", value) if isinstance(value, dict) else {}


def without_nulls(value: Any) -> Json:
    """Return a JSON object without the fields that are null."""
    return {key: entry for key, entry in as_object(value).items() if entry is not None}


def isoformat(seconds: float) -> str:
    """Return a time as Discord writes it, in UTC with microseconds."""
    whole = int(seconds)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(whole)) + f".{int((seconds - whole) * 1e6):06d}+00:00"


class Clock:
    """The stand-in's time in seconds since 1970: the machine's, or one that stands still, moved on by `advance`."""

    def __init__(self, fixed: float | None = None) -> None:
        self._fixed = fixed
        self.offset = 0.0

    def now(self) -> float:
        """Return the time now."""
        return (time.time() if self._fixed is None else self._fixed) + self.offset

    def now_ms(self) -> int:
        """Return the time now in milliseconds, for the bot: it lives in the stand-in's time."""
        return int(self.now() * 1000)

    def advance(self, seconds: float) -> None:
        """Move the time on by `seconds`."""
        self.offset += seconds


class Ids:
    """Discord's ids and secrets: ids rise strictly, after a restart too; with a seed they are the same in every run."""

    def __init__(self, clock: Clock, seed: int | None = None) -> None:
        self._clock = clock
        self._random = None if seed is None else random.Random(seed)
        self._last = 0

    def seen(self, snowflake: str) -> None:
        """Note an id that exists already."""
        self._last = max(self._last, int(snowflake))

    @property
    def newest(self) -> str:
        """The highest id there is: what is made from now on has a higher one."""
        return str(self._last)

    def new(self) -> str:
        """Return a fresh id."""
        self._last = max(self._last + 1, (int(self._clock.now() * 1000) - DISCORD_EPOCH_MS) << 22)
        return str(self._last)

    def secret(self, size: int = 48) -> str:
        """Return a fresh token that cannot be guessed."""
        return secrets.token_hex(size) if self._random is None else self._random.randbytes(size).hex()


def user_object(key: str, name: str, *, bot: bool = False) -> Json:
    """Return a new user as Discord describes them."""
    user: Json = {
        "id": key,
        "username": name.lower().replace(" ", ""),
        "global_name": None if bot else name,
        "discriminator": "0",
        "avatar": None,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }
    if bot:
        user.update(username=name, discriminator="0001", bot=True)
    return user


@dataclass(slots=True, eq=False)
class Guild:
    """A server: its name, its roles, and who is in it."""

    id: str
    name: str
    bot_role: str
    players_role: str
    """The role that anybody may mention."""
    joined: dict[str, str] = field(default_factory=dict[str, str])
    """When each user came, the bot included; "" for one who is not there now."""

    def has(self, key: str) -> bool:
        """Whether a user is there now."""
        return bool(self.joined[key])

    def shard(self, count: int) -> int:
        """Return the shard that hears of it where there are `count` shards."""
        return (int(self.id) >> 22) % count

    def dump(self) -> Json:
        """Return what the store keeps."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(slots=True, eq=False)
class Message:
    """A message: Discord's object, and the users who see it."""

    data: Json
    viewer: str | None = None
    """The only user who sees it (ephemeral), or None."""
    token: str | None = None
    """The interaction token that made it."""
    edits: list[float] = field(default_factory=list[float])
    """Times of the edits made after its first hour."""
    _text: str | None = None
    _custom: dict[str, Json] | None = None

    @property
    def id(self) -> str:
        """Its id."""
        return self.data["id"]

    @property
    def channel_id(self) -> str:
        """Its channel's id."""
        return self.data["channel_id"]

    def changed(self) -> None:
        """Forget what was derived from `data`."""
        self._text = self._custom = None

    def text(self) -> str:
        """Return `data` as JSON."""
        if self._text is None:
            self._text = dumps(self.data)
        return self._text

    def interactive(self) -> dict[str, Json]:
        """Return the components with a custom id, by it."""
        if self._custom is None:
            self._custom = {part["custom_id"]: part for part in walk(self.data["components"]) if "custom_id" in part}
        return self._custom

    def dump(self) -> Json:
        """Return what the store keeps."""
        return {"data": self.data, "viewer": self.viewer, "token": self.token, "edits": self.edits}


def walk(components: list[Json]) -> Iterator[Json]:
    """Yield all components, the nested ones and accessories included."""
    for part in components:
        yield part
        if "components" in part:
            yield from walk(part["components"])
        if "accessory" in part:
            yield part["accessory"]
        if "component" in part:
            yield part["component"]


@dataclass(slots=True, eq=False)
class Channel:
    """A channel or thread: Discord's object, its messages in order, and the members of a thread."""

    data: Json
    messages: dict[str, Message] = field(default_factory=dict[str, Message])
    members: dict[str, float] = field(default_factory=dict[str, float])
    """Members of a thread and when they joined."""
    active: float = 0.0
    """The last activity, for auto-archiving."""
    _text: str | None = None

    @property
    def id(self) -> str:
        """Its id."""
        return self.data["id"]

    @property
    def is_thread(self) -> bool:
        """Whether it is a thread."""
        return self.data["type"] in THREADS

    @property
    def is_direct(self) -> bool:
        """Whether the bot speaks there with one person, outside the server."""
        return self.data["type"] == DIRECT

    @property
    def is_group(self) -> bool:
        """Whether people speak there with each other, outside all servers and without the bot."""
        return self.data["type"] == GROUP

    @property
    def context(self) -> int:
        """The context of interactions there: 0 a server, 1 a conversation with the bot, 2 one of people."""
        return 1 if self.is_direct else 2 if self.is_group else 0

    @property
    def archived(self) -> bool:
        """Whether it is an archived thread."""
        return self.is_thread and self.data["thread_metadata"]["archived"]

    def changed(self) -> None:
        """Forget what was derived from `data`."""
        self._text = None

    def text(self) -> str:
        """Return `data` as JSON."""
        if self._text is None:
            self._text = dumps(self.data)
        return self._text

    def dump(self) -> Json:
        """Return what the store keeps."""
        return {"data": self.data, "members": self.members, "active": self.active}


@dataclass(slots=True, eq=False)
class Interaction:
    """One interaction and how far its life has come."""

    id: str
    token: str
    type: int
    user_id: str
    channel_id: str
    guild_id: str
    """The server, "" outside all servers."""
    created: float
    name: str = ""
    command_id: str = ""
    source_id: str | None = None
    """The message behind it (component, or modal opened from one)."""
    opener_id: str | None = None
    """The interaction that opened the modal which this one submits."""
    acknowledged: int = 0
    """The callback type it was answered with, 0 if none yet."""
    late: bool = False
    original_id: str | None = None
    """The message that `@original` names."""
    loading: bool = False
    """Whether the original is a deferred answer that still waits."""
    ephemeral: bool = False
    modal: Json | None = None
    files: list[str] = field(default_factory=list[str])
    """The ids of the files that came with it; they go with its token."""
    owners: Json = field(default_factory=dict[str, Any])
    """The server ("0") and the user ("1") by whose installs of the bot it is allowed."""
    followups: int = 0
    """The followups that were created."""

    def dump(self) -> Json:
        """Return what the store keeps."""
        return {name: getattr(self, name) for name in self.__slots__}
