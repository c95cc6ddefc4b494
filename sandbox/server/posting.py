"""Making, changing and deleting messages in the name of the bot, whichever route asked for it."""

from __future__ import annotations

from typing import Any

from sandbox.server import limits
from sandbox.server.bodies import Draft
from sandbox.server.errors import TOO_MANY_OLD_EDITS, ApiError
from sandbox.server.mentions import everyone, mentioned, roles_mentioned
from sandbox.server.records import (
    DISCORD_EPOCH_MS,
    EPHEMERAL,
    LOADING,
    SUPPRESS_NOTIFICATIONS,
    Channel,
    Interaction,
    Json,
    Message,
    isoformat,
)
from sandbox.server.world import World


def compose(world: World, channel: Channel, author: Json, draft: Draft, **more: Any) -> Json:
    """Return a message object as Discord gives it, new and not yet posted."""
    users = mentioned(draft.content, draft.components, draft.allowed)
    guild = world.guild_of(channel)
    mentionable = frozenset(() if guild is None else (guild.players_role,))
    data: Json = {
        "id": world.ids.new(),
        "type": 0,
        "channel_id": channel.id,
        "author": author,
        "content": draft.content,
        "timestamp": isoformat(world.clock.now()),
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": everyone(draft.content, draft.allowed),
        "mentions": [world.users[user] for user in users if user in world.users],
        "mention_roles": roles_mentioned(draft.content, mentionable, draft.allowed),
        "attachments": draft.attachments,
        "embeds": draft.embeds,
        "components": draft.components,
        "pinned": False,
        "flags": draft.flags,
    }
    data.update(more)
    return data


def post(
    world: World, channel: Channel, draft: Draft, *, interaction: Interaction | None = None, **more: Any
) -> Message:
    """Post a message of the bot; `more` are further fields of it."""
    data = compose(world, channel, world.bot, draft, **more)
    ephemeral = bool(draft.flags & EPHEMERAL)
    message = Message(data)
    if interaction is not None:
        message.token = interaction.token
        data["application_id"] = data["webhook_id"] = world.bot["id"]
        data["interaction_metadata"] = metadata(world, interaction)
        if interaction.type == 2:
            data["interaction"] = {
                "id": interaction.id,
                "type": 2,
                "name": interaction.name,
                "user": world.users[interaction.user_id],
            }
        if ephemeral:
            message.viewer = interaction.user_id
    keep_files(world, draft)
    quiet = ephemeral or draft.flags & (SUPPRESS_NOTIFICATIONS | LOADING)
    receivers = world.viewers(channel) if channel.is_direct else to_push(world, data)
    world.add_message(channel, message, () if quiet else receivers)
    return message


def to_push(world: World, data: Json) -> list[str]:
    """Return the users whom a new message notifies: those it mentions, but not its author."""
    if data["mention_everyone"]:
        people = world.people()
    else:
        people = [user["id"] for user in data["mentions"] if not user.get("bot")]
    return [person for person in people if person != data["author"]["id"]]


def metadata(world: World, interaction: Interaction) -> Json:
    """Return `interaction_metadata` of a message made by an interaction."""
    body: Json = {
        "id": interaction.id,
        "type": interaction.type,
        "user": world.users[interaction.user_id],
        "authorizing_integration_owners": interaction.owners,
    }
    if interaction.type == 2:
        body["name"] = interaction.name
        body["command_type"] = 1
    opener = world.interactions.get(interaction.opener_id or "")
    if opener is not None:
        body["triggering_interaction_metadata"] = metadata(world, opener)
    elif interaction.source_id is not None:
        body["interacted_message_id"] = interaction.source_id
    return body


def keep_files(world: World, draft: Draft) -> None:
    """Keep the files that a draft brought."""
    for key, body in draft.uploads.items():
        world.store.put_file(key, body)


def apply(world: World, message: Message, draft: Draft, *, edited: bool = True) -> None:
    """Change a message as `draft` says. Edits notify nobody."""
    data = message.data
    remaining = {entry["id"] for entry in draft.attachments}
    for attachment in data["attachments"]:
        if attachment["id"] not in remaining:
            world.store.drop_file(attachment["id"])
    keep_files(world, draft)
    users = mentioned(draft.content, draft.components, draft.allowed)
    data.update(
        content=draft.content,
        embeds=draft.embeds,
        components=draft.components,
        attachments=draft.attachments,
        flags=draft.flags,
        mentions=[world.users[user] for user in users if user in world.users],
        mention_everyone=everyone(draft.content, draft.allowed),
    )
    if edited:
        data["edited_timestamp"] = isoformat(world.clock.now())
    world.message_updated(message)


def age(world: World, message: Message) -> float:
    """Return the seconds since a message was made."""
    return world.clock.now() - ((int(message.id) >> 22) + DISCORD_EPOCH_MS) / 1000


def count_old_edit(world: World, message: Message) -> None:
    """Note an edit of a message older than an hour. Raises `ApiError` (30046) when there were too many."""
    if world.old_edits is None or age(world, message) <= limits.OLD_EDIT_AGE:
        return
    now = world.clock.now()
    message.edits = [value for value in message.edits if now - value < 3600]
    if len(message.edits) >= world.old_edits:
        raise ApiError(TOO_MANY_OLD_EDITS, retry_after=limits.OLD_EDIT_RETRY)
    message.edits.append(now)
