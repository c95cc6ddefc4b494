"""`/table move`: a table goes on in another channel, because its own is gone or another suits better."""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.app.router import ComponentInteraction, route
from bot.app.services import Services
from bot.common.errors import Declined
from bot.common.text import escape
from bot.tables.commands import move_channel
from bot.tables.model.seats import TABLE_ENDED
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import frozen_text
from bot.transport.interactions.responses import TABLE_EXTRA, Response
from bot.ui.kit.components import button, row
from bot.ui.kit.custom_ids import CustomId
from bot.ui.table import layouts
from cogs.base import ComponentCog
from cogs.table.lobby import place_for
from data.people.records import is_erased

MAY_NOT_MOVE_TEXT: Final = "Only the host or a moderator can move this table."

NO_PLACE: Final = "This table has lost its channel. `/table move` brings it here."
"""The addition to every answer about a table without a place."""


class Moving(ComponentCog):
    """The question's button."""

    @route(CustomId.MOVE_TABLE, response="update", on="private", commits=True)
    async def _move_table(self, component: ComponentInteraction) -> None:
        """Move the table to the presser's channel."""
        table = await component.table()
        await check_may_move(self.services, table, component.interaction)
        await _move(component.response, self.services, table)


async def ask_to_move(response: Response, services: Services, table: TableState) -> None:
    """Move a table to the channel of a command; where it still has a place, ask first. Raises Declined, StoreError."""
    await check_may_move(services, table, response.interaction)
    if "homeless" in table.record.settings:
        await _move(response, services, table)
        return
    record = table.record
    old, channel_here = record.message_channel or record.thread or record.channel, response.interaction.channel_id
    if old == channel_here:
        raise Declined(move_channel.ALREADY_HERE_TEXT)
    follows = f"It is in <#{old}> now. Both channels are told."
    move_button = button(CustomId.MOVE_TABLE, table.id, label="Move it here", style=discord.ButtonStyle.primary)
    await response.send(
        layout=layouts.layout(layouts.text(f"**Move {escape(table.name)} here?**", follows), row(move_button))
    )


async def _move(response: Response, services: Services, table: TableState) -> None:
    """Move the table to the presser's channel, and say where it goes on."""
    interaction = response.interaction
    _, channel = await place_for(services, interaction, "table")
    alone = isinstance(interaction.channel, discord.Thread)
    services.channels.record_use(channel, attach=interaction.app_permissions.attach_files)

    async def begin() -> TableState:
        moved_table, _ = await move_channel.move(
            services.tables, table.id, channel, response.actor, exclusive_in_thread=alone
        )
        return moved_table

    table = await services.board.move(interaction, table, begin)
    table_channel = table.record.message_channel or table.record.thread or table.record.channel
    notice = layouts.text(f"{escape(table.name)} goes on in <#{table_channel}>.")
    await response.send(layout=layouts.layout(notice))


async def check_may_move(services: Services, table: TableState, interaction: discord.Interaction[Any]) -> None:
    """Raise Declined if the user may not move the table. Raises StoreError."""
    record, user = table.record, interaction.user.id
    if record.status == "frozen":
        raise Declined(frozen_text(record))
    if not record.is_under_way:
        raise Declined(TABLE_ENDED)
    if record.host == user or _is_moderator(table, interaction):
        return
    if table.seat_of(user) is None:
        raise Declined(MAY_NOT_MOVE_TEXT)
    host = record.host
    is_host_here = host is not None and not is_erased(host) and await services.members.is_member(record.guild, host)
    if "homeless" not in record.settings and is_host_here:
        raise Declined(MAY_NOT_MOVE_TEXT)


def _is_moderator(table: TableState, interaction: discord.Interaction[Any]) -> bool:
    """Whether the user moderates both this channel and the table's, if that exists."""
    record, who, guild = table.record, interaction.user, interaction.guild
    if not interaction.permissions.manage_messages:
        return False
    if interaction.channel_id in {record.channel, record.thread, record.message_channel}:
        return True
    place = None if guild is None else guild.get_channel_or_thread(record.channel)
    if place is None or (isinstance(place, discord.Thread) and place.parent is None):  # gone, or not known
        return "homeless" in record.settings
    return isinstance(who, discord.Member) and place.permissions_for(who).manage_messages


async def tell_homeless(response: Response) -> None:
    """Tell the player that a table has no channel to be shown in. Raises StoreError."""
    table = await response.interaction.client.services.tables.find(response.interaction.extras[TABLE_EXTRA].id)
    if "homeless" in table.record.settings and table.record.is_under_way:
        await response.send_sentence(NO_PLACE)
