"""Acts of people: the in-process side of the page's API (docs/sandbox.md), for the page and for tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NotRequired, TypedDict, TypeVar

from sandbox.server import permissions
from sandbox.server.bodies import Draft
from sandbox.server.channels import join
from sandbox.server.commands import USER_INSTALL, available, installs, owners
from sandbox.server.components import SELECTS
from sandbox.server.errors import Refused
from sandbox.server.gateway import Gateway
from sandbox.server.guilds import roles
from sandbox.server.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, NO_RESPONSE, Interactions
from sandbox.server.mentions import Allowed, everyone, mentioned
from sandbox.server.modals import check_values, submission
from sandbox.server.options import build, full_name, resolve
from sandbox.server.posting import compose, to_push
from sandbox.server.recorder import Recorder
from sandbox.server.records import Channel, Interaction, Json, Message, isoformat, walk
from sandbox.server.world import World

T = TypeVar("T")
STATES = {4: "message", 5: "deferred", 6: "deferred_update", 7: "update", 9: "modal"}


class Outcome(TypedDict):
    """The bot's first answer to what a person did."""

    interaction_id: str
    state: str
    """"message", "deferred", "update", "deferred_update", "modal" or "failed"."""
    message: NotRequired[Json]
    modal: NotRequired[Json]
    error: NotRequired[str]


