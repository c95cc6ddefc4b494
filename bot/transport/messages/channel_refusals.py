"""What people are told where a channel or thread takes no board."""

from __future__ import annotations

from typing import Final

from bot.tables.model.table_state import Live
from bot.tables.services.tables import THREADLESS, Tables
from bot.transport.api.error_codes import LOCKED, TOO_MANY_THREADS, UNKNOWN_CHANNEL
from data.records import Append, NewWork, TableRecord
from data.work import TellPayload, WorkKind

MAY_NOT: Final = "I cannot post there. I need the permissions View Channel and Send Messages (in Threads)."
CHANNEL_GONE: Final = (
    "The channel of this table is gone. Use `/table move` in another channel, or play on with `/table hand`."
)
SHUT: Final = "I cannot open this thread. Ask a moderator to unlock it."

WHY: Final = {
    UNKNOWN_CHANNEL: "The table's thread is gone, so it goes on in <#{0}>.",
    LOCKED: "The table's thread is locked, so it goes on in <#{0}>. To open it I need Manage Threads.",
    TOO_MANY_THREADS: "This server has as many open threads as Discord allows, so the table goes on in <#{0}>.",
}
"""What whoever asked is told of a table that leaves its thread, by Discord's code."""

TOLD: Final = {UNKNOWN_CHANNEL: "deleted", LOCKED: "locked", TOO_MANY_THREADS: "full"}
"""What all others are told of it then, in a word for bot/ui/table/announcements.py."""


async def tell_why(tables: Tables, live: Live, why: int, now: int) -> None:
    """Owe it to the host, and those who play there, that they are told why a table is in no thread, or no longer.

    `why` is Discord's code, `now` in ms. Raises StoreError.
    """

    def owed(record: TableRecord) -> Append:
        told = NewWork(WorkKind.TELL, THREADLESS, record.seq, TellPayload(why=TOLD[why]), now)
        return Append(record.id, record.seq, work=(told,))

    await tables.note(live.id, owed)
