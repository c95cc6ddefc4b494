"""Routes of channels and threads, servers, and users."""

from __future__ import annotations

from typing import Any

from sandbox.server import limits, permissions
from sandbox.server.bodies import Draft, body_object
from sandbox.server.errors import (
    CLOSED_TO_DIRECT,
    MISSING_PERMISSIONS,
    THREAD_ARCHIVED,
    THREAD_EXISTS,
    UNKNOWN_GUILD,
    UNKNOWN_MEMBER,
    UNKNOWN_USER,
    WRONG_CHANNEL_TYPE,
    ApiError,
    Form,
)
from sandbox.server.guilds import guild_object, roles
from sandbox.server.messages import visible
from sandbox.server.posting import compose
from sandbox.server.records import (
    DIRECT,
    HAS_THREAD,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    Channel,
    Guild,
    Json,
    Message,
    dumps,
    isoformat,
)
from sandbox.server.rest import Answer, Call, Route
from sandbox.server.world import World

THREAD_CREATED, STARTER = 18, 21


async def get(call: Call) -> Answer:
    """Answer GET /channels/{channel_id}."""
    return Answer(200, call.channel().text())


async def edit(call: Call) -> Answer:
    """Answer PATCH /channels/{channel_id}."""
    world, channel = call.world, call.channel()
    body = body_object(call.body)
    form = Form()
    if "name" in body:
        form.text(body["name"], ("name",), 1, limits.THREAD_NAME)
    if body.get("topic") is not None:
        form.text(body["topic"], ("topic",), 0, 1024)
    if "auto_archive_duration" in body:
        form.choice(body["auto_archive_duration"], ("auto_archive_duration",), limits.ARCHIVE_MINUTES)
    if body.get("rate_limit_per_user") is not None:
        form.number(body["rate_limit_per_user"], ("rate_limit_per_user",), 0, limits.SLOWMODE_SECONDS)
    form.check()
    if channel.is_thread:
        _edit_thread(call, channel, body)
    else:
        call.need(channel, permissions.MANAGE_CHANNELS)
        for key in ("name", "topic", "nsfw", "rate_limit_per_user", "position"):
            if key in body:
                channel.data[key] = body[key]
    world.channel_updated(channel)
    return Answer(200, channel.text())


def _edit_thread(call: Call, channel: Channel, body: Json) -> None:
    world = call.world
    meta: Json = channel.data["thread_metadata"]
    if channel.data["owner_id"] != world.bot["id"] or body.get("locked") is not None or meta["locked"]:
        call.need(channel, permissions.MANAGE_THREADS)
    if meta["archived"] and body.get("archived") is not False:
        raise ApiError(THREAD_ARCHIVED)
    if meta["archived"] and body.get("archived") is False:
        world.room_for_thread(world.guilds[channel.data["guild_id"]])
    for key in ("archived", "locked", "auto_archive_duration", "invitable"):
        if key in body:
            meta[key] = body[key]
    if "archived" in body:
        meta["archive_timestamp"] = isoformat(world.clock.now())
        channel.active = world.clock.now()
    for key in ("name", "rate_limit_per_user"):
        if key in body:
            channel.data[key] = body[key]


async def delete(call: Call) -> Answer:
    """Answer DELETE /channels/{channel_id}."""
    channel = call.channel()
    call.need(channel, permissions.MANAGE_THREADS if channel.is_thread else permissions.MANAGE_CHANNELS)
    text = channel.text()
    call.world.remove_channel(channel)
    return Answer(200, text)


# --- threads ------------------------------------------------------------------------------------------------------


