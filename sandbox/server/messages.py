"""Routes of messages: /channels/{channel_id}/messages."""

from __future__ import annotations

from sandbox.server import limits, permissions
from sandbox.server.bodies import body_object, read_message
from sandbox.server.errors import CLOSED_TO_DIRECT, OTHERS_MESSAGE, THREAD_LOCKED, UNKNOWN_MESSAGE, ApiError, Form
from sandbox.server.posting import apply, count_old_edit, post
from sandbox.server.records import Channel, Json, Message, as_object, isoformat
from sandbox.server.rest import Answer, Call, Route


def visible(channel: Channel, key: str) -> Message:
    """Return a message that the bot can reach over its channel; ephemeral ones cannot be."""
    message = channel.messages.get(key)
    if message is None or message.viewer is not None:
        raise ApiError(UNKNOWN_MESSAGE)
    return message


async def create(call: Call) -> Answer:
    """Answer POST /channels/{channel_id}/messages."""
    world, channel = call.world, call.channel()
    call.need(channel, permissions.SEND_IN_THREADS if channel.is_thread else permissions.SEND)
    if channel.is_direct and world.closed.intersection(world.viewers(channel)):
        raise ApiError(CLOSED_TO_DIRECT)
    body = body_object(call.body)
    nonce = _nonce(body)
    if nonce is not None and body.get("enforce_nonce"):
        created_at, key = world.nonces.get((channel.id, nonce), (0.0, ""))
        if world.clock.now() - created_at < limits.NONCE_SECONDS and key in world.messages:
            return Answer(200, world.messages[key].text())
    if call.uploads:
        call.need(channel, permissions.ATTACH)
    if body.get("embeds"):
        call.need(channel, permissions.EMBED)
    draft = read_message(world, body, call.uploads, channel.id)
    if not world.permissions(world.bot["id"], channel) & permissions.MENTION_EVERYONE:
        draft.allowed = draft.allowed._replace(everyone=False)
    more = _reference(call, channel, body)
    if nonce is not None:
        more["nonce"] = body["nonce"]
    if channel.is_thread:
        if channel.data["thread_metadata"]["locked"]:
            call.need(channel, permissions.MANAGE_THREADS)
        wake(call, channel)
    message = post(world, channel, draft, **more)
    return Answer(200, message.text())


def _nonce(body: Json) -> str | None:
    nonce = body.get("nonce")
    if nonce is None:
        return None
    form = Form()
    if not isinstance(nonce, int):
        form.text(nonce, ("nonce",), 0, limits.NONCE)
    form.check()
    return str(nonce)


def _reference(call: Call, channel: Channel, body: Json) -> Json:
    reference = as_object(body.get("message_reference"))
    if not reference:
        return {}
    key = str(reference.get("message_id"))
    target = channel.messages.get(key)
    if target is None or target.viewer is not None:
        if reference.get("fail_if_not_exists", True):
            form = Form()
            form.add(("message_reference",), "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")
            form.check()
        return {}
    call.need(channel, permissions.HISTORY)
    where = {"type": 0, "channel_id": channel.id, "message_id": key}
    if not channel.is_direct:
        where["guild_id"] = channel.data["guild_id"]
    return {"type": 19, "message_reference": where, "referenced_message": target.data}


def wake(call: Call, channel: Channel) -> None:
    """Take a thread out of the archive by a message in it, unless it is locked."""
    meta: Json = channel.data["thread_metadata"]
    if meta["archived"]:
        if meta["locked"]:
            raise ApiError(THREAD_LOCKED)
        call.world.room_for_thread(call.world.guilds[channel.data["guild_id"]])
        meta["archived"] = False
        meta["archive_timestamp"] = isoformat(call.world.clock.now())
        call.world.channel_updated(channel)


async def listing(call: Call) -> Answer:
    """Answer GET /channels/{channel_id}/messages."""
    channel = call.channel()
    if not call.world.permissions(call.world.bot["id"], channel) & permissions.HISTORY:
        return Answer(200, [])
    count = call.query.get("limit", "50")
    if not count.isdigit() or not 1 <= int(count) <= 100:
        form = Form()
        form.add(("limit",), "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
        form.check()
    messages = [message for message in channel.messages.values() if message.viewer is None]
    before, after, around = (call.query.get(name) for name in ("before", "after", "around"))
    size = int(count)
    if after is not None:
        messages = [message for message in messages if int(message.id) > int(after)][:size]
    elif around is not None:
        messages = sorted(
            sorted(messages, key=lambda message: abs(int(message.id) - int(around)))[:size],
            key=lambda message: int(message.id),
        )
    else:
        messages = [message for message in messages if before is None or int(message.id) < int(before)][-size:]
    return Answer(200, "[" + ",".join(message.text() for message in reversed(messages)) + "]")


async def get(call: Call) -> Answer:
    """Answer GET /channels/{channel_id}/messages/{message_id}."""
    channel = call.channel()
    call.need(channel, permissions.HISTORY)
    return Answer(200, visible(channel, call.params["message_id"]).text())


async def edit(call: Call) -> Answer:
    """Answer PATCH /channels/{channel_id}/messages/{message_id}."""
    world, channel = call.world, call.channel()
    message = visible(channel, call.params["message_id"])
    if message.data["author"]["id"] != world.bot["id"]:
        raise ApiError(OTHERS_MESSAGE)
    call.unarchived(channel)
    if call.uploads:
        call.need(channel, permissions.ATTACH)
    draft = read_message(world, body_object(call.body), call.uploads, channel.id, current=message)
    count_old_edit(world, message)
    apply(world, message, draft)
    return Answer(200, message.text())


async def delete(call: Call) -> Answer:
    """Answer DELETE /channels/{channel_id}/messages/{message_id}."""
    channel = call.channel()
    message = visible(channel, call.params["message_id"])
    if message.data["author"]["id"] != call.world.bot["id"]:
        call.need(channel, permissions.MANAGE_MESSAGES)
    call.unarchived(channel)
    call.world.remove_message(message)
    return Answer(204)


async def bulk_delete(call: Call) -> Answer:
    """Answer POST /channels/{channel_id}/messages/bulk-delete."""
    channel = call.channel()
    call.need(channel, permissions.MANAGE_MESSAGES)
    form = Form()
    ids = form.items(body_object(call.body).get("messages"), ("messages",), 2, 100)
    form.check()
    for key in ids:
        message = channel.messages.get(str(key))
        if message is not None and message.viewer is None:
            call.world.remove_message(message)
    return Answer(204)


async def typing(call: Call) -> Answer:
    """Answer POST /channels/{channel_id}/typing."""
    call.need(call.channel(), permissions.SEND)
    return Answer(204)


ROUTES = [
    Route("POST", "/channels/{channel_id}/messages/bulk-delete", bulk_delete, "delete"),
    Route("POST", "/channels/{channel_id}/messages", create, "send"),
    Route("GET", "/channels/{channel_id}/messages", listing, "list"),
    Route("GET", "/channels/{channel_id}/messages/{message_id}", get, "get"),
    Route("PATCH", "/channels/{channel_id}/messages/{message_id}", edit, "edit"),
    Route("DELETE", "/channels/{channel_id}/messages/{message_id}", delete, "delete"),
    Route("POST", "/channels/{channel_id}/typing", typing),
]
