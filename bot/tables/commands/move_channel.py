"""Moving a table to another channel of its server, because its own is gone or another suits better."""

from __future__ import annotations

from typing import Any, Final

from bot.common.errors import Declined
from bot.tables.model.actor import Actor
from bot.tables.model.seats import TABLE_ENDED
from bot.tables.model.step import Step
from bot.tables.model.table_state import Done, TableState
from bot.tables.services.tables import SHORT_DELAY_MS, Tables
from data.tables.errors import ThreadIsTaken
from data.tables.events import EventKind, MoveTablePayload
from data.tables.records import Limits, NewWork
from data.tables.work import AnnouncementPayload, DeletePayload, WorkKind

ALREADY_HERE_TEXT: Final = "The table is already here. `/table show` posts it again at the bottom."


async def move(
    tables: Tables, table_id: int, channel: int, actor: Actor, *, exclusive_in_thread: bool
) -> tuple[TableState, Done]:
    """Move a table to `channel`, where the caller posts it (Board.move). Both places are told; the old board points on.

    Raises Declined if the table has ended or is there already, or the thread is taken (`exclusive_in_thread`);
    StoreError.
    """

    def build(step: Step) -> None:
        record = step.record
        if record.is_finished:
            raise Declined(TABLE_ENDED)
        if channel == old_place(step) and "homeless" not in record.settings:
            raise Declined(ALREADY_HERE_TEXT)
        old = old_place(step)
        public = MoveTablePayload(from_channel=old, to_channel=channel)
        step.add(actor.new_event(EventKind.MOVE_TABLE, public=public))
        seq, now = step.next_seq - 1, tables.clock()
        # After the delay the table has its thread.
        step.work.append(NewWork(WorkKind.ANNOUNCE, str(seq), seq, AnnouncementPayload(events=1), now + SHORT_DELAY_MS))
        step.work.append(NewWork(WorkKind.ANNOUNCE, f"{seq}:old", seq, AnnouncementPayload(events=1, at=old), now))
        for where, message in _leaves(step):
            payload = DeletePayload(channel=where, message=message, becomes_pointer=True)
            step.work.append(NewWork(WorkKind.DELETE_BOARD, f"{message:x}", payload=payload, due=now + SHORT_DELAY_MS))
        settings = step.settings.copy()
        settings.pop("homeless", None)
        settings.pop("parent_channel", None)
        step.changes["settings"] = settings
        step.changes.update(channel=channel, thread=None, message_channel=None, message=None)
        step.limits = Limits(alone=exclusive_in_thread)

    try:
        return await tables.change(table_id, actor.interaction, build)
    except ThreadIsTaken:
        raise Declined("Another table is being played in this thread. Choose another channel.") from None


def old_place(step: Step) -> int:
    """Return the table's channel before the move."""
    record = step.record
    return record.message_channel or record.thread or record.channel


def _leaves(step: Step) -> list[tuple[int, int]]:
    """Return the messages that will say where the table is, with their channels.

    These are the board and the thread's starting message.
    """
    record: Any = step.record
    messages: list[tuple[int, int]] = []
    if record.message is not None and record.message_channel is not None:
        messages.append((record.message_channel, record.message))
    home, thread = record.settings.get("parent_channel", record.channel), record.thread or record.channel
    if thread != home and (home, thread) not in messages:
        messages.append((home, thread))
    return messages