def _thread(call: Call, parent: Channel, key: str, kind: int) -> Channel:
    world = call.world
    if parent.is_thread:
        raise ApiError(WRONG_CHANNEL_TYPE)
    body = body_object(call.body)
    form = Form()
    if body.get("name") is None:
        form.required(("name",))
    else:
        form.text(body["name"], ("name",), 1, limits.THREAD_NAME)
    minutes = body.get("auto_archive_duration")
    if minutes is not None:
        form.choice(minutes, ("auto_archive_duration",), limits.ARCHIVE_MINUTES)
    slow = body.get("rate_limit_per_user")
    if slow is not None:
        form.number(slow, ("rate_limit_per_user",), 0, limits.SLOWMODE_SECONDS)
    form.check()
    guild = world.guilds[parent.data["guild_id"]]
    world.room_for_thread(guild)
    now = isoformat(world.clock.now())
    data: Json = {
        "id": key,
        "type": kind,
        "guild_id": guild.id,
        "parent_id": parent.id,
        "owner_id": world.bot["id"],
        "name": body["name"],
        "last_message_id": None,
        "message_count": 0,
        "member_count": 1,
        "total_message_sent": 0,
        "rate_limit_per_user": slow or 0,
        "flags": 0,
        "thread_metadata": {
            "archived": False,
            "archive_timestamp": now,
            "auto_archive_duration": minutes or 4320,
            "locked": False,
            "create_timestamp": now,
        },
    }
    if kind == PRIVATE_THREAD:
        data["thread_metadata"]["invitable"] = bool(body.get("invitable", True))
    thread = Channel(data, active=world.clock.now())
    thread.members[world.bot["id"]] = world.clock.now()
    world.channels[key] = thread
    world.save_channel(thread)
    world.tell("THREAD_CREATE", data, world.viewers(thread))
    member = _member(thread, world.bot["id"])
    world.dispatch("THREAD_CREATE", dumps({**data, "newly_created": True, "member": member}), guild)
    return thread


async def thread_from_message(call: Call) -> Answer:
    """Answer POST /channels/{channel_id}/messages/{message_id}/threads."""
    world, parent = call.world, call.channel()
    message = visible(parent, call.params["message_id"])
    call.need(parent, permissions.PUBLIC_THREADS)
    if message.id in world.channels:
        raise ApiError(THREAD_EXISTS)
    thread = _thread(call, parent, message.id, PUBLIC_THREAD)
    where: Json = {"type": 0, "channel_id": parent.id, "message_id": message.id, "guild_id": thread.data["guild_id"]}
    starter = compose(world, thread, world.bot, Draft(), type=STARTER, message_reference=where)
    world.add_message(thread, Message({**starter, "referenced_message": message.data}))
    message.data["flags"] |= HAS_THREAD
    message.data["thread"] = thread.data
    world.message_updated(message)
    return Answer(201, thread.text())


async def thread(call: Call) -> Answer:
    """Answer POST /channels/{channel_id}/threads."""
    world, parent = call.world, call.channel()
    body = body_object(call.body)
    kind: Any = PRIVATE_THREAD if body.get("type") is None else body["type"]
    form = Form()
    form.choice(kind, ("type",), frozenset((PUBLIC_THREAD, PRIVATE_THREAD)))
    form.check()
    call.need(parent, permissions.PUBLIC_THREADS if kind == PUBLIC_THREAD else permissions.PRIVATE_THREADS)
    new_thread = _thread(call, parent, world.ids.new(), kind)
    if kind == PUBLIC_THREAD:
        where: Json = {"type": 0, "channel_id": new_thread.id, "guild_id": new_thread.data["guild_id"]}
        draft = Draft(content=new_thread.data["name"])
        notice = compose(world, parent, world.bot, draft, type=THREAD_CREATED, message_reference=where)
        world.add_message(parent, Message(notice))
    return Answer(201, new_thread.text())


def _member(channel: Channel, key: str) -> Json:
    joined = isoformat(channel.members[key])
    return {"id": channel.id, "user_id": key, "join_timestamp": joined, "flags": 0}


def join(world: World, channel: Channel, key: str) -> None:
    """Add a user to a thread; they see a private one from now on."""
    if key in channel.members:
        return
    channel.members[key] = world.clock.now()
    channel.data["member_count"] = len(channel.members)
    if channel.data["type"] == PRIVATE_THREAD:
        world.tell("THREAD_CREATE", channel.data, (key,))
    world.channel_updated(channel)


