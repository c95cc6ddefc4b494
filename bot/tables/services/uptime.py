"""The spans in which each shard was connected to Discord.

In between nobody could move in its servers, so no clock ran there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Final

from bot.common.signals import Signal
from bot.common.tasks import cancel_and_wait
from bot.common.time_spans import DAY_MS, Span
from bot.tables.services.run_history import RunHistory
from data.engine.errors import StoreError
from data.engine.shards import Shards
from data.store import Store
from data.tables.clocks import Run
from data.tables.work import WorkKind

log = logging.getLogger(__name__)

BEAT_SECONDS: Final = 30
"""Seconds between two notes which shards are there."""

MISSED_AFTER_MS: Final = 4 * BEAT_SECONDS * 1000
"""Milliseconds without such a note after which a shard was not: the machine slept, or its process is gone."""

MAX_BRIEF_LOSS_MS: Final = 60_000
"""Milliseconds that the connection may be lost for before clocks stand still."""

NOTICED_AFTER_MS: Final = 5 * 60_000
"""Milliseconds that a shard was not there after which the times that boards show are drawn anew."""

MAX_CLOCK_STEP_MS: Final = 1000
"""Milliseconds by which the clock may go back without being set back: it is corrected by so much now and then."""

HISTORY_LIFETIME_MS: Final = 60 * DAY_MS
"""Milliseconds after which nobody asks any more when a shard was there."""


@dataclass(slots=True)
class _Shard:
    """A shard of this process that has had its connection."""

    id: int
    of: int
    run: int | None = None
    """Its run that lasts; None while it is not there."""
    began: int = 0
    last: int = 0
    lost_at: int | None = None
    """The time (ms) at which it lost its connection; None while it is connected."""

    def settled(self, now: int) -> bool:
        """Whether it is known to be there, or not to be."""
        return self.lost_at is not None if self.run is None else now - self.last <= MISSED_AFTER_MS

    def as_run(self, number: int) -> Run:
        """Return the shard's run under that number, as it was stored last."""
        return Run(number, self.id, self.of, self.began, self.last)


