"""The result recorder: stores the results of tables and pads.

A hand's end enqueues a table's item, a change of a pad the pad's. Results are written once, whatever process is killed.
"""

from __future__ import annotations

import asyncio
from typing import Final

from bot.common.signals import Signal
from bot.pads.pads import Pads, UnknownPad
from bot.standings import pad_results, table_results
from bot.standings.table_results import MoveChoices
from bot.tables.model.finished_hands import are_whole
from bot.tables.model.seat_history import SeatHistory
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from data.standings.records import GameResult, Origin
from data.tables.records import Work
from data.tables.work import WorkState

MAX_PARALLEL_RECORDINGS: Final = 2
"""Tables, and pads, whose results are waited for at a time; they are written one after the other."""


class ResultRecorder:
    """Writes results."""

    def __init__(self, tables: Tables, pads: Pads) -> None:
        self._tables = tables
        self._pads = pads
        self._store = tables.store
        self.standings_due: Signal[int] = Signal()
        """Emits the time (ms) at which standings are due after results changed."""
        self.recording_lock = asyncio.Lock()
        """Held while results are recorded, and during an erasure: nothing read before it is recorded after it."""

    # -- tables ------------------------------------------------------------------------------------------------------

    async def record(self, work: Work) -> WorkState:
        """Store a table's results that are missing: of its hands, and of its game if that is over.

        Results of a game that was ended void are deleted. Raises StoreError.
        """
        async with self.recording_lock:
            return await self._record(work)

    async def _record(self, work: Work) -> WorkState:
        """Write the results of a table's new hands, or take out those of a void table."""
        table = await self._tables.find(work.table)
        record = table.record
        if record.private:
            return WorkState.CANCELLED
        if table.void:
            if await self._store.results.replace(Origin("table", table.id), (), None):
                self.standings_due.emit(self._tables.clock())
            return WorkState.DONE
        new = await self._store.results.unrecorded(table.id)
        over = record.status == "over" and table.state is not None
        if not (new or over):
            await self._record_debts(table)
            return WorkState.DONE
        # Seats are told backwards from who sits there now: as far as the hands in question reach.
        first = 0 if over else new[0].first
        seating = SeatHistory.of(record.seats, await self._store.tables.seat_changes(table.id, first))
        choices = MoveChoices.of(await self._store.lists.chosen_moves(table.id, first))
        hands = [
            table_results.hand_result(record, table.game, hand, seating, choices, table.game.success_counts(hand.how))
            for hand in new
        ]
        game = await self._game(table, seating, choices) if over else None
        if await self._store.results.add(Origin("table", table.id), hands, game):
            self.standings_due.emit(self._tables.clock())
        return WorkState.DONE

    async def _record_debts(self, table: TableState) -> None:
        """Let the result of the last hand be what it brought once debts were paid at an early end."""
        hand = table.last_hand
        if table.ending is None or hand is None:
            return
        if await self._store.results.rescore(Origin("table", table.id), hand.number, hand.points):
            self.standings_due.emit(self._tables.clock())

    async def _game(self, table: TableState, seating: SeatHistory, choices: MoveChoices) -> GameResult | None:
        """Return the result of a game that is over, once all its hands have rows.

        It is none where no hand was played.
        """
        spans = await self._store.tables.hands(table.id)
        if (
            table.state is None
            or not spans
            or not are_whole(spans)
            or not table.game.was_played(table.state.view(None))
        ):
            return None
        end = table.id, spans[-1].last
        at = (await self._store.lists.moments([end])).get(end, table.record.updated)
        return table_results.game_result(table.record, table.game, table.state.score(), spans, at, seating, choices)

    # -- pads --------------------------------------------------------------------------------------------------------

    async def record_pad(self, work: Work) -> WorkState:
        """Store a pad's results as they are by now. Raises StoreError."""
        async with self.recording_lock:
            try:
                await self._replace_pad(work.pad)
            except UnknownPad:  # deleted meanwhile: its results stay
                return WorkState.CANCELLED
        return WorkState.DONE

    async def _replace_pad(self, number: int) -> None:
        pad = await self._pads.find(number)
        finished = await self._store.pads.finished_at(number) if pad.record.status == "finished" else None
        hands = await asyncio.to_thread(pad_results.hand_results, pad)  # hundreds would hold the loop
        game = pad_results.game_result(pad, finished)
        if await self._store.results.replace(Origin("pad", number), hands, game, pad.record.seq):
            self.standings_due.emit(self._tables.clock())