def leave(world: World, channel: Channel, key: str) -> None:
    """Remove a user from a thread."""
    if channel.members.pop(key, None) is not None:
        channel.data["member_count"] = len(channel.members)
        if channel.data["type"] == PRIVATE_THREAD:
            payload = {name: channel.data[name] for name in ("id", "guild_id", "parent_id", "type")}
            world.tell("THREAD_DELETE", payload, (key,))
        world.channel_updated(channel)


def _threads_user(call: Call) -> tuple[Channel, str]:
    channel = call.channel()
    if not channel.is_thread:
        raise ApiError(WRONG_CHANNEL_TYPE)
    key = call.params["user_id"]
    key = call.world.bot["id"] if key == "@me" else key
    if key not in call.world.users:
        raise ApiError(UNKNOWN_USER)
    return channel, key


async def add_member(call: Call) -> Answer:
    """Answer PUT /channels/{channel_id}/thread-members/{user_id}."""
    channel, key = _threads_user(call)
    call.unarchived(channel)
    if key != call.world.bot["id"]:
        call.need(channel, permissions.SEND_IN_THREADS)
    if len(channel.members) >= limits.THREAD_MEMBERS and key not in channel.members:
        raise ApiError(MISSING_PERMISSIONS)
    join(call.world, channel, key)
    return Answer(204)


async def remove_member(call: Call) -> Answer:
    """Answer DELETE /channels/{channel_id}/thread-members/{user_id}."""
    channel, key = _threads_user(call)
    call.unarchived(channel)
    owns = channel.data["type"] == PRIVATE_THREAD and channel.data["owner_id"] == call.world.bot["id"]
    if key != call.world.bot["id"] and not owns:
        call.need(channel, permissions.MANAGE_THREADS)
    leave(call.world, channel, key)
    return Answer(204)


async def members(call: Call) -> Answer:
    """Answer GET /channels/{channel_id}/thread-members."""
    channel = call.channel()
    return Answer(200, [_member(channel, key) for key in channel.members])


async def active_threads(call: Call) -> Answer:
    """Answer GET /guilds/{guild_id}/threads/active."""
    world, bot = call.world, call.world.bot["id"]
    threads = [
        channel
        for channel in world.channels_of(_guild(call))
        if channel.is_thread and not channel.archived and world.permissions(bot, channel) & permissions.VIEW
    ]
    memberships = [_member(channel, bot) for channel in threads if bot in channel.members]
    return Answer(200, {"threads": [channel.data for channel in threads], "members": memberships, "has_more": False})


async def archived_threads(call: Call) -> Answer:
    """Answer GET /channels/{channel_id}/threads/archived/public."""
    world, parent = call.world, call.channel()
    call.need(parent, permissions.HISTORY)
    threads = [
        channel
        for channel in world.channels.values()
        if channel.archived and channel.data["parent_id"] == parent.id and channel.data["type"] == PUBLIC_THREAD
    ]
    bot = world.bot["id"]
    memberships = [_member(channel, bot) for channel in threads if bot in channel.members]
    return Answer(200, {"threads": [channel.data for channel in threads], "members": memberships, "has_more": False})


# --- servers and their people ------------------------------------------------------------------------------------


def _guild(call: Call) -> Guild:
    guild = call.world.guilds.get(call.params["guild_id"])
    if guild is None or not guild.has(call.world.bot["id"]):
        raise ApiError(UNKNOWN_GUILD)
    return guild


def _guilds(world: World) -> list[Guild]:
    """Return the servers that the bot is in."""
    return [each_guild for each_guild in world.guilds.values() if each_guild.has(world.bot["id"])]


async def guild(call: Call) -> Answer:
    """Answer GET /guilds/{guild_id}."""
    return Answer(200, guild_object(call.world, _guild(call)))


async def guilds(call: Call) -> Answer:
    """Answer GET /users/@me/guilds."""
    common: Json = {"icon": None, "owner": False, "features": [], "permissions": str(permissions.BOT)}
    return Answer(200, [{"id": each_guild.id, "name": each_guild.name, **common} for each_guild in _guilds(call.world)])


async def guild_channels(call: Call) -> Answer:
    """Answer GET /guilds/{guild_id}/channels."""
    return Answer(200, [channel.data for channel in call.world.channels_of(_guild(call)) if not channel.is_thread])


