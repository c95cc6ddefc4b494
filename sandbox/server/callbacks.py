"""Routes by which the bot answers interactions: the callback, the original answer, followups."""

from __future__ import annotations

from typing import Any, Final

from sandbox.server import limits
from sandbox.server.bodies import Draft, body_object, read_message
from sandbox.server.command_rules import read_choices
from sandbox.server.commands import SERVER_INSTALL
from sandbox.server.errors import (
    ALREADY_ACKNOWLEDGED,
    INVALID_WEBHOOK_TOKEN,
    THREAD_ARCHIVED,
    TOO_MANY_FOLLOWUPS,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    ApiError,
    Form,
)
from sandbox.server.interactions import AUTOCOMPLETE, COMPONENT, MODAL_SUBMIT
from sandbox.server.modals import read_modal
from sandbox.server.posting import apply, post
from sandbox.server.records import COMPONENTS_V2, EPHEMERAL, LOADING, Channel, Interaction, Json, Message, as_object
from sandbox.server.rest import Answer, Call, Route

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
CALLBACKS: Final = {
    2: frozenset((MESSAGE, DEFER, MODAL)),
    3: frozenset((MESSAGE, DEFER, DEFER_UPDATE, UPDATE, MODAL)),
    4: frozenset((CHOICES,)),
    5: frozenset((MESSAGE, DEFER)),
}
_FROM_MESSAGE: Final = frozenset((MESSAGE, DEFER, DEFER_UPDATE, UPDATE))


async def callback(call: Call) -> Answer:
    """Answer POST /interactions/{interaction_id}/{interaction_token}/callback."""
    world = call.world
    interaction = world.interactions.get(call.params["interaction_id"])
    if interaction is None or interaction.token != call.params["token"]:
        raise ApiError(UNKNOWN_INTERACTION)
    if interaction.acknowledged:
        raise ApiError(ALREADY_ACKNOWLEDGED)
    if interaction.late or world.clock.now() - interaction.created > limits.ACKNOWLEDGE_SECONDS:
        raise ApiError(UNKNOWN_INTERACTION)
    body = body_object(call.body)
    kind = _kind(interaction, body)
    data = body.get("data")
    channel = world.channels.get(interaction.channel_id)
    if channel is None:
        raise ApiError(UNKNOWN_INTERACTION)
    message: Message | None = None
    if kind == CHOICES:
        interaction.modal = {"choices": read_choices(world, interaction, data)}
    elif kind == MODAL:
        form = Form()
        modal = read_modal(body_object(data), form)
        form.check()
        interaction.modal = modal
    elif kind == MESSAGE:
        draft = read_message(world, body_object(data), call.uploads, channel.id, ephemeral=True)
        interaction.ephemeral = bool(draft.flags & EPHEMERAL)
        message = post(world, channel, draft, interaction=interaction, type=_type(interaction))
    elif kind == DEFER:
        flags = int(as_object(data).get("flags") or 0) & EPHEMERAL
        interaction.ephemeral, interaction.loading = bool(flags), True
        draft = Draft(flags=flags | LOADING)
        message = post(world, channel, draft, interaction=interaction, type=_type(interaction))
    else:
        message = world.messages.get(interaction.source_id or "")
        if kind == UPDATE:
            if message is None:
                raise ApiError(UNKNOWN_MESSAGE)
            draft = read_message(world, as_object(data), call.uploads, channel.id, current=message)
            apply(world, message, draft)
    interaction.acknowledged = kind
    interaction.original_id = None if message is None else message.id
    world.save_interaction(interaction)
    call.interaction(interaction)
    if call.query.get("with_response", "") not in ("1", "true", "True"):
        return Answer(204)
    return Answer(200, _response(interaction, kind, message))


def _kind(interaction: Interaction, body: Json) -> int:
    form = Form()
    kind = body.get("type")
    if kind is None:
        form.required(("type",))
    elif form.choice(kind, ("type",), frozenset((MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL))):
        allowed = CALLBACKS[interaction.type]
        if interaction.type == MODAL_SUBMIT and interaction.source_id is not None:
            allowed = _FROM_MESSAGE
        if kind not in allowed:
            form.add(("type",), "INTERACTION_CALLBACK_TYPE_INVALID", "This interaction cannot be answered so")
    form.check()
    assert isinstance(kind, int)
    return kind


def _type(interaction: Interaction) -> int:
    return 20 if interaction.type == 2 else 19 if interaction.type == COMPONENT else 0


