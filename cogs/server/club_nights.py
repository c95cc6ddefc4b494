"""`/night`: club nights, which gather the tables and pads of an evening."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.app.router import ComponentInteraction, route
from bot.common.command_permissions import CommandPermissions
from bot.common.errors import Declined, Stale, UnknownTable
from bot.common.id_codes import decode_number
from bot.common.text import NAME_LIMIT, escape, plain
from bot.nights.commands import begin, undelete
from bot.pads.commands import PadActor, finish
from bot.pads.pad import Pad, game_name, title_of
from bot.pads.pads import UnknownPad
from bot.people.bans import check_not_banned
from bot.transport.interactions.responses import Response
from bot.transport.interactions.visibility import may_see_channel
from bot.transport.messages.night_boards import DELETED_TEXT, NO_NIGHT
from bot.ui.kit.custom_ids import CustomId
from bot.ui.nights import OriginOption, delete_panel, deleted_panel, end_panel, list_page, more_panel
from bot.ui.table import layouts
from cogs.base import ComponentCog
from cogs.pads.common import actor_of, is_visible, is_visible_row
from cogs.pads.opening import open_chosen
from cogs.server.night_charts import render_charts
from cogs.standings.common import files_of, paint_for
from cogs.table.lobby import place_for
from data.nights.records import NewNight, NightRecord
from data.standings.records import Origin
from data.tables.records import LIVE, TableRecord

WHICH: Final = "The night's number (standard: this channel's newest)"

MAX_LISTED: Final = 10
"""Nights of a list."""

MAX_OPTIONS: Final = 25
"""Tables, and pads, of a server that are looked through for those that can be brought in."""

NIGHT_OVER: Final = "That club night is over. Nothing can be added or removed."

NOT_NIGHT_OWNER_TEXT: Final = "Only the person who started the night, or a moderator, can do that."

OF_OTHERS: Final = "With Manage Messages in its channel: nights of others, too."

NOT_YOURS_TEXT: Final = "Only a table's host, a pad's keepers or the person who started the night can do that."


class Nights(
    ComponentCog, commands.GroupCog, name="night", group_description="Club nights: the tables and pads of an evening"
):
    """Club nights."""

    # -- commands ----------------------------------------------------------------------------------------------------

    @app_commands.command(name="begin", description="Start a club night for the tables and pads of this channel")
    @app_commands.guild_only()
    @app_commands.describe(name="The night's name")
    async def begin(self, interaction: discord.Interaction[Any], name: app_commands.Range[str, 1, NAME_LIMIT]) -> None:
        """Begin a night where the command is given."""
        async with self.services.responder.respond(interaction, "public") as response:
            guild, channel = await place_for(self.services, interaction, "club night")
            who, night_name = interaction.user, plain(name, NAME_LIMIT)
            await check_not_banned(self.services.store, guild, who.id)
            if not night_name:
                raise Declined("Type a name that can be read.")
            new = NewNight(guild, channel, night_name, who.id, who.display_name)
            number = await begin(self.services.store, new, interaction.id)
            await self.services.night_boards.update_messages(number)
            await self.services.night_boards.post(response, number)

    @app_commands.command(name="show", description="Post a club night at the bottom of this channel")
    @app_commands.guild_only()
    @app_commands.describe(night=WHICH)
    async def show(
        self, interaction: discord.Interaction[Any], night: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Post a night's message anew."""
        async with self.services.responder.respond(interaction, "public") as response:
            await self._post(response, await self._find_night(interaction, night, deleted=True))

    @app_commands.command(
        name="end",
        description="End a club night and show who won",
        extras=CommandPermissions(grants=OF_OTHERS).extras(),
    )
    @app_commands.guild_only()
    @app_commands.describe(night=WHICH)
    async def end(self, interaction: discord.Interaction[Any], night: app_commands.Range[int, 1] | None = None) -> None:
        """Ask whether a night is to be ended."""
        async with self.services.responder.respond(interaction, "private") as response:
            record = await self._find_night(interaction, night)
            self._require_manager(interaction, record)
            await self._ask_to_end(response, record)

    @app_commands.command(
        name="delete",
        description="Delete a club night; its tables and pads stay",
        extras=CommandPermissions(grants=OF_OTHERS).extras(),
    )
    @app_commands.guild_only()
    @app_commands.describe(night=WHICH)
    async def delete(
        self, interaction: discord.Interaction[Any], night: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Ask whether a night is to be deleted."""
        async with self.services.responder.respond(interaction, "private") as response:
            await self._ask_to_delete(response, await self._find_night(interaction, night))

    @app_commands.command(name="list", description="The club nights of this server")
    @app_commands.guild_only()
    async def list(self, interaction: discord.Interaction[Any]) -> None:
        """List the newest nights that the person may see."""
        async with self.services.responder.respond(interaction, "private") as response:
            assert interaction.guild_id is not None
            nights = await self.services.store.nights.of_server(interaction.guild_id, 5 * MAX_LISTED)
            visible_nights = [night for night in nights if _is_visible(interaction, night)][:MAX_LISTED]
            now_ms = self.services.tables.clock()
            await response.send(layout=list_page([(night, night.is_over(now_ms)) for night in visible_nights]))

    async def _find_night(
        self, interaction: discord.Interaction[Any], number: int | None, *, deleted: bool = False
    ) -> NightRecord:
        """Return the night of that number, or the newest of the channel. Raises Declined, StoreError."""
        if number is not None:
            return await self._visible_night(interaction, number, deleted=deleted)
        channel = interaction.channel_id
        record = None if channel is None else await self.services.store.nights.in_channel(channel)
        if record is None:
            raise Declined("Start this channel's first club night: `/night begin`.")
        return record

    async def _visible_night(
        self, interaction: discord.Interaction[Any], number: int | None, *, deleted: bool = False
    ) -> NightRecord:
        """Return the night of that number, if it is there for whoever asks; with `deleted` also one that is deleted.

        Raises Declined, StoreError.
        """
        record = None if number is None else await self.services.store.nights.night(number)
        if record is None or not _is_visible(interaction, record):
            raise Declined(NO_NIGHT)
        if record.deleted is not None and not deleted:
            raise Declined(DELETED_TEXT)
        if interaction.app_permissions.view_channel:
            self.services.channels.record_use(interaction.channel_id, attach=False)
            self.services.night_boards.wake(record)
        return record

    async def _load_pressed(self, component: ComponentInteraction) -> NightRecord:
        """Return the night of the first argument.

        Another public message of it becomes the night's message, or is deleted. Raises Declined, StoreError.
        """
        record = await self._visible_night(component.interaction, component.number(0))
        message = component.interaction.message
        if message is not None and not message.flags.ephemeral and message.id != record.message:
            await self.services.night_boards.record_press(record.id, message.channel.id, message.id)
        return record

    async def _post(self, response: Response, record: NightRecord) -> None:
        """Post a night's message in its channel, at the bottom. Raises Declined elsewhere, StoreError."""
        if response.interaction.channel_id != record.channel:
            raise Declined(f"Go to <#{record.channel}>: that night belongs there.")
        await place_for(self.services, response.interaction, "club night")
        await self.services.night_boards.post(response, record.id)

    # -- buttons -----------------------------------------------------------------------------------------------------

    @route(CustomId.OPEN_NIGHT_PAD, response="public", on="public")
    async def _open_night_pad(self, component: ComponentInteraction) -> None:
        """Open a pad of the chosen game here, with the presser as a player (`open_night_pad:NIGHT`)."""
        record, game = await self._load_pressed(component), component.choice
        self._require_open(record)
        await open_chosen(component.response, self.services, game)

    @route(CustomId.SHOW_NIGHT_PANEL, response="private", on="public")
    @route(CustomId.RETURN_TO_NIGHT_PANEL, response="update", on="private")
    async def _more(self, component: ComponentInteraction) -> None:
        """Show the night's panel."""
        await self._panel(component, await self._load_pressed(component))

    @route(CustomId.SHOW_NIGHT_CHARTS, response="private", on="public")
    async def _show_night_charts(self, component: ComponentInteraction) -> None:
        """Show the charts of a night's tables and pads to the presser (`show_night_charts:NIGHT`)."""
        record = await self._visible_night(component.interaction, component.number(0))
        paint = await paint_for(self.services, component.interaction, alone=True)
        evening = await self.services.night_boards.summarize(record)
        layout, charts = await render_charts(self.services, evening, paint)
        files = [file for drawn_chart in charts for file in files_of(drawn_chart)]
        await component.response.send(layout=layout, files=files)

    async def _panel(self, component: ComponentInteraction, record: NightRecord, feedback: str = "") -> None:
        """Answer with the presser's further actions on a night."""
        interaction, may_manage = component.interaction, self._may_manage(component.interaction, record)
        is_over = record.is_over(self.services.tables.clock())
        inside = await self.services.store.nights.parts_of(record)
        outside = [] if is_over else [option for option in await self._elsewhere(component) if option[0] not in inside]
        addable = [option for option in outside if may_manage or await self._is_owner(interaction, option[0])]
        removable = list[OriginOption]()
        for origin in inside[-MAX_OPTIONS:]:
            with suppress(UnknownTable, UnknownPad):  # half deleted
                title, is_own = await self._find(interaction, origin)
                if may_manage or is_own:
                    removable.append((origin, title))
        await component.response.send(
            layout=more_panel(record, feedback, addable, removable, keeps=may_manage and not is_over)
        )

    async def _elsewhere(self, component: ComponentInteraction) -> list[OriginOption]:
        """Return the newest tables and pads of the server that the presser can see."""
        interaction, guild = component.interaction, component.interaction.guild_id or 0
        tables = await self.services.store.tables.of_guild(guild, LIVE, MAX_OPTIONS)
        listed_elsewhere = [
            (Origin("table", record.id), _table_title(record))
            for record in reversed(tables)
            if may_see_channel(interaction, record.message_channel or record.thread or record.channel)
        ]
        pads = await self.services.store.pads.of_server(guild, interaction.user.id, MAX_OPTIONS)
        listed_elsewhere += [
            (Origin("pad", pad.id), title_of(pad)) for pad in pads if is_visible_row(interaction, pad, mine=pad.is_own)
        ]
        return listed_elsewhere

    @route(CustomId.ADD_TO_NIGHT, response="update", on="private")
    async def _add_to_night(self, component: ComponentInteraction) -> None:
        """Add the chosen table or pad to the night."""
        await self._put(component, belongs=True)

    @route(CustomId.REMOVE_FROM_NIGHT, response="update", on="private")
    async def _remove_from_night(self, component: ComponentInteraction) -> None:
        """Remove the chosen table or pad from the night."""
        await self._put(component, belongs=False)

    async def _put(self, component: ComponentInteraction, *, belongs: bool) -> None:
        """Add the chosen table or pad, or remove it (`add_to_night:NIGHT` or `remove_from_night:NIGHT`)."""
        record, interaction = await self._load_pressed(component), component.interaction
        if belongs:
            self._require_open(record)
        origin = _origin(component.choice)
        if origin is None or not await self._is_there(interaction, origin):
            raise Declined("There is no such table or pad here.")
        name, is_own = await self._find(interaction, origin)
        if not (self._may_manage(interaction, record) or is_own):
            raise Declined(NOT_YOURS_TEXT)
        title = escape(name)
        if (origin in await self.services.store.nights.parts_of(record)) == belongs:
            raise Stale(f"{title} is part of it already." if belongs else f"{title} is no longer part of it.")
        await self.services.store.nights.set_part(record.id, origin, belongs=belongs)
        record = await self.services.night_boards.update_messages(record.id)
        await self._panel(component, record, f"{title} {'is part of it now' if belongs else 'is removed'}.")

    async def _is_there(self, interaction: discord.Interaction[Any], origin: Origin) -> bool:
        """Whether a table or pad is of this server and visible to the member. Raises UnknownTable, UnknownPad."""
        if origin.source == "pad":
            return is_visible(interaction, await self.services.pads.find(origin.number))
        record = await self._table(origin.number)
        origin_channel = record.message_channel or record.thread or record.channel
        return (
            record.guild == interaction.guild_id and not record.private and may_see_channel(interaction, origin_channel)
        )

    async def _is_owner(self, interaction: discord.Interaction[Any], origin: Origin) -> bool:
        """Whether the member is the host of a table, or keeps a pad. Nobody owns one that is half deleted."""
        with suppress(UnknownTable, UnknownPad):
            return (await self._find(interaction, origin))[1]
        return False

    async def _find(self, interaction: discord.Interaction[Any], origin: Origin) -> tuple[str, bool]:
        """Return the title of a table or pad, and whether the member owns it.

        Raises UnknownTable, UnknownPad, StoreError.
        """
        if origin.source == "pad":
            pad = await self.services.pads.find(origin.number)
            return pad.title, actor_of(interaction, pad).may_keep(pad)
        record = await self._table(origin.number)
        return _table_title(record), record.host == interaction.user.id

    async def _table(self, number: int) -> TableRecord:
        """Return the row of a table, also of a game that this version lacks. Raises UnknownTable, StoreError."""
        record = await self.services.store.tables.get(number)
        if record is None or record.status == "deleting":
            raise UnknownTable("There is no such table.")
        return record

    @route(CustomId.POST_NIGHT, response="public", on="private")
    async def _post_night(self, component: ComponentInteraction) -> None:
        """Post the night in the presser's channel."""
        await self._post(component.response, await self._load_pressed(component))

    @route(CustomId.ASK_TO_END_NIGHT, response="update", on="private")
    async def _ask_to_end_night(self, component: ComponentInteraction) -> None:
        """Ask a manager whether the night is to end."""
        record = await self._load_pressed(component)
        self._require_manager(component.interaction, record)
        await self._ask_to_end(component.response, record)

    async def _ask_to_end(self, response: Response, record: NightRecord) -> None:
        """Ask whether a night is to be ended, and whether its open pads are to be finished first. Raises StoreError."""
        pads = await self._unfinished(record)
        own_pads = [pad for pad in pads if actor_of(response.interaction, pad).may_keep(pad)]
        await response.send(layout=end_panel(record, own_pads, [pad for pad in pads if pad not in own_pads]))

    async def _unfinished(self, record: NightRecord) -> list[Pad]:
        """Return the open pads of a night with a leader. Raises StoreError."""
        pads = list[Pad]()
        for origin in await self.services.store.nights.parts_of(record):
            if origin.source == "pad":
                with suppress(UnknownPad):  # just deleted for good
                    pads.append(await self.services.pads.find(origin.number))
        return [pad for pad in pads if pad.record.status == "open" and pad.record.deleted is None and pad.has_result]

    async def _finish(self, interaction: discord.Interaction[Any], record: NightRecord) -> None:
        """Finish the open pads of a night that the member may finish. Raises StoreError."""
        for pad in await self._unfinished(record):
            actor = PadActor(interaction.user, None, moderator=actor_of(interaction, pad).moderator)
            if actor.may_keep(pad):
                with suppress(Stale):  # somebody else has finished it at this very moment
                    await self.services.pads.change(pad.id, finish(actor, over=True))

    @route(CustomId.END_NIGHT, response="update", on="private")
    async def _end_night(self, component: ComponentInteraction) -> None:
        """End the night (`end_night:NIGHT`); with `:1` finish its open pads first."""
        record, who = await self._load_pressed(component), component.interaction.user
        self._require_manager(component.interaction, record)
        if component.number(1) == 1:
            await check_not_banned(self.services.store, record.guild, who.id)
            await self._finish(component.interaction, record)
        if not await self.services.store.nights.end(record.id, who.id, who.display_name):
            raise Stale(NIGHT_OVER)
        await self.services.night_boards.update_messages(record.id)
        sentence = f"{escape(record.name)} is over. The results are posted below."
        await component.response.send(layout=layouts.layout(layouts.text(sentence)))

    @route(CustomId.ASK_TO_DELETE_NIGHT, response="update", on="private")
    async def _ask_to_delete_night(self, component: ComponentInteraction) -> None:
        """Ask whether the night is to be deleted."""
        await self._ask_to_delete(component.response, await self._load_pressed(component))

    async def _ask_to_delete(self, response: Response, record: NightRecord) -> None:
        """Ask before a night is deleted, with the list of what stays. Raises Declined if the member may not."""
        if not self._may_manage(response.interaction, record):
            raise Declined(NOT_NIGHT_OWNER_TEXT)
        inside = await self.services.store.nights.parts_of(record)
        await response.send(layout=delete_panel(record, len(inside)))

    @route(CustomId.DELETE_NIGHT, response="update", on="private")
    async def _delete_night(self, component: ComponentInteraction) -> None:
        """Delete the night (`delete_night:NIGHT`)."""
        record, who = await self._load_pressed(component), component.interaction.user
        if not self._may_manage(component.interaction, record):
            raise Declined(NOT_NIGHT_OWNER_TEXT)
        await self.services.store.nights.delete(record.id, who.id, who.display_name)
        record = await self.services.night_boards.update_messages(record.id)
        await component.response.send(layout=deleted_panel(record))

    @route(CustomId.RESTORE_NIGHT, response="private", on="anywhere")
    async def _restore_night(self, component: ComponentInteraction) -> None:
        """Undo the deletion of the night (`restore_night:NIGHT`)."""
        record = await self._visible_night(component.interaction, component.number(0), deleted=True)
        if not self._may_manage(component.interaction, record):
            raise Declined(NOT_NIGHT_OWNER_TEXT)
        if record.deleted is None:
            raise Stale("That club night is not deleted.")
        await undelete(self.services.store, record.id, self.services.tables.clock())
        record = await self.services.night_boards.update_messages(record.id)
        await component.response.send(layout=layouts.layout(layouts.text(f"{escape(record.name)} is back.")))

    # -- rights ------------------------------------------------------------------------------------------------------

    def _require_open(self, record: NightRecord) -> None:
        if record.is_over(self.services.tables.clock()):
            raise Declined(NIGHT_OVER)

    @staticmethod
    def _may_manage(interaction: discord.Interaction[Any], record: NightRecord) -> bool:
        """Whether the member began the night, or is a moderator in its channel."""
        manages_channel = interaction.channel_id == record.channel and interaction.permissions.manage_messages
        return record.by == interaction.user.id or manages_channel

    def _require_manager(self, interaction: discord.Interaction[Any], record: NightRecord) -> None:
        """Check that a manager pressed, and that the night is not over. Raises Declined."""
        self._require_open(record)
        if not self._may_manage(interaction, record):
            raise Declined(NOT_NIGHT_OWNER_TEXT)


def _is_visible(interaction: discord.Interaction[Any], record: NightRecord) -> bool:
    """Whether a member sees a night: it is of their server, in a channel that they see."""
    is_in_channel = interaction.channel_id == record.channel
    return record.guild == interaction.guild_id and (is_in_channel or may_see_channel(interaction, record.channel))


def _table_title(record: TableRecord) -> str:
    return f"{game_name(record.game)}, table {record.id}"


def _origin(value: str) -> Origin | None:
    """Return the origin that a select's value names; None for a value that cannot be read."""
    source, _, text = value.partition(".")
    number = decode_number(text)
    if number is None:
        return None
    match source:
        case "table" | "pad":
            return Origin(source, number)
        case _:
            return None