async def guild_roles(call: Call) -> Answer:
    """Answer GET /guilds/{guild_id}/roles."""
    return Answer(200, roles(call.world, _guild(call)))


async def member(call: Call) -> Answer:
    """Answer GET /guilds/{guild_id}/members/{user_id}."""
    world, guild = call.world, _guild(call)
    key = call.params["user_id"]
    if key not in world.users or not guild.has(key):
        raise ApiError(UNKNOWN_MEMBER)
    return Answer(200, {**world.member(guild, key), "user": world.users[key]})


async def user(call: Call) -> Answer:
    """Answer GET /users/{user_id}."""
    user_object = call.world.users.get(call.params["user_id"])
    if user_object is None:
        raise ApiError(UNKNOWN_USER)
    return Answer(200, user_object)


async def direct(call: Call) -> Answer:
    """Answer POST /users/@me/channels."""
    world = call.world
    key = str(body_object(call.body).get("recipient_id"))
    person = world.users.get(key)
    if person is None or person.get("bot"):
        raise ApiError(UNKNOWN_USER)
    if key in world.closed or not any(each_guild.has(key) for each_guild in _guilds(world)):
        raise ApiError(CLOSED_TO_DIRECT)
    channel = next(
        (
            each_channel
            for each_channel in world.channels.values()
            if each_channel.is_direct and key in world.viewers(each_channel)
        ),
        None,
    )
    if channel is None:
        data: Json = {"id": world.ids.new(), "type": DIRECT, "last_message_id": None, "recipients": [person]}
        # What follows only the page reads.
        data |= {"name": world.bot["username"], "parent_id": None, "permission_overwrites": [], "flags": 0}
        data["topic"] = f"What {world.bot['username']} writes to you alone."
        channel = world.channels[data["id"]] = Channel(data)
        world.save_channel(channel)
        world.tell("CHANNEL_CREATE", data, (key,))
    return Answer(200, channel.text())


async def me(call: Call) -> Answer:
    """Answer GET /users/@me."""
    return Answer(200, {**call.world.bot, "verified": True, "mfa_enabled": True, "email": None, "locale": "en-GB"})


async def application(call: Call) -> Answer:
    """Answer GET /oauth2/applications/@me, GET /applications/@me."""
    bot = call.world.bot
    body: Json = {
        "id": bot["id"],
        "name": bot["username"],
        "icon": None,
        "description": "",
        "summary": "",
        "type": None,
        "bot": bot,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "hook": True,
        "is_monetized": False,
        "owner": call.world.users[call.world.owner_id],
        "team": None,
        "approximate_guild_count": len(_guilds(call.world)),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
        "flags_new": "0",
        "integration_types_config": {"0": {}, "1": {}},
    }
    return Answer(200, body)


ROUTES = [
    Route("GET", "/users/@me", me),
    Route("GET", "/users/@me/guilds", guilds),
    Route("POST", "/users/@me/channels", direct),
    Route("GET", "/users/{user_id}", user),
    Route("GET", "/oauth2/applications/@me", application),
    Route("GET", "/applications/@me", application),
    Route("GET", "/guilds/{guild_id}", guild),
    Route("GET", "/guilds/{guild_id}/channels", guild_channels),
    Route("GET", "/guilds/{guild_id}/roles", guild_roles),
    Route("GET", "/guilds/{guild_id}/members/{user_id}", member),
    Route("GET", "/guilds/{guild_id}/threads/active", active_threads),
    Route("GET", "/channels/{channel_id}", get),
    Route("PATCH", "/channels/{channel_id}", edit, "channel-edit"),
    Route("DELETE", "/channels/{channel_id}", delete),
    Route("POST", "/channels/{channel_id}/messages/{message_id}/threads", thread_from_message),
    Route("POST", "/channels/{channel_id}/threads", thread),
    Route("GET", "/channels/{channel_id}/threads/archived/public", archived_threads),
    Route("GET", "/channels/{channel_id}/thread-members", members),
    Route("PUT", "/channels/{channel_id}/thread-members/{user_id}", add_member),
    Route("DELETE", "/channels/{channel_id}/thread-members/{user_id}", remove_member),
]
