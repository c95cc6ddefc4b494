"""The marks of a table's messages: the name of its thread, and the buttons of its board."""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.common.text import name_of, plain
from bot.tables.model.table_state import TableState
from bot.ui.table import layouts
from rules.sentences import listed

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
