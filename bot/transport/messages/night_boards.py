"""The boards of club nights, which show the night's tables and pads (tracked_message.py).

A night's row says that its board is behind (`shown` < `seq`). Changes of tables and pads refresh it, as does start-up
for recent nights.
"""

from __future__ import annotations

import asyncio
from typing import ClassVar, Final

from bot.common.errors import Declined
from bot.common.signals import Signal
from bot.nights.summary import MAX_PARTS, NightPart, NightSummary, summarize_pad, summarize_table
from bot.pads.pad import Pad
from bot.pads.pads import Pads
from bot.standings.table_results import MoveChoices
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from bot.transport.api.channels import Channels
from bot.transport.api.rate_limits import RateLimits
from bot.transport.messages.tracked_message import MessageStatus, TrackedMessages
from bot.ui.nights import deleted_board, night_board
from bot.ui.table.renderer import RenderedMessage
from data.night_records import MAX_NIGHT_MS, WATCHED_MS, NightRecord
from data.result_records import Origin

DELETED: Final = "This club night is deleted. Within a day, `/night show` can undo that."
NO_NIGHT: Final = "There is no such club night."


class NightBoards(TrackedMessages):
    """The messages of all club nights."""

    what: ClassVar[str] = "night"
    edit_interval_seconds: ClassVar[float] = 5.0

    def __init__(self, tables: Tables, pads: Pads, channels: Channels, rate_limits: RateLimits) -> None:
        super().__init__(channels, rate_limits)
        self._tables = tables
        self._pads = pads
        self._nights = tables.store.nights
        self._on: dict[int, NightRecord] = {}
        """The nights that are watched, by number."""
        self._stale: set[int] = set()
        """Those whose tables or pads have come further than their message shows."""
        self._seen: dict[int, tuple[str, int]] = {}
        """By table what a night's message shows of it: its status, and which hand is played."""
        self._ends: dict[int, asyncio.TimerHandle] = {}
        self.over: Signal[int] = Signal()
        """Notified of nights that may be over, or were changed after their end, by number."""

    async def start(self) -> None:
        """Take up what an earlier process left undone. Raises StoreError."""
        for record in await self._nights.unsettled():
            self._watch(record)
            if record.shown < record.seq or not record.is_over(self._tables.clock() - MAX_NIGHT_MS):
                self._time_up(record.id)

    async def close(self) -> None:
        """Stop; what is not shown stays owed."""
        for timer in self._ends.values():
            timer.cancel()
        await super().close()

    async def find(self, number: int) -> NightRecord:
        """The night of that number. Raises Declined for none, StoreError."""
        record = await self._nights.night(number)
        if record is None:
            raise Declined(NO_NIGHT)
        return record

    async def changed(self, number: int) -> NightRecord:
        """Something in a night itself was changed: its message is to show it. Raises Declined, StoreError."""
        record = await self.find(number)
        self._watch(record)
        self._schedule(number)
        return record

    def pad_changed(self, pad: Pad) -> None:
        """A pad has changed: the nights to which it may belong are to show it."""
        self._touched(Origin("pad", pad.id), pad.record.channel, pad.record.created)

    def table_changed(self, live: TableState) -> None:
        """Update the nights of a table at which a hand or the game has ended."""
        if not self._on or live.record.lesson:
            return
        stands = live.record.status, 0 if live.state is None else live.state.number + live.state.finished
        if self._seen.get(live.id) == stands:
            return
        self._seen[live.id] = stands
        around = live.record.settings.get("around", live.record.channel)
        for channel in {around, live.record.channel}:
            self._touched(Origin("table", live.id), channel, live.record.created)

    def _touched(self, origin: Origin, channel: int, opened: int) -> None:
        for record in self._on.values():
            here = record.channel == channel and record.began <= opened <= record.end
            if (here or origin in record.inside) and origin not in record.outside:
                self._stale.add(record.id)
                self._schedule(record.id)

    def _watch(self, record: NightRecord) -> None:
        """Look at what happens at a night's tables and pads, and at its end."""
        now = self._tables.clock()
        self._on = {number: night for number, night in self._on.items() if night.began > now - WATCHED_MS}
        self._on[record.id] = record
        if before := self._ends.pop(record.id, None):
            before.cancel()
        left = (record.end - now) / 1000
        if left > 0:
            self._ends[record.id] = asyncio.get_running_loop().call_later(left, self._time_up, record.id)
        else:
            self.over.emit(record.id)

    def _time_up(self, number: int) -> None:
        """A night is over, or may have been played on while nobody looked."""
        self._stale.add(number)
        self._schedule(number)
        self.over.emit(number)

    async def evening(self, record: NightRecord) -> NightSummary:
        """A night as it is now, with what was played. Raises StoreError."""
        origins = await self._nights.parts_of(record)
        parts = [await self._part(origin) for origin in origins[-MAX_PARTS:]]
        over = record.is_over(self._tables.clock())
        return NightSummary(record, over, tuple(parts), max(0, len(origins) - MAX_PARTS))

    async def _part(self, origin: Origin) -> NightPart:
        if origin.source == "pad":
            return summarize_pad(await self._pads.find(origin.number))
        live, store = await self._tables.find(origin.number), self._tables.store
        choices = MoveChoices.of(await store.lists.chosen_moves(live.id))
        return summarize_table(live, await store.hands(live.id), await store.changes_of_seats(live.id), choices)

    async def _status(self, number: int) -> MessageStatus:
        record = await self.find(number)
        behind = record.shown < record.seq or number in self._stale
        return MessageStatus(record.guild, record.message_channel, record.message, record.seq, behind)

    async def _shown(self, number: int) -> tuple[RenderedMessage, int]:
        record = await self.find(number)
        self._stale.discard(number)  # before anything is read: what happens meanwhile is shown by another edit
        layout = night_board(await self.evening(record)) if record.deleted is None else deleted_board(record)
        return RenderedMessage(layout), record.seq

    async def _edit(self, number: int) -> bool:
        """Edit a night's message once; where that fails it is still to be done."""
        stale = number in self._stale
        try:
            return await super()._edit(number)
        except BaseException:
            if stale:
                self._stale.add(number)
            raise

    async def _posted(self, number: int, channel: int, message: int, seq: int) -> None:
        await self._nights.note_posted(number, seq, channel, message)
        self._stale.add(number)  # what happened since it was made may have been shown by the one before it

    async def _showed(self, number: int, message: int, seq: int) -> None:
        await self._nights.note_shown(number, seq, message)

    async def _gone(self, number: int, message: int) -> None:
        await self._nights.note_message_gone(number, message)
        self._stale.discard(number)