def _response(interaction: Interaction, kind: int, message: Message | None) -> str:
    loading = "true" if interaction.loading else "false"
    head = f'{{"interaction":{{"id":"{interaction.id}","type":{interaction.type}'
    if message is None:
        return head + "}}"
    ephemeral = "true" if message.viewer is not None else "false"
    return (
        f'{head},"response_message_id":"{message.id}","response_message_loading":{loading},'
        f'"response_message_ephemeral":{ephemeral}}},"resource":{{"type":{kind},"message":{message.text()}}}}}'
    )


# --- the webhook of an interaction --------------------------------------------------------------------------------


def _interaction(call: Call) -> Interaction:
    world = call.world
    if call.params["webhook_id"] != world.bot["id"]:
        raise ApiError(UNKNOWN_WEBHOOK)
    interaction = world.tokens.get(call.params["token"])
    if interaction is None or world.clock.now() - interaction.created > limits.TOKEN_SECONDS:
        raise ApiError(INVALID_WEBHOOK_TOKEN)
    if not interaction.acknowledged or interaction.type == AUTOCOMPLETE:
        raise ApiError(UNKNOWN_WEBHOOK)
    return interaction


def _message(call: Call, interaction: Interaction) -> Message:
    """Return the message that the path names: the original, one that this token made, or the one behind the
    interaction.
    """
    key = call.params.get("message_id", "@original")
    if key == "@original":
        key = interaction.original_id or ""
    message = call.world.messages.get(key)
    if message is None or (message.token != interaction.token and key != interaction.source_id):
        raise ApiError(UNKNOWN_MESSAGE)
    return message


def _channel(call: Call, interaction: Interaction) -> Channel:
    channel = call.world.channels.get(interaction.channel_id)
    if channel is None:
        raise ApiError(UNKNOWN_WEBHOOK)
    return channel


async def get(call: Call) -> Answer:
    """Answer GET /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}."""
    return Answer(200, _message(call, _interaction(call)).text())


async def edit(call: Call) -> Answer:
    """Answer PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}."""
    interaction = _interaction(call)
    message = _message(call, interaction)
    if _channel(call, interaction).archived:
        raise ApiError(THREAD_ARCHIVED)
    was_loading = bool(message.data["flags"] & LOADING)
    draft = read_message(call.world, body_object(call.body), call.uploads, message.channel_id, current=message)
    _settle(call, interaction, message)
    apply(call.world, message, draft, edited=not was_loading)
    return Answer(200, message.text())


def _settle(call: Call, interaction: Interaction, message: Message) -> None:
    if interaction.loading and message.id == interaction.original_id:
        interaction.loading = False
        call.world.save_interaction(interaction)


async def delete(call: Call) -> Answer:
    """Answer DELETE /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}."""
    interaction = _interaction(call)
    message = _message(call, interaction)
    _settle(call, interaction, message)
    call.world.remove_message(message)
    return Answer(204)


async def followup(call: Call) -> Answer:
    """Answer POST /webhooks/{webhook_id}/{webhook_token}."""
    interaction = _interaction(call)
    channel = _channel(call, interaction)
    body = body_object(call.body)
    original = call.world.messages.get(interaction.original_id or "")
    if interaction.loading and original is not None:
        # The first followup after a deferral becomes the deferred answer, with the ephemeral state that it has.
        if isinstance(body.get("flags"), int):
            body = {**body, "flags": body["flags"] & COMPONENTS_V2}
        draft = read_message(call.world, body, call.uploads, channel.id, current=original)
        _settle(call, interaction, original)
        apply(call.world, original, draft, edited=False)
        message = original
    else:
        if SERVER_INSTALL not in interaction.owners and interaction.followups >= limits.FOLLOWUPS:
            raise ApiError(TOO_MANY_FOLLOWUPS)
        draft = read_message(call.world, body, call.uploads, channel.id, ephemeral=True)
        interaction.followups += 1
        call.world.save_interaction(interaction)
        message = post(call.world, channel, draft, interaction=interaction, **_behind(original))
    if call.query.get("wait", "true").lower() in ("false", "0"):
        return Answer(204)
    return Answer(200, message.text())


def _behind(original: Message | None) -> Json:
    if original is None:
        return {}
    where: dict[str, Any] = {"type": 0, "channel_id": original.channel_id, "message_id": original.id}
    return {"type": 19, "message_reference": where}


_HOOK = "/webhooks/{webhook_id}/{token}"
ROUTES = [
    Route("POST", "/interactions/{interaction_id}/{token}/callback", callback, "interaction", authorised=False),
    Route("POST", _HOOK, followup, "interaction", authorised=False),
    Route("GET", _HOOK + "/messages/{message_id}", get, "interaction", authorised=False),
    Route("PATCH", _HOOK + "/messages/{message_id}", edit, "interaction", authorised=False),
    Route("DELETE", _HOOK + "/messages/{message_id}", delete, "interaction", authorised=False),
]
