"""The boards of club nights, which show the night's tables and pads (tracked_message.py).

A change of a night, its tables or its pads enqueues the update of its board, as does its end. After the end the message
with the results follows it.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar, Final

from bot.common.errors import Declined, UnknownTable
from bot.nights.summary import MAX_PARTS, NightPart, NightSummary, summarize_pad, summarize_table
from bot.pads.pads import Pads, UnknownPad
from bot.scheduler.scheduler import Reschedule
from bot.standings.table_results import MoveChoices
from bot.tables.services.tables import Tables
from bot.transport.messages.tracked_message import MessagePlace, TrackedMessages
from bot.ui.nights import deleted_board, night_board
from bot.ui.table.renderer import RenderedMessage
from data.nights.records import NightRecord
from data.standings.records import Origin
from data.tables.records import Work
from data.tables.work import Subject, SubjectKind, WorkState

DELETED_TEXT: Final = "This club night is deleted. Within a day, `/night show` can undo that."
NO_NIGHT: Final = "There is no such club night."


@dataclass(eq=False, repr=False)
class NightBoards(TrackedMessages):
    """The messages of all club nights."""

    what: ClassVar[str] = "night"
    edit_interval_seconds: ClassVar[float] = 5.0

    tables: Tables
    pads: Pads

    async def find(self, number: int) -> NightRecord:
        """Return the night with a number. Raises Declined if there is none, StoreError."""
        record = await self.tables.store.nights.night(number)
        if record is None:
            raise Declined(NO_NIGHT)
        return record

    async def update_messages(self, number: int) -> NightRecord:
        """Let the messages of a night show a change of it. Returns the night. Raises Declined, StoreError."""
        record = await self.find(number)
        self.wake(record)
        self.scheduler.notify_due_now()
        return record

    def wake(self, record: NightRecord) -> None:
        """Retry the parked work of a night that a user uses."""
        self.scheduler.wake(record.guild, Subject(SubjectKind.NIGHT, record.id))

    async def update(self, work: Work) -> WorkState:
        """Bring a night's message up to date. The update at the night's end is rescheduled until then."""
        if work.key == "end":
            with suppress(Declined):
                record = await self.find(work.night)
                if not record.is_over(self.tables.clock()):
                    raise Reschedule(record.end)
        state = await super().update(work)
        with suppress(Declined):
            record = await self.find(work.night)
            if record.is_over(self.tables.clock()):  # what has changed stands in its results, too
                await self.tables.store.nights.enqueue_results(record.id)
                self.scheduler.notify_due_now()
        return state

    async def summarize(self, record: NightRecord) -> NightSummary:
        """Return the summary of a night: its state, tables and pads. Raises StoreError."""
        origins = await self.tables.store.nights.parts_of(record)
        parts = list[NightPart]()
        for origin in origins[-MAX_PARTS:]:
            with suppress(UnknownTable, UnknownPad):  # of a game that this version does not have, or just deleted
                parts.append(await self._part(origin))
        over = record.is_over(self.tables.clock())
        return NightSummary(record, over, tuple(parts), max(0, len(origins) - MAX_PARTS))

    async def _part(self, origin: Origin) -> NightPart:
        if origin.source == "pad":
            return summarize_pad(await self.pads.find(origin.number))
        table, store = await self.tables.find(origin.number), self.tables.store
        choices = MoveChoices.of(await store.lists.chosen_moves(table.id))
        return summarize_table(
            table, await store.tables.hands(table.id), await store.tables.seat_changes(table.id), choices
        )

    async def _place(self, number: int) -> MessagePlace:
        record = await self.find(number)
        return MessagePlace(record.message_channel, record.message)

    async def _render(self, number: int) -> tuple[RenderedMessage, int]:
        record = await self.find(number)
        layout = night_board(await self.summarize(record)) if record.deleted is None else deleted_board(record)
        return RenderedMessage(layout), record.seq

    async def _note_posted(self, number: int, channel: int, message: int, seq: int) -> None:
        await self.tables.store.nights.note_posted(number, channel, message)

    async def _note_gone(self, number: int, message: int) -> None:
        await self.tables.store.nights.note_message_gone(number, message)
