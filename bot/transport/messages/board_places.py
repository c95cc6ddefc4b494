"""The places of boards: what tells a board, a table's own thread and its name, and the changes of a table that is shown
again.
"""

from __future__ import annotations

import logging
from typing import Any, Final

import discord

from bot.common.text import name_of, plain
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import SHORT_DELAY_MS
from bot.transport.api.channels import Channels, ThreadPlace
from bot.ui.table import layouts
from data.tables.records import Append, NewWork, RecordChanges, TableRecord
from data.tables.work import HostPayload, WorkKind
from rules.sentences import listed

CLOSED_GRACE_MS: Final = 10 * 60 * 1000
"""The time for which a channel is closed to the bot before the host is told: permissions change in steps."""

log = logging.getLogger(__name__)

MAX_THREAD_NAME: Final = 99
"""The length of a thread's name: Discord allows 100, and a name kept apart may take one more."""


def thread_name(table: TableState) -> str:
    """Return the name of a table's thread: the table's name, and its players."""
    people = [name_of(seat.name, seat.seat) for seat in table.record.seats if seat.kind == "person"]
    return plain(f"{table.name}: {listed(people)}", MAX_THREAD_NAME)


def is_board(table: TableState, message: discord.Message) -> bool:
    """Whether a message is or was a table's board. Another message may have a forged button."""
    parts: list[dict[str, Any]] = [dict(part.to_dict()) for part in message.components]
    return not message.flags.ephemeral and layouts.is_board(table.id, parts)


async def open_thread(
    channels: Channels, place: ThreadPlace, table: TableState, message: int | None, *, threads: bool
) -> int | None:
    """Create a thread from a table's message in the channel of `place`.

    Returns None if `threads` are not wanted, or if the bot may not create one. Raises TooManyThreads.
    """
    channel, threads_of_bot = place
    if not threads or message is None or not isinstance(channel, discord.TextChannel):
        return None
    if message != table.record.message:
        return None
    if not (threads_of_bot.create_public_threads and threads_of_bot.send_messages_in_threads):
        log.info("table %s: no permission for a thread in channel %s", table.id, channel.id)
        return None
    return await channels.create_thread(channel.id, message, thread_name(table))


def place_of(interaction: discord.Interaction[Any]) -> ThreadPlace:
    """Return the channel of an interaction, and the bot's permissions in it."""
    return ThreadPlace(interaction.channel, interaction.app_permissions)


def place_changes(record: TableRecord) -> RecordChanges:
    """Return the changes to the record of a table that is shown again: it is not homeless."""
    if "homeless" not in record.settings:
        return {}
    settings = record.settings.copy()
    del settings["homeless"]
    return {"settings": settings}


def lost_place(record: TableRecord, *, is_deleted: bool, now: int) -> Append:
    """Record that a table can be shown nowhere, and enqueue one message to its host."""
    due = now + (SHORT_DELAY_MS if is_deleted else CLOSED_GRACE_MS)
    report = NewWork(WorkKind.REPORT_LOST_CHANNEL, f"{now:x}", record.seq, HostPayload(is_deleted=is_deleted), due)
    return Append(record.id, record.seq, work=(report,), changes={"settings": {**record.settings, "homeless": now}})
