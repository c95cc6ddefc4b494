"""Bodies of messages: read, checked as Discord checks them, and made into what a message holds."""

from __future__ import annotations

import io
import mimetypes
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from PIL import Image, UnidentifiedImageError

from sandbox.server import limits
from sandbox.server.components import Components
from sandbox.server.embeds import read_embeds
from sandbox.server.errors import EMPTY_MESSAGE, ENTITY_TOO_LARGE, ApiError, Form
from sandbox.server.mentions import Allowed, read_allowed
from sandbox.server.records import (
    COMPONENTS_V2,
    EPHEMERAL,
    LOADING,
    SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS,
    Json,
    Message,
    as_object,
)
from sandbox.server.world import World

CREATE_FLAGS: Final = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2
_UNSAFE: Final = re.compile(r"[^\w.\-]", re.ASCII)
_LEGACY: Final = ("content", "embeds", "poll", "sticker_ids")


class Upload(NamedTuple):
    """A file of a multipart body: its field (`files[0]`), name and bytes."""

    field: str
    name: str
    body: bytes


@dataclass(slots=True)
class Draft:
    """A message as read from a body."""

    content: str = ""
    embeds: list[Json] = field(default_factory=list[Json])
    components: list[Json] = field(default_factory=list[Json])
    attachments: list[Json] = field(default_factory=list[Json])
    flags: int = 0
    allowed: Allowed = field(default_factory=Allowed)
    uploads: dict[str, bytes] = field(default_factory=dict[str, bytes])
    """New files by the id of their attachment."""


def read_message(
    world: World,
    body: Json,
    uploads: Sequence[Upload],
    channel_id: str,
    *,
    current: Message | None = None,
    ephemeral: bool = False,
) -> Draft:
    """Return the message that `body` describes, or what `current` becomes by it.

    `ephemeral` says that the flag EPHEMERAL is understood (an interaction's answer). Raises `ApiError`: 50035 with
    every mistake, 50006 for an empty message, 40005 for too large files.
    """
    form = Form()
    before = current.data if current is not None else None
    draft = Draft() if before is None else _kept(before)
    _flags(body, draft, form, before, ephemeral=ephemeral)
    v2 = bool(draft.flags & COMPONENTS_V2)

    if "content" in body:
        content = body["content"]
        if content is None:
            draft.content = ""
        elif form.text(content, ("content",), 0, limits.CONTENT):
            draft.content = content.strip()
    draft.allowed = read_allowed(body.get("allowed_mentions"), form)
    _attachments(world, body, uploads, channel_id, draft, form, edit=before is not None)
    by_name = {attachment["filename"]: attachment for attachment in draft.attachments}
    if "embeds" in body:
        draft.embeds = read_embeds(body["embeds"] or [], form, by_name)
    if body.get("poll") is not None:
        form.add(("poll",), "POLL_NOT_AVAILABLE", "The sandbox has no polls")
    if v2:
        for key in _LEGACY:
            if body.get(key):
                form.add(
                    (key,),
                    "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                    f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
                )
        if not form.errors and (draft.content or draft.embeds):
            form.add(
                ("flags",),
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                "Content and embeds must be cleared when a message is converted",
            )
    if "components" in body:
        draft.components = Components(form, by_name, world.emojis, v2=v2).read(body["components"] or [])
    form.check()
    if not (draft.content or draft.embeds or draft.components or (draft.attachments and not v2)):
        raise ApiError(EMPTY_MESSAGE)
    return draft


def _kept(data: Json) -> Draft:
    return Draft(
        data["content"], data["embeds"], data["components"], list(data["attachments"]), data["flags"] & ~LOADING
    )


