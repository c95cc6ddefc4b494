"""The replay of a table's log, which makes the rows of its hands once more and so proves those that are kept."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from bot.tables.model import finished_hands
from bot.tables.model.table_state import TableState
from data.store import Store
from data.tables.events import PLAYED, EventKind
from data.tables.records import EventRecord, NewHand, TableRecord
from rules.contract import Event, State


class Replay:
    """A table's log as far as its row has come, folded event by event; holds one position, whatever its length."""

    def __init__(self, record: TableRecord) -> None:
        self.table = TableState(record, asyncio.Lock())
        self.last = 0
        """The number of the last event that was taken in."""
        self._began = 0
        self._ended: tuple[State, Event, State] | None = None
        """The hand that is over and whose last event may still have to come: its secrets are shown after it."""

    async def hands(self, store: Store) -> AsyncGenerator[NewHand]:
        """Yield each finished hand; the event loop is free in between.

        Raises CorruptLog, or StoreError. A hand comes once the next one is over, or at the end of the log: an early end
        may pay debts beyond it.
        """
        pending: NewHand | None = None
        async for page in store.tables.pages(self.table.id):
            for event in page:
                if event.seq > self.table.record.seq:  # played while this was read
                    break
                with finished_hands.reading():
                    hand = self._take(event)
                if hand:
                    if pending:
                        yield pending
                    pending = hand
                await asyncio.sleep(0)
        with finished_hands.reading():
            hand = self._over()
        if hand:
            if pending:
                yield pending
            pending = hand
        if pending:
            yield pending if self.table.ending is None else self.table.last_hand or pending

    def _take(self, event: EventRecord) -> NewHand | None:
        """Take an event in; returns the hand that was over before it."""
        if event.seq != self.last + 1:
            raise KeyError("an event is not there")
        over = self._over() if event.kind != EventKind.REVEAL else None
        before, began = self.table.state, self.table.hand_start_seq or event.seq
        self.table.fold([event])
        self.last = event.seq
        now = self.table.state
        if event.kind in PLAYED and before and now and finished_hands.is_over(before, now):
            self._began, self._ended = began, (before, finished_hands.event_of(event), now)
        return over

    def _over(self) -> NewHand | None:
        if self._ended is None:
            return None
        hand = finished_hands.row_of(*self._ended, (self._began, self.last))
        self._ended = None
        return hand
