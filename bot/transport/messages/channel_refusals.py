"""The texts about channels and threads that take no board."""

from __future__ import annotations

from typing import Final

from bot.tables.model.table_state import TableState
from bot.tables.services.tables import THREADLESS_KEY, Tables
from bot.transport.api.error_codes import LOCKED, TOO_MANY_THREADS, UNKNOWN_CHANNEL
from data.tables.records import Append, NewWork, TableRecord
from data.tables.work import AnnouncementPayload, WorkKind

MAY_NOT: Final = "I cannot post there. I need the permissions View Channel and Send Messages (in Threads)."
CHANNEL_GONE: Final = (
    "The channel of this table is gone. Use `/table move` in another channel, or play on with `/table hand`."
)
LOCKED_THREAD_TEXT: Final = "I cannot open this thread. Ask a moderator to unlock it."

REASON_TEXTS: Final = {
    UNKNOWN_CHANNEL: "The table's thread is gone, so it goes on in <#{0}>.",
    LOCKED: "The table's thread is locked, so it goes on in <#{0}>. To open it I need Manage Threads.",
    TOO_MANY_THREADS: "This server has as many open threads as Discord allows, so the table goes on in <#{0}>.",
}
"""The text for the person whose request let a table leave its thread, by Discord's code."""

REASON_WORDS: Final = {UNKNOWN_CHANNEL: "deleted", LOCKED: "locked", TOO_MANY_THREADS: "full"}
"""The word for the others (bot/ui/table/announcements.py), by Discord's code."""


async def report_loss(tables: Tables, table: TableState, why: int, now: int) -> None:
    """Enqueue an announcement that says why a table is in no thread.

    `why` is Discord's code, `now` is in ms. Raises StoreError.
    """

    def enqueue(record: TableRecord) -> Append:
        announcement = NewWork(
            WorkKind.ANNOUNCE, THREADLESS_KEY, record.seq, AnnouncementPayload(why=REASON_WORDS[why]), now
        )
        return Append(record.id, record.seq, work=(announcement,))

    await tables.update_row(table.id, enqueue)