class Uptime:
    """The connected spans of all shards. Records those of this process."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self._own: Shards | None = None
        self._shards: dict[int, _Shard] = {}
        self._history = RunHistory(0, None, ())
        self._read = 0
        """The time (ms) at which the runs of other processes were read."""
        self._connection = asyncio.Event()
        """Whether a shard has its connection; a brief loss does not count."""
        self._beating: asyncio.Task[None] | None = None
        self._changing = asyncio.Lock()
        self._seen = (0, 0.0)
        """The latest time (ms) that the machine's clock has shown since it was set back last, and when (monotonic)."""
        self.on_work_due: Signal[int] = Signal()
        """Told the time (ms) at which work is owed: a shard was not there for a while, or the clock was set back."""

    @property
    def began(self) -> int | None:
        """The time (ms) since which a shard of this process has been connected; None while none is."""
        return min((shard.began for shard in self._running_shards()), default=None)

    def gaps(self, guild: int, table: int = 0) -> Sequence[Span]:
        """Return the spans in which the shard of a server was not connected, in order; the last may still last.

        A table among the lessons has a shard by its own number.
        """
        return self._history.gaps(guild, table, self._clock() - MISSED_AFTER_MS)

    async def start(self, shards: Shards | None = None) -> None:
        """Learn when shards were there before. One is there once it is connected (`record_connected`).

        `shards` are those that this process will have; None are all. Raises StoreError.
        """
        now = self._clock()
        self._own = None if shards is None or len(shards.ids) == shards.count else shards
        self._history = RunHistory(now, self._own, await self._store.clocks.runs(now - HISTORY_LIFETIME_MS))
        self._read = now
        self._seen = self._history.latest_own(), monotonic()
        self._beating = asyncio.create_task(self._beat(), name="uptime")

    async def close(self) -> None:
        """Record the end of the runs of this process's shards."""
        await cancel_and_wait(self._beating)
        try:
            async with self._changing:
                now, running = self._clock(), self._running_shards()
                await self._end([shard for shard in running if shard.lost_at is None], now)
                for shard in running:
                    if shard.lost_at is not None:
                        await self._end([shard], shard.lost_at)
        except StoreError as error:
            log.warning("uptime is not saved: %s", error)

    async def record_connected(self, shard: int, of: int = 1) -> None:
        """Record that a shard connected; `of` is the number of shards."""
        state = self._shards.setdefault(shard, _Shard(shard, of))
        state.lost_at = None
        self._connection.set()
        try:
            async with self._changing:
                await self._begin(state)
        except StoreError as error:  # the next look tries again
            log.warning("uptime is not saved: %s", error)

    def record_lost(self, shard: int) -> None:
        """Record that a shard lost its connection."""
        state = self._shards.get(shard)
        if state is not None and state.lost_at is None:
            state.lost_at = self._clock()
            self._wait_if_none()

    async def wait_for_shards(self) -> frozenset[int]:
        """Wait until a shard of this process is connected and its run is stored. Returns all such shards.

        From then on `gaps` has all times in which they were not connected, also where the machine has just woken up.
        Work that was due before the clock was set back is due. `on_work_due` announces a shard that connects later.
        Raises StoreError.
        """
        if self._expected_now() is not None:
            async with self._changing:
                await self._detect_clock_set_back()
        while True:
            now = self._clock()
            running = frozenset(shard.id for shard in self._running_shards())
            if running and all(shard.settled(now) for shard in self._shards.values()):
                return running
            await self._connection.wait()
            now = self._clock()  # before it waits for its turn: the clock may be turned meanwhile
            async with self._changing:
                await self._update_runs(now)

    async def record_forward_jump(self) -> None:
        """Record that the clock was turned forward while shards were connected: they count as connected all the time.

        Raises StoreError.
        """
        async with self._changing:
            await self._detect_clock_set_back()
            await self._record_heartbeat(self._running_shards(), self._clock())

    def _running_shards(self) -> list[_Shard]:
        return [shard for shard in self._shards.values() if shard.run is not None]

    def _wait_if_none(self) -> None:
        """Let `wait_for_shards` wait if no shard is connected or was lost a moment ago."""
        if all(shard.run is None and shard.lost_at is not None for shard in self._shards.values()):
            self._connection.clear()

    def _expected_now(self) -> int | None:
        """Return the time (ms) that the clock would show if it had not been set back; None if it was not."""
        (seen, at), now = self._seen, self._clock()
        if now > seen:
            self._seen = now, monotonic()
        return seen + int((monotonic() - at) * 1000) if now < seen - MAX_CLOCK_STEP_MS else None

    async def _detect_clock_set_back(self) -> None:
        """Restart the runs of connected shards if the clock was set back."""
        was, running = self._expected_now(), self._running_shards()
        if was is None or not running:
            return
        await self._restart_runs(was, running)

    async def _restart_runs(self, was: int, shards: Collection[_Shard]) -> None:
        """Begin new runs of these shards after the clock was set back from `was`. Earlier due work stays due."""
        now = self._clock()
        log.warning("the clock was set back by %s s: all that was due is due now", (was - now) // 1000)
        shard_numbers = [(shard.id, shard.of) for shard in shards]
        for shard, run in zip(
            shards, await self._store.clocks.turn_clock_back(now, was, shard_numbers, self._own), strict=True
        ):
            self._record_run(shard, run, now)
            if shard.lost_at is not None:
                shard.lost_at = now
        self._seen = now, monotonic()
        self.on_work_due.emit(now)

    async def _begin(self, shard: _Shard) -> None:
        """Begin the run of a shard, or restart all runs if the clock was set back."""
        if shard.run is not None:
            return
        was = self._expected_now()
        if was is not None:
            await self._restart_runs(was, [*self._running_shards(), shard])
            return
        now = self._clock()
        noticed = now - self._history.latest(shard.id, shard.of) > NOTICED_AFTER_MS
        redrawn = WorkKind.EXPIRE_CLOCK if noticed else None
        run = await self._store.clocks.begin_run(
            now, now - HISTORY_LIFETIME_MS, redrawn, shard=shard.id, shard_count=shard.of
        )
        self._record_run(shard, run, now)
        if noticed or len(self._shards) > 1:  # the others may have been asked for what is due without this one
            self.on_work_due.emit(now)

    def _record_run(self, shard: _Shard, run: int, now: int) -> None:
        """Record the number and start of a shard's new run, in place of the run before."""
        if shard.run is not None:
            self._history.note(shard.as_run(shard.run))
        shard.run, shard.began, shard.last = run, now, now
        self._history.note(shard.as_run(run), lasts=True)

    async def _end(self, shards: Collection[_Shard], at: int) -> None:
        """End the runs of these shards at `at`, or at their last heartbeat."""
        await self._record_heartbeat(shards, at)
        for shard in shards:
            if shard.run is not None:
                self._history.note(shard.as_run(shard.run))
                shard.run = None

    async def _record_heartbeat(self, shards: Collection[_Shard], at: int) -> None:
        """Record that these shards are connected at `at`."""
        runs = [shard.run for shard in shards if shard.run is not None and shard.last < at]
        if runs:
            await self._store.clocks.beat(runs, at)
        for shard in shards:
            shard.last = max(shard.last, at)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                async with self._changing:
                    await self._update_runs(self._clock())
            except StoreError as error:
                log.warning("uptime is not saved: %s", error)

    async def _update_runs(self, now: int) -> None:
        """Record which shards are there, and which are not; read which others are."""
        await self._detect_clock_set_back()
        for shard in self._running_shards():
            if now - shard.last > MISSED_AFTER_MS:
                await self._end([shard], shard.last)
            elif shard.lost_at is not None and now - shard.lost_at > MAX_BRIEF_LOSS_MS:
                log.info("shard %s: connection lost for %s ms: clocks stand still", shard.id, now - shard.lost_at)
                await self._end([shard], shard.lost_at)
        self._wait_if_none()
        await self._record_heartbeat([shard for shard in self._running_shards() if shard.lost_at is None], now)
        for shard in [*self._shards.values()]:
            if shard.lost_at is None:
                await self._begin(shard)
        if self._own is not None:
            await self._read_others(now)

    async def _read_others(self, now: int) -> None:
        """Learn what other processes have noted since this was done last."""
        own_runs = {shard.run for shard in self._running_shards()}
        runs = await self._store.clocks.runs(min(self._read, now) - 2 * MISSED_AFTER_MS)
        self._history.note(*(run for run in runs if run.number not in own_runs))
        self._read = now