def _flags(body: Json, draft: Draft, form: Form, before: Json | None, *, ephemeral: bool) -> None:
    raw = body.get("flags")
    if raw is None or not form.number(raw, ("flags",), 0, 2**53):
        return
    if before is None:
        draft.flags = raw & (CREATE_FLAGS | (EPHEMERAL if ephemeral else 0))
        return
    if before["flags"] & COMPONENTS_V2 and not raw & COMPONENTS_V2:
        form.add(("flags",), "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", "IS_COMPONENTS_V2 cannot be removed")
    changeable = SUPPRESS_EMBEDS | COMPONENTS_V2
    draft.flags = draft.flags & ~changeable | raw & changeable


def _attachments(
    world: World,
    body: Json,
    uploads: Sequence[Upload],
    channel_id: str,
    draft: Draft,
    form: Form,
    *,
    edit: bool,
) -> None:
    if not uploads and "attachments" not in body:
        return
    for upload in uploads:
        if len(upload.body) > limits.FILE_BYTES:
            raise ApiError(ENTITY_TOO_LARGE)
    waiting = {upload.field: upload for upload in uploads}
    listed = body.get("attachments")
    old = {item["id"]: item for item in draft.attachments}
    if listed is not None:
        draft.attachments = []
    for index, raw in enumerate(form.items(listed or [], ("attachments",), 0, limits.FILES)):
        path = ("attachments", index)
        if not isinstance(raw, dict) or "id" not in raw:
            form.required((*path, "id"))
            continue
        entry: Json = as_object(raw)
        if entry.get("description") is not None and not form.text(
            entry["description"], (*path, "description"), 0, limits.ALT_TEXT
        ):
            continue
        name = entry.get("filename")
        if name is not None and not form.text(name, (*path, "filename"), 1, limits.FILE_NAME):
            continue
        key = str(entry["id"])
        upload = waiting.pop(f"files[{key}]", None)
        if upload is not None:
            draft.attachments.append(_attach(world, upload, channel_id, draft, name, entry.get("description")))
        elif edit and key in old:
            attachment = old[key]
            if "description" in entry:
                attachment = {**attachment, "description": entry["description"]}
            draft.attachments.append(attachment)
        else:
            form.add((*path, "id"), "ATTACHMENT_NOT_FOUND", "There is no file for this attachment")
    for upload in waiting.values():
        draft.attachments.append(_attach(world, upload, channel_id, draft, None, None))
    if len(draft.attachments) > limits.FILES:
        form.add(("attachments",), "BASE_TYPE_BAD_LENGTH", f"Must be between 0 and {limits.FILES} in length.")


def _attach(
    world: World, upload: Upload, channel_id: str, draft: Draft, name: str | None, description: str | None
) -> Json:
    attachment = attachment_of(world, channel_id, name or upload.name, upload.body)
    if description:
        attachment["description"] = description
    draft.uploads[attachment["id"]] = upload.body
    return attachment


def attachment_of(world: World, channel_id: str, name: str | None, body: bytes) -> Json:
    """Return a file as Discord's attachment object, under a new id; the bytes are yet to be kept."""
    key = world.ids.new()
    file_name = _UNSAFE.sub("", (name or "unknown").replace(" ", "_")) or "unknown"
    url = f"{world.base}/cdn/attachments/{channel_id}/{key}/{quote(file_name)}"
    kind = mimetypes.guess_type(file_name)[0] or "application/octet-stream"
    attachment: Json = {
        "id": key,
        "filename": file_name,
        "size": len(body),
        "url": url,
        "proxy_url": url,
        "content_type": kind,
    }
    if kind.startswith("image/"):
        try:
            with Image.open(io.BytesIO(body)) as picture:
                attachment["width"], attachment["height"] = picture.size
        except (UnidentifiedImageError, OSError, ValueError):
            pass
    return attachment


def body_object(body: Any, form: Form | None = None) -> Json:
    """Return `body` as a JSON object; raises `ApiError` (50035) if it is none."""
    if isinstance(body, dict):
        return as_object(body)
    form = form or Form()
    form.add((), "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
    form.check()
    return {}
