"""The result recorder: stores the results of tables and pads.

A hand's end enqueues a table's item; a pad's row says that it is behind (`recorded` < `seq`). Results are written once,
whatever process is killed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from bot.common.errors import redact
from bot.common.tasks import BackgroundTasks
from bot.pads.pad import Pad
from bot.pads.pads import Pads
from bot.standings import pad_results, table_results
from bot.standings.table_results import MoveChoices
from bot.tables.model.finished_hands import are_whole
from bot.tables.model.seat_history import SeatHistory
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from data.engine.errors import StoreError
from data.standings.records import GameResult, Origin
from data.tables.records import Work
from data.tables.work import WorkState

log = logging.getLogger(__name__)

MAX_PARALLEL_RECORDINGS: Final = 2
"""Tables whose results are waited for at a time; they are written one after the other."""

SETTLE_SECONDS: Final = 0.5
"""Seconds before a pad's results are looked at, so that answers go first and several changes are looked at once."""

RETRY_SECONDS: Final = 15.0
"""Seconds until a pad's results are tried again."""


class ResultRecorder:
    """Writes results. `changed` is told whenever some are others than before."""

    def __init__(self, tables: Tables, pads: Pads, changed: Callable[[], None]) -> None:
        self._tables = tables
        self._pads = pads
        self._store = tables.store
        self.changed = changed
        self._owed: set[int] = set()
        """The pads whose results are to be looked at."""
        self._tasks = BackgroundTasks("the results of pads are no longer recorded")
        self._task: asyncio.Task[None] | None = None
        self.still = asyncio.Lock()
        """Held while something is recorded, and by whoever takes somebody's data out: nothing that was read before is
        recorded after it."""

    # -- tables ------------------------------------------------------------------------------------------------------

    async def record(self, work: Work) -> WorkState:
        """Store a table's results that are missing: of its hands, and of its game if that is over.

        Results of a game that was ended void are deleted. A hand without a row is recorded when it gets one
        (Store.add_hands). Raises StoreError.
        """
        async with self.still:
            return await self._record(work)

    async def _record(self, work: Work) -> WorkState:
        table = await self._tables.find(work.table)
        record = table.record
        if record.lesson:
            return WorkState.CANCELLED
        if table.void:
            if await self._store.results.replace(Origin("table", table.id), (), None):
                self.changed()
            return WorkState.DONE
        new = await self._store.results.unrecorded(table.id)
        over = record.status == "over" and table.state is not None
        if not (new or over):
            return WorkState.DONE
        # Seats are told backwards from who sits there now: as far as the hands in question reach.
        first = 0 if over else new[0].first
        seating = SeatHistory.of(record.seats, await self._store.changes_of_seats(table.id, first))
        choices = MoveChoices.of(await self._store.lists.chosen_moves(table.id, first))
        hands = [
            table_results.hand_result(record, table.game, hand, seating, choices, table.game.success_counts(hand.how))
            for hand in new
        ]
        game = await self._game(table, seating, choices) if over else None
        if await self._store.results.add(Origin("table", table.id), hands, game):
            self.changed()
        return WorkState.DONE

    async def _game(self, table: TableState, seating: SeatHistory, choices: MoveChoices) -> GameResult | None:
        """The result of a game that is over, once all its hands have rows. It is none where no hand was played."""
        spans = await self._store.hands(table.id)
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

    async def start(self) -> None:
        """Take up the pads that an earlier process left. Raises StoreError."""
        for number in await self._store.pads.unrecorded():
            self._owe(number)

    async def close(self) -> None:
        """Stop; what is not recorded stays owed."""
        await self._tasks.close()

    def pad_changed(self, pad: Pad) -> None:
        """A pad has changed: its results are to agree with it."""
        self._owe(pad.id)

    def _owe(self, number: int) -> None:
        self._owed.add(number)
        if self._task is None or self._task.done():
            self._task = self._tasks.spawn(self._work(), "recorder")

    async def _work(self) -> None:
        while self._owed:
            await asyncio.sleep(SETTLE_SECONDS)
            number = self._owed.pop()
            try:
                await self._record_pad(number)
            except StoreError as error:
                log.warning("pad %s: its results are not kept yet (%s)", number, error)
            except Exception as error:  # not again before its next change, or the next start
                log.exception("pad %s: no results can be made of it", number, exc_info=redact(error))
                continue
            else:
                continue
            self._owed.add(number)
            await asyncio.sleep(RETRY_SECONDS)

    async def _record_pad(self, number: int) -> None:
        async with self.still:
            await self._replace_pad(number)

    async def _replace_pad(self, number: int) -> None:
        pad = await self._pads.find(number)
        finished = await self._store.pads.finished_at(number) if pad.record.status == "finished" else None
        hands = await asyncio.to_thread(pad_results.hand_results, pad)  # hundreds would hold the loop
        game = pad_results.game_result(pad, finished)
        if await self._store.results.replace(Origin("pad", number), hands, game, pad.record.seq):
            self.changed()
