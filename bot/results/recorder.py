"""The recorder: makes results of what tables and pads come to.

A table owes it by a row of work that is written with the end of a hand; a pad by its own row (`recorded` behind `seq`).
What is there already is not written again, so a process that is killed leaves nothing lost and nothing doubled.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from bot.errors import safe
from bot.pads.pad import Pad
from bot.pads.pads import Pads
from bot.results import online, physical
from bot.results.online import Seating
from bot.tables.due import PutOff
from bot.tables.past import are_whole
from bot.tables.tables import Tables
from data.errors import StoreError
from data.records import Work, WorkState
from data.result_records import GameResult, HandResult, Origin

log = logging.getLogger(__name__)

AT_ONCE: Final = 2
"""Tables whose results are written at a time."""

BACKFILL: Final = 10_000
"""Milliseconds until a table is looked at again whose hands are still to get their rows."""

SETTLE: Final = 0.5
"""Seconds before a pad's results are looked at, so that answers go first and several changes are looked at once."""

RETRY: Final = 15.0
"""Seconds until a pad's results are tried again."""


class Recorder:
    """Writes results. `changed` is told whenever some are others than before."""

    def __init__(self, tables: Tables, pads: Pads, changed: Callable[[], None] = lambda: None) -> None:
        self._tables = tables
        self._pads = pads
        self._store = tables.store
        self.changed = changed
        self._owed: set[int] = set()
        """The pads whose results are to be looked at."""
        self._task: asyncio.Task[None] | None = None

    # -- tables ------------------------------------------------------------------------------------------------------

    async def record(self, work: Work) -> WorkState:
        """Write the results of a table's hands, and of its game if that is over, which are not there yet.

        Raises PutOff where its hands still have to get their rows, StoreError.
        """
        live = await self._tables.find(work.table)
        record = live.record
        if record.lesson:
            return "gone"
        spans = await self._store.hands(live.id)
        if not are_whole(spans) or any(row.state == "due" for row in await self._store.work(live.id, "backfill")):
            raise PutOff(self._tables.clock() + BACKFILL)
        origin = Origin("table", live.id)
        known = await self._store.results.recorded(origin)
        new = [span for span in spans if span.number not in known]
        over = record.status == "over" and live.state is not None and bool(spans)
        times = await self._store.lists.moments([(live.id, span.last) for span in (*new, *spans[-1:])])
        seating = Seating.of(record.seats, await self._store.changes_of_seats(live.id))
        hands: list[HandResult] = []
        for span in new:
            hand = await self._store.hand(live.id, span.number)
            if hand is not None:
                at = times.get((live.id, span.last), record.updated)
                feats = live.game.feats(hand.how)
                hands.append(online.hand_result(record, live.game, hand, at, seating, feats))
        game: GameResult | None = None
        if over and live.state is not None:
            at = times.get((live.id, spans[-1].last), record.updated)
            game = online.game_result(record, live.game, live.state.score(), spans, at, seating)
        if await self._store.results.add(origin, hands, game):
            self.changed()
        return "sent"

    # -- pads --------------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Take up the pads that an earlier process left. Raises StoreError."""
        for number in await self._store.pads.unrecorded():
            self._owe(number)

    async def close(self) -> None:
        """Stop; what is not recorded stays owed."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def pad_changed(self, pad: Pad) -> None:
        """A pad has changed: its results are to agree with it."""
        self._owe(pad.id)

    def _owe(self, number: int) -> None:
        self._owed.add(number)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work(), name="recorder")

    async def _work(self) -> None:
        while self._owed:
            await asyncio.sleep(SETTLE)
            number = self._owed.pop()
            try:
                await self._record_pad(number)
            except StoreError as error:
                log.warning("pad %s: its results are not kept yet (%s)", number, error)
            except Exception as error:  # not again before its next change, or the next start
                log.exception("pad %s: no results can be made of it", number, exc_info=safe(error))
                continue
            else:
                continue
            self._owed.add(number)
            await asyncio.sleep(RETRY)

    async def _record_pad(self, number: int) -> None:
        pad = await self._pads.find(number)
        finished = await self._store.pads.finished_at(number) if pad.record.status == "finished" else None
        hands = await asyncio.to_thread(physical.hand_results, pad)  # hundreds would hold the loop
        game = physical.game_result(pad, finished)
        if await self._store.results.replace(Origin("pad", number), hands, game, pad.record.seq):
            self.changed()
