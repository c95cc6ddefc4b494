"""The places of boards: a table's own thread, and the changes of a table that has a place again."""

from __future__ import annotations

import logging
from typing import Any

import discord

from bot.tables.model.table_state import TableState
from bot.transport.api.channels import Channels
from bot.transport.messages.board_marks import thread_name
from data.tables.records import RecordChanges, TableRecord

log = logging.getLogger(__name__)


async def open_thread(
    channels: Channels,
    interaction: discord.Interaction[Any],
    table: TableState,
    message: int | None,
    *,
    threads: bool,
) -> int | None:
    """Create a thread from a table's message in the channel of `interaction`.

    Returns None if `threads` are not wanted, or if the bot may not create one. Raises TooManyThreads.
    """
    channel = interaction.channel
    if not threads or message is None or not isinstance(channel, discord.TextChannel):
        return None
    if message != table.record.message:
        return None
    mine = interaction.app_permissions
    if not (mine.create_public_threads and mine.send_messages_in_threads):
        log.info("table %s: no permission for a thread in channel %s", table.id, channel.id)
        return None
    return await channels.create_thread(channel.id, message, thread_name(table))


def place_changes(record: TableRecord) -> RecordChanges:
    """Return the changes to the record of a table that is shown again: it is not homeless."""
    if "homeless" not in record.settings:
        return {}
    settings = record.settings.copy()
    del settings["homeless"]
    return {"settings": settings}