class People:
    """Acts in the name of users. Users and channels are given by id or name, messages by id or as the object.

    The name of a channel is looked for in one server, given by its number, and among direct messages.

    What the Discord client would not let a person do raises `Refused` with a sentence.
    """

    def __init__(self, world: World, gateway: Gateway, interactions: Interactions, recorder: Recorder) -> None:
        self._world = world
        self._gateway = gateway
        self._interactions = interactions
        self._recorder = recorder

    # --- looking --------------------------------------------------------------------------------------------------

    def user(self, who: str) -> Json:
        """Return a user by id or name."""
        user = self._world.users.get(who)
        if user is None:
            names = (each_user for each_user in self._world.users.values() if each_user["global_name"] == who)
            user = next(names, None)
        if user is None or user.get("bot"):
            raise Refused("There is no such user.", 404)
        return user

    def channel(self, which: str, server: int = 0) -> Json:
        """Return a channel or thread by id or name."""
        return self._channel(which, server=server).data

    def _channel(self, which: str, user: str | None = None, server: int = 0) -> Channel:
        world = self._world
        channel = world.channels.get(which)
        if channel is None:
            guild = world.server(server)
            named = (
                each_channel for each_channel in reversed(world.channels.values()) if each_channel.data["name"] == which
            )
            channel = next(
                (each_channel for each_channel in named if world.guild_of(each_channel) in (None, guild)), None
            )
        if channel is None or (user is not None and user not in world.viewers(channel)):
            raise Refused("There is no such channel.", 404)
        return channel

    def _message(self, user: str, message: str | Json) -> Message:
        key = message if isinstance(message, str) else str(message["id"])
        record = self._world.messages.get(key)
        if record is None or record.viewer not in (None, user):
            raise Refused("There is no such message.", 404)
        self._channel(record.channel_id, user)
        return record

    def message(self, user: str, message: str | Json) -> Json:
        """Return a message as it is now. Raises `Refused` if it is gone or not for this user's eyes."""
        return self._message(self.user(user)["id"], message).data

    def messages(
        self, user: str, channel: str, limit: int | None = None, ephemeral_after: str | None = None, *, server: int = 0
    ) -> list[Json]:
        """Return the messages of a channel that a user sees, oldest first; the last `limit` of them.

        With `ephemeral_after`, an id, older ephemeral messages are left out: Discord's client forgets them.
        """
        key, since = self.user(user)["id"], int(ephemeral_after or 0)
        records = self._channel(channel, key, server).messages.values()
        messages = [
            message.data
            for message in records
            if message.viewer is None or (message.viewer == key and int(message.id) > since)
        ]
        return messages if limit is None else messages[-limit:]

    def state(self, user: str) -> Json:
        """Return the first state of a page. `guild`, `commands` and `away` are those of the first server."""
        world, me = self._world, self.user(user)
        world.sweep()
        guilds: list[Json] = [
            {
                "id": guild.id,
                "name": guild.name,
                "owner_id": world.owner_id,
                "roles": roles(world, guild),
                "away": [key for key in world.users if not guild.has(key)],
                "commands": available(world, me["id"], guild),
            }
            for guild in world.guilds.values()
        ]
        return {
            "me": me,
            "users": list(world.users.values()),
            "away": guilds[0]["away"],
            "closed": sorted(world.closed),
            "installed": sorted(world.installed),
            "guild": {name: guilds[0][name] for name in ("id", "name", "owner_id", "roles")},
            "guilds": guilds,
            "channels": [channel.data for channel in world.channels.values() if me["id"] in world.viewers(channel)],
            "commands": guilds[0]["commands"],
            "bot": {"online": self._gateway.online, "user": world.bot},
            "emojis": list(world.emojis.values()),
            "newest": world.ids.newest,
            "now": world.clock.now_ms(),
        }

    async def until(self, check: Callable[[], T], timeout: float = 30.0) -> T:  # noqa: ASYNC109  # tests name it
        """Wait until `check()` is true and give its value; it is asked after each change. Raises `TimeoutError`."""
        return await self._world.until(check, timeout)

    # --- doing ----------------------------------------------------------------------------------------------------

    async def command(
        self, user: str, channel: str, name: str, options: Json | None = None, *, server: int = 0
    ) -> Outcome:
        """Use a slash command ("voren new") with options by name."""
        key = self.user(user)["id"]
        place = self._open(channel, key, server)
        in_server = self._world.guild_of(place) is not None
        if in_server and not self._world.permissions(key, place) & permissions.COMMANDS:
            raise Refused("You may not use commands here.", 403)
        name = full_name(name)
        command, data = build(self._world, key, place, name, options or {})
        held = owners(self._world, key, self._world.guild_of(place), place.context, command)
        sent = self._interactions.send(COMMAND, key, place, data, name=name, command_id=command["id"], owners=held)
        return self._outcome(sent[0], answered=await sent[1])

    async def autocomplete(
        self, user: str, channel: str, name: str, options: Json, focused: str, *, server: int = 0
    ) -> list[Json]:
        """Return the choices that the bot offers for the option `focused`; none if it does not answer."""
        key = self.user(user)["id"]
        place = self._open(channel, key, server)
        name = full_name(name)
        command, data = build(self._world, key, place, name, options, focused)
        held = owners(self._world, key, self._world.guild_of(place), place.context, command)
        interaction, answer = self._interactions.send(
            AUTOCOMPLETE, key, place, data, name=f"{name}:{focused}", command_id=command["id"], owners=held
        )
        choices: list[Json] = []
        if await answer and interaction.modal is not None:
            choices = interaction.modal["choices"]
        self._recorder.event(key, "CHOICES", {"interaction_id": interaction.id, "choices": choices})
        return choices

    async def click(self, user: str, message: str | Json, custom_id: str, values: list[str] | None = None) -> Outcome:
        """Press a button, or choose `values` in a select."""
        key = self.user(user)["id"]
        record = self._message(key, message)
        part = record.interactive().get(custom_id)
        if part is None:
            raise Refused("This message has no such button or menu (any more).")
        if part.get("disabled"):
            raise Refused("This button or menu is switched off.")
        place = self._open(record.channel_id, key)
        data: Json = {"custom_id": custom_id, "component_type": part["type"], "id": part["id"]}
        if part["type"] in SELECTS:
            chosen = [str(value) for value in values or []]
            check_values(part, chosen, part.get("placeholder") or "The menu", needed=part.get("min_values", 1) > 0)
            data["values"] = chosen
            data["resolved"] = self._resolved(place, part["type"], chosen)
        elif values:
            raise Refused("A button has no values.")
        held = self._owners(key, place, record)
        interaction, answer = self._interactions.send(
            COMPONENT, key, place, data, name=custom_id, message=record, owners=held
        )
        return self._outcome(interaction, answered=await answer)

    async def modal(self, user: str, interaction_id: str, values: dict[str, Any]) -> Outcome:
        """Submit the form that an interaction opened; `values` by custom id."""
        world, key = self._world, self.user(user)["id"]
        opener = world.interactions.get(interaction_id)
        if opener is None or opener.user_id != key or opener.acknowledged != 9 or opener.modal is None:
            raise Refused("There is no such form open.", 404)
        place = self._open(opener.channel_id, key)
        filled = submission(opener.modal, values)
        resolved: Json = {}
        for part in walk(filled):
            if part["type"] in SELECTS:
                resolved.update(self._resolved(place, part["type"], part["values"]))
        data: Json = {"custom_id": opener.modal["custom_id"], "components": filled, "resolved": resolved}
        message = world.messages.get(opener.source_id or "")
        interaction, answer = self._interactions.send(
            MODAL_SUBMIT,
            key,
            place,
            data,
            name=data["custom_id"],
            message=message,
            opener=opener.id,
            owners=opener.owners,
        )
        return self._outcome(interaction, answered=await answer)

    def _open(self, channel: str, user: str, server: int = 0) -> Channel:
        place = self._channel(channel, user, server)
        if not installs(self._world, user, self._world.guild_of(place), place.context):
            raise Refused(f"{self._world.bot['username']} is not in this {'server' if place.context == 0 else 'chat'}.")
        if place.archived:
            raise Refused("This thread is archived; write in it to open it again.")
        return place

    def _owners(self, user: str, place: Channel, message: Message) -> Json:
        """Return the installs that allow a press: the place's own, and that of the person for whom the message was
        made.
        """
        held = installs(self._world, user, self._world.guild_of(place), place.context)
        held.pop(USER_INSTALL, None)
        authorizing_integration_owners: Json = message.data.get("interaction_metadata", {}).get(
            "authorizing_integration_owners", {}
        )
        if USER_INSTALL in authorizing_integration_owners:
            held[USER_INSTALL] = authorizing_integration_owners[USER_INSTALL]
        if not held:
            raise Refused(f"{self._world.bot['username']} is not in this server.")
        return held

    def _resolved(self, channel: Channel, kind: int, values: list[str]) -> Json:
        resolved: Json = {}
        # Selects of users, roles, mentionables and channels (5 to 8) resolve as options 6, 8, 9 and 7 do.
        option = {5: 6, 6: 8, 7: 9, 8: 7}.get(kind)
        if option is not None:
            for value in values:
                if not resolve(self._world, channel, option, value, resolved):
                    raise Refused("The menu has no such choice.")
        return resolved

    def _outcome(self, interaction: Interaction, *, answered: bool) -> Outcome:
        outcome: Outcome = {"interaction_id": interaction.id, "state": "failed"}
        if not answered:
            outcome["error"] = NO_RESPONSE
        else:
            outcome["state"] = STATES[interaction.acknowledged]
            message = self._world.messages.get(interaction.original_id or "")
            if message is not None:
                outcome["message"] = message.data
            if interaction.modal is not None:
                outcome["modal"] = interaction.modal
        if self._recorder.events:
            self._recorder.event(interaction.user_id, "OUTCOME", dict(outcome))
        return outcome

    def say(self, user: str, channel: str, content: str, *, server: int = 0) -> Json:
        """Write a message as the user; it opens an archived thread."""
        world, author = self._world, self.user(user)
        place = self._channel(channel, author["id"], server)
        text = content.strip()
        if not 1 <= len(text) <= 2000:
            raise Refused("A message has 1 to 2000 characters.")
        permission = permissions.SEND_IN_THREADS if place.is_thread else permissions.SEND
        if not world.permissions(author["id"], place) & permission:
            raise Refused("You may not write here.", 403)
        if place.is_thread:
            meta = place.data["thread_metadata"]
            if meta["locked"] and author["id"] != world.owner_id:
                raise Refused("This thread is locked.", 403)
            if meta["archived"]:
                meta["archived"] = False
                meta["archive_timestamp"] = isoformat(world.clock.now())
                world.channel_updated(place)
            join(world, place, author["id"])
        allowed = Allowed(everyone=bool(world.permissions(author["id"], place) & permissions.MENTION_EVERYONE))
        data = compose(world, place, author, Draft(text, allowed=allowed))
        data["mention_everyone"] = everyone(text, allowed)
        data["mentions"] = [world.users[words] for words in mentioned(text, [], allowed) if words in world.users]
        world.add_message(place, Message(data), to_push(world, data))
        return data

    def dismiss(self, user: str, message: str | Json) -> None:
        """Dismiss an ephemeral message. Only the page is notified."""
        record = self._message(self.user(user)["id"], message)
        if record.viewer is None:
            raise Refused("Only messages that nobody else sees can be dismissed.")
        self._world.remove_message(record)

    def delete(self, user: str, message: str | Json) -> None:
        """Delete a message: the user's own, or any if the user owns the server."""
        key = self.user(user)["id"]
        record = self._message(key, message)
        if record.viewer is not None:
            raise Refused("A message that only you see is dismissed, not deleted.")
        if key not in (record.data["author"]["id"], self._world.owner_id):
            raise Refused("You may not delete this message.", 403)
        self._world.remove_message(record)

    def delete_channel(self, user: str, channel: str, *, server: int = 0) -> None:
        """Delete a channel or thread with all that is in it, as the server's owner."""
        key = self.user(user)["id"]
        place = self._channel(channel, key, server)
        if key != self._world.owner_id:
            raise Refused("You may not delete this channel.", 403)
        self._world.remove_channel(place)

    def add_user(self, name: str) -> Json:
        """Return a new user."""
        name = name.strip()
        if not 1 <= len(name) <= 32:
            raise Refused("A name has 1 to 32 characters.")
        if any(
            str(user["global_name"] or user["username"]).lower() == name.lower() for user in self._world.users.values()
        ):
            raise Refused("There is somebody of that name already.")
        return self._world.add_user(name)

    def add_channel(self, name: str, server: int = 0) -> Json:
        """Return a new channel."""
        world = self._world
        guild = world.server(server)
        name = "-".join(name.strip().lower().split())
        if not 1 <= len(name) <= 100:
            raise Refused("A channel's name has 1 to 100 characters.")
        if any(channel.data["name"] == name and not channel.is_thread for channel in world.channels_of(guild)):
            raise Refused("There is a channel of that name already.")
        return world.add_channel(name, guild).data
