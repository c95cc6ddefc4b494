"""Routes of the application's own emojis."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Any, Final

from sandbox.server import limits
from sandbox.server.bodies import body_object
from sandbox.server.errors import TOO_MANY_EMOJIS, UNKNOWN_APPLICATION, UNKNOWN_EMOJI, ApiError, Form
from sandbox.server.records import Json
from sandbox.server.rest import Answer, Call, Route

_DATA: Final = re.compile(r"data:image/(png|jpeg|gif|webp|avif);base64,(.*)", re.DOTALL)
_NAME: Final = re.compile(r"\w+", re.ASCII)


def _check(call: Call) -> dict[str, Json]:
    if call.params["application_id"] != call.world.bot["id"]:
        raise ApiError(UNKNOWN_APPLICATION)
    return call.world.emojis


def _one(call: Call) -> Json:
    emoji = _check(call).get(call.params["emoji_id"])
    if emoji is None:
        raise ApiError(UNKNOWN_EMOJI)
    return emoji


def _name(body: Json, form: Form) -> str:
    name: Any = body.get("name")
    if name is None:
        form.required(("name",))
    elif form.text(name, ("name",), *limits.EMOJI_NAME) and _NAME.fullmatch(name) is None:
        form.add(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
    return str(name)


async def listing(call: Call) -> Answer:
    """Answer GET /applications/{application_id}/emojis."""
    return Answer(200, {"items": list(_check(call).values())})


async def get(call: Call) -> Answer:
    """Answer GET /applications/{application_id}/emojis/{emoji_id}."""
    return Answer(200, _one(call))


async def create(call: Call) -> Answer:
    """Answer POST /applications/{application_id}/emojis."""
    world, emojis = call.world, _check(call)
    body = body_object(call.body)
    form = Form()
    name = _name(body, form)
    if any(entry["name"] == name for entry in emojis.values()):
        form.add(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji of this name exists already")
    kind, image = "png", b""
    match = _DATA.fullmatch(body["image"]) if isinstance(body.get("image"), str) else None
    if match is None:
        form.add(("image",), "IMAGE_INVALID", "Invalid image data")
    else:
        kind = match.group(1)
        try:
            image = base64.b64decode(match.group(2), validate=True)
        except binascii.Error:
            form.add(("image",), "IMAGE_INVALID", "Invalid image data")
    if len(image) > limits.EMOJI_BYTES:
        form.add(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    form.check()
    if len(emojis) >= limits.APPLICATION_EMOJIS:
        raise ApiError(TOO_MANY_EMOJIS)
    key = world.ids.new()
    emoji: Json = {
        "id": key,
        "name": name,
        "roles": [],
        "user": world.bot,
        "require_colons": True,
        "managed": False,
        "animated": kind == "gif",
        "available": True,
    }
    emojis[key] = emoji
    world.store.put("emoji", key, lambda: emoji)
    world.store.put_file(key, image)
    world.tell("EMOJIS", {"emojis": list(emojis.values())})
    return Answer(201, emoji)


async def edit(call: Call) -> Answer:
    """Answer PATCH /applications/{application_id}/emojis/{emoji_id}."""
    emoji = _one(call)
    form = Form()
    name = _name(body_object(call.body), form)
    if any(entry["name"] == name and entry is not emoji for entry in call.world.emojis.values()):
        form.add(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji of this name exists already")
    form.check()
    emoji["name"] = name
    call.world.store.put("emoji", emoji["id"], lambda: emoji)
    return Answer(200, emoji)


async def delete(call: Call) -> Answer:
    """Answer DELETE /applications/{application_id}/emojis/{emoji_id}."""
    emoji = _one(call)
    del call.world.emojis[emoji["id"]]
    call.world.store.drop("emoji", emoji["id"])
    call.world.store.drop_file(emoji["id"])
    return Answer(204)


ROUTES = [
    Route("GET", "/applications/{application_id}/emojis", listing),
    Route("POST", "/applications/{application_id}/emojis", create, "emojis"),
    Route("GET", "/applications/{application_id}/emojis/{emoji_id}", get),
    Route("PATCH", "/applications/{application_id}/emojis/{emoji_id}", edit, "emojis"),
    Route("DELETE", "/applications/{application_id}/emojis/{emoji_id}", delete, "emojis"),
]
