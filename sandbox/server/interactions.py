"""Interactions: made from what a person does, sent to the bot, and watched until its first answer or three seconds."""

from __future__ import annotations

import asyncio
from typing import Final

from sandbox.server import limits, permissions
from sandbox.server.faults import Faults
from sandbox.server.records import Channel, Guild, Interaction, Json, Message, dumps
from sandbox.server.world import World

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
NO_RESPONSE: Final = "The application did not respond"


class Interactions:
    """Makes interactions and brings their outcomes to those who wait."""

    def __init__(self, world: World, faults: Faults) -> None:
        self._world = world
        self._faults = faults
        self._waiting: dict[str, tuple[asyncio.Future[bool], asyncio.TimerHandle]] = {}
        self._members: dict[tuple[str, str, int], str] = {}
        self.choices: dict[str, list[Json]] = {}

    def send(
        self,
        kind: int,
        user: str,
        channel: Channel,
        data: Json,
        *,
        name: str = "",
        command_id: str = "",
        message: Message | None = None,
        opener: str | None = None,
        owners: Json | None = None,
    ) -> tuple[Interaction, asyncio.Future[bool]]:
        """Send an interaction to the bot.

        `owners` are the installs that allow it, the server's if not given. Gives it and a future that is true once it
        has its first answer, false if none came in Discord's three seconds.
        """
        world = self._world
        guild = world.guild_of(channel)
        server = "" if guild is None else guild.id
        interaction = Interaction(
            world.ids.new(),
            world.ids.secret(),
            kind,
            user,
            channel.id,
            server,
            world.clock.now(),
            name=name,
            command_id=command_id,
            source_id=None if message is None else message.id,
            opener_id=opener,
            files=list(data.get("resolved", {}).get("attachments", ())),
            owners={"0": server} if owners is None else owners,
        )
        world.add_interaction(interaction)
        loop = asyncio.get_running_loop()
        future: asyncio.Future[bool] = loop.create_future()
        timer = loop.call_later(limits.ACKNOWLEDGE_SECONDS, self._give_up, interaction)
        self._waiting[interaction.id] = (future, timer)
        text = self._payload(interaction, guild, channel, data, message)
        if guild is not None and not guild.has(world.bot["id"]):
            guild = None  # the bot has no shard for this server
        fault = None if self._faults.idle else self._faults.interaction()
        if fault is None:
            world.dispatch("INTERACTION_CREATE", text, guild)
        else:
            if fault.kind == "twice":
                world.dispatch("INTERACTION_CREATE", text, guild)
            loop.call_later(fault.seconds, world.dispatch, "INTERACTION_CREATE", text, guild)
        return interaction, future

    def _payload(
        self, interaction: Interaction, guild: Guild | None, channel: Channel, data: Json, message: Message | None
    ) -> str:
        world = self._world
        application = world.bot["id"]
        owned = world.permissions(application, channel) or permissions.OUTSIDE
        permission_bits = world.permissions(interaction.user_id, channel)
        behind = "" if message is None else f',"message":{message.text()}'
        return (
            f'{{"id":"{interaction.id}","type":{interaction.type},"token":"{interaction.token}","version":1,'
            f'"application_id":"{application}","attachment_size_limit":{limits.FILE_BYTES},'
            f'"channel_id":"{channel.id}","channel":{self._channel(channel, permission_bits)},'
            f'{self._who(interaction, guild, permission_bits)},"locale":"en-GB","app_permissions":"{owned}",'
            f'"context":{channel.context},'
            f'"authorizing_integration_owners":{dumps(interaction.owners)},"entitlements":[],"entitlement_sku_ids":[],'
            f'"data":{dumps(data)}{behind}}}'
        )

    def _who(self, interaction: Interaction, guild: Guild | None, count: int) -> str:
        """Return the fields of a payload for its person: in a server the member and the server, else the user."""
        user = self._world.users[interaction.user_id]
        if guild is None:
            return f'"user":{dumps(user)}'
        member = self._members.get((guild.id, interaction.user_id, count))
        if member is None:
            whole = {**self._world.member(guild, interaction.user_id), "permissions": str(count), "user": user}
            member = self._members[guild.id, interaction.user_id, count] = dumps(whole)
        return (
            f'"guild_id":"{guild.id}","guild":{{"id":"{guild.id}","locale":"en-GB","features":[]}},'
            f'"member":{member},"guild_locale":"en-GB"'
        )

    def _channel(self, channel: Channel, permission_bits: int) -> str:
        return channel.text()[:-1] + f',"permissions":"{permission_bits}"}}'

    def answered(self, interaction: Interaction) -> None:
        """Note that the bot gave its first answer."""
        waiting = self._waiting.pop(interaction.id, None)
        if waiting is not None:
            future, timer = waiting
            timer.cancel()
            if not future.done():
                future.set_result(True)

    def _give_up(self, interaction: Interaction) -> None:
        waiting = self._waiting.pop(interaction.id, None)
        if waiting is None:
            return
        interaction.late = True
        self._world.save_interaction(interaction)
        if not waiting[0].done():
            waiting[0].set_result(False)
        if interaction.type != AUTOCOMPLETE:
            failed: Json = {
                "interaction_id": interaction.id,
                "error": NO_RESPONSE,
                "channel_id": interaction.channel_id,
            }
            if interaction.source_id is not None:
                failed["message_id"] = interaction.source_id
            self._world.tell("INTERACTION_FAILED", failed, (interaction.user_id,))

    def close(self) -> None:
        """Stop waiting."""
        for future, timer in self._waiting.values():
            timer.cancel()
            future.cancel()
        self._waiting.clear()
