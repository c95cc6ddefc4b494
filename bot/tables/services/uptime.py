"""When the bot was there: running, and connected to Discord. In between nobody could move, so no clock ran."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable
from itertools import accumulate
from operator import itemgetter
from time import monotonic
from typing import Final

from bot.common.signals import Signal
from bot.common.tasks import cancel_and_wait
from bot.common.time_spans import DAY_SECONDS, Span
from data.engine.clock import now_ms
from data.engine.errors import StoreError
from data.store import Store
from data.tables.work import WorkKind

log = logging.getLogger(__name__)

BEAT: Final = 30
"""Seconds between two notes that the bot is there."""

MISSED: Final = 4 * BEAT * 1000
"""Milliseconds without such a note after which it was not: the machine slept."""

BRIEF: Final = 60_000
"""Milliseconds that the connection may be lost for before clocks stand still."""

NOTICED: Final = 5 * 60_000
"""Milliseconds that the bot was not there after which the times that boards show are drawn anew."""

STEP: Final = 1000
"""Milliseconds by which the clock may go back without being set back: it is corrected by so much now and then."""

LONG_AGO: Final = 60 * DAY_SECONDS * 1000
"""Milliseconds after which nobody asks any more when the bot was there."""


class Uptime:
    """The times in which the bot was there, and the note of it."""

    def __init__(self, store: Store, clock: Callable[[], int] = now_ms) -> None:
        self._store = store
        self._clock = clock
        self._over: list[tuple[int, int]] = []
        self._run: int | None = None
        self._began = 0
        self._last = 0
        self._lost: set[int] = set()
        """The shards that have lost their connection."""
        self._lost_at: int | None = None
        self._met: set[int] = set()
        """The shards that have had their connection."""
        self._connection = asyncio.Event()
        """Whether all shards have theirs; a brief loss does not count."""
        self._beating: asyncio.Task[None] | None = None
        self._changing = asyncio.Lock()
        self._seen = (0, 0.0)
        """The latest time (ms) that the machine's clock has shown since it was set back last, and when (monotonic)."""
        self.owed: Signal[int] = Signal()
        """Told the time (ms) at which work is owed: the bot was not there for a while, or the clock was set back."""

    @property
    def began(self) -> int | None:
        """Since when (ms) the bot has been there; None while it is not."""
        return None if self._run is None else self._began

    def gaps(self) -> list[Span]:
        """When it was not there, in order; the last may last still. Times that the clock has shown twice count as those
        in which it was there, if it was the first time.
        """
        current = [] if self._run is None else [(self._began, math.inf)]
        known = sorted([*self._over, *current])
        until = accumulate((last for _, last in known), max)
        gaps = [Span(int(last), began) for last, (began, _) in zip(until, known[1:], strict=False) if last < began]
        if not current and self._over:
            gaps.append(Span(self._over[-1][1], None))
        return sorted(gaps, key=itemgetter(0))

    async def start(self) -> None:
        """Learn when it was there before. It is there once it is connected (`connected`). Raises StoreError."""
        now = self._clock()
        self._over = await self._store.clocks.runs(now - LONG_AGO) or [(now, now)]
        self._seen = self._over[-1][1], monotonic()
        self._beating = asyncio.create_task(self._beat(), name="uptime")

    async def close(self) -> None:
        """It is there no more: what is noted then is when it was last there."""
        await cancel_and_wait(self._beating)
        try:
            async with self._changing:
                await self._end(self._clock() if self._lost_at is None else self._lost_at)
        except StoreError as error:
            log.warning("uptime is not saved: %s", error)

    async def connected(self, shard: int, of: int = 1) -> None:
        """One of so many shards has its connection. Once all have theirs, the bot is there."""
        self._lost.discard(shard)
        self._met.add(shard)
        if self._lost or len(self._met) < of:
            return
        self._lost_at = None
        self._connection.set()
        try:
            async with self._changing:
                await self._begin()
        except StoreError as error:  # whoever looks next tries again
            log.warning("uptime is not saved: %s", error)

    def lost(self, shard: int) -> None:
        """A shard has lost its connection."""
        self._lost.add(shard)
        self._lost_at = self._clock() if self._lost_at is None else self._lost_at
        if self._run is None:
            self._connection.clear()

    async def there(self) -> None:
        """Wait until the bot is there, and that is kept: from then on `gaps` tells all times in which it was not, also
        where the machine has just woken up. Work that was due before the clock was set back is due. Raises StoreError.
        """
        if self._was() is not None:
            async with self._changing:
                await self._set_back()
        while self._run is None or self._clock() - self._last > MISSED:
            await self._connection.wait()
            now = self._clock()  # before it waits for its turn: the clock may be turned meanwhile
            async with self._changing:
                await self._look(now)

    async def turned(self) -> None:
        """The clock was turned forward, while the bot was there: that counts as time in which it was.

        Raises StoreError.
        """
        async with self._changing:
            await self._set_back()
            if self._run is not None:
                await self._note(self._clock())

    def _was(self) -> int | None:
        """The time (ms) that the clock would show if it had not been set back; None if it was not."""
        (seen, at), now = self._seen, self._clock()
        if now > seen:
            self._seen = now, monotonic()
        return seen + int((monotonic() - at) * 1000) if now < seen - STEP else None

    async def _set_back(self) -> None:
        """Record that the clock was set back while the bot was there, if it was."""
        was = self._was()
        if was is None or self._run is None:
            return
        before = self._began, self._last
        await self._begin_after(was)
        self._over.append(before)
        if self._lost_at is not None:
            self._lost_at = self._began

    async def _begin_after(self, was: int) -> None:
        """The bot is there since the clock was set back, which would show `was`: what was due before is due now."""
        now = self._clock()
        log.warning("the clock was set back by %s s: all that was due is due now", (was - now) // 1000)
        self._run = await self._store.clocks.set_back(now, was)
        self._began = self._last = now
        self._seen = now, monotonic()
        self.owed.emit(now)

    async def _begin(self) -> None:
        if self._run is not None:
            return
        was = self._was()
        if was is not None:
            await self._begin_after(was)
            return
        now = self._clock()
        noticed = now - self._over[-1][1] > NOTICED
        self._run = await self._store.clocks.begin_run(now, now - LONG_AGO, WorkKind.EXPIRE_CLOCK if noticed else None)
        self._began = self._last = now
        if noticed:
            self.owed.emit(now)

    async def _end(self, at: int) -> None:
        if self._run is not None:
            await self._note(max(self._last, at))
            self._over.append((self._began, self._last))
            self._run = None

    async def _note(self, at: int) -> None:
        assert self._run is not None
        await self._store.clocks.beat(self._run, at)
        self._last = max(self._last, at)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                async with self._changing:
                    await self._look(self._clock())
            except StoreError as error:
                log.warning("uptime is not saved: %s", error)

    async def _look(self, now: int) -> None:
        """Record that it is there, or that it was not."""
        await self._set_back()
        if now - self._last > MISSED:
            await self._end(self._last)
        if self._lost_at is not None:
            if self._run is not None and now - self._lost_at > BRIEF:
                log.info("connection lost for %s ms: clocks stand still", now - self._lost_at)
                await self._end(self._lost_at)
            if self._run is None:
                self._connection.clear()
        elif self._run is not None:
            await self._note(now)
        elif self._connection.is_set():
            await self._begin()
