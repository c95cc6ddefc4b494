"""The scheduler: polls the outbox, claims work items that are due, runs their handlers, and retries.

A handler returns the item's next state. It checks again whether the item still holds, as other events may have come
between.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

from bot.common.errors import Declined, redact
from bot.common.locks import KeyedLocks
from bot.common.metrics import WORK, WORK_LATE
from bot.common.tasks import BackgroundTasks, cancel_and_wait
from data.engine.errors import StoreBusy, StoreError, StoreUnreachable
from data.engine.shards import Shards
from data.store import Store
from data.tables.records import Work
from data.tables.work import WITHOUT_DISCORD, Subject, SubjectKind, WorkKind, WorkState

log = logging.getLogger(__name__)

RETRY_DELAYS_SECONDS: Final = (2, 5, 15, 60, 300, 900, 3600)
"""The delays after the first try that failed, the second, and so on."""

OUTAGES: Final = (StoreBusy, StoreUnreachable)
"""Errors of the database that say nothing of an item: it waits for the first of these delays, and no try counts."""

BATCH_DELAY_SECONDS: Final = 0.05
"""The pause after a poll, so that items that fall due together are read together."""

MAX_SLEEP_SECONDS: Final = 30.0
"""The longest time between two polls. They find items without a notification."""

BATCH_SIZE: Final = 100
"""Items read at a time."""

RETENTION_MS: Final = 24 * 3600 * 1000
"""Milliseconds for which settled items stay stored. No item runs that long."""

Handler = Callable[[Work], Awaitable[WorkState | None]]
"""Handles an item. Returns its next state, None if that is written already; an error means a retry."""


class Reschedule(Exception):
    """Raised by a handler whose item is to run at `due` (ms), not now. It does not count as a try."""

    def __init__(self, due: int) -> None:
        super().__init__(due)
        self.due = due


@dataclass(slots=True, eq=False, repr=False)
class WorkQueue:
    """The items of one kind that are claimed, and their handler."""

    handler: Handler
    max_parallel: int
    on_exhausted: WorkState | None
    waiting: deque[Work] = field(default_factory=deque[Work])
    claimed: set[int] = field(default_factory=set[int])
    """The ids of items that wait here or run."""
    due_again: set[int] = field(default_factory=set[int])
    """The ids of claimed items that a poll found due: they may be due again once they have run."""
    has_more: bool = False
    """Whether a poll left items for want of room."""

    @property
    def has_room(self) -> bool:
        """Whether more items may be read."""
        return len(self.waiting) < self.max_parallel


@dataclass(eq=False, repr=False)
class Scheduler:
    """Runs the work items of this process.

    `transient_errors` need no traceback. `is_permanent` says whether a retry is useless. `wait_committed` waits until
    memory has the commit of an item. `wait_for_shards` waits for the gateway, and returns the shards whose items this
    process runs; None for all. `is_ours` says whether an item is still one of them. `is_leader` says whether this
    process does the work of all. `clock` tells the time (ms) by which items are due.
    """

    store: Store
    transient_errors: tuple[type[Exception], ...]
    is_permanent: Callable[[Exception], bool]
    wait_committed: Callable[[Work], Awaitable[None]]
    wait_for_shards: Callable[[], Awaitable[Shards | None]]
    is_ours: Callable[[Work], bool]
    is_leader: Callable[[], bool]
    is_guild_absent: Callable[[int], Awaitable[bool]]
    clock: Callable[[], int]

    def __post_init__(self) -> None:
        self._kinds: dict[WorkKind, WorkQueue] = {}
        self._tasks = BackgroundTasks("a work item could not be run")
        self._finished: set[int] = set()
        """The ids of items that finished while a poll read the outbox."""
        self._alarm: float = 0
        self._alarm_after: float = 0
        """The alarm's time on the monotonic clock: the machine's clock may be set back meanwhile."""
        self._alarm_moved = asyncio.Event()
        self._parked: dict[int, set[Subject]] = {}
        """The subjects with parked items, by guild."""
        self._knows_parked = False
        self._absent_guilds: set[int] = set()
        """The guilds that this process has seen the bot removed from."""
        self._presence_locks = KeyedLocks[int]()
        """The locks by guild: parking its items ends before waking them begins."""
        self._running: Counter[Subject] = Counter()
        """The number of running items by subject."""
        self._used_while_running: set[Subject] = set()
        """The subjects with running items at which a user has used the bot since."""
        self._loop: asyncio.Task[None] | None = None
        self._polled = monotonic()

    def handle(
        self, kind: WorkKind, handler: Handler, *, max_parallel: int, on_exhausted: WorkState | None = WorkState.FAILED
    ) -> None:
        """Handle items of this kind, at most `max_parallel` at a time.

        After the last retry an item becomes `on_exhausted`; with None it is retried for ever, at the longest delay.
        """
        self._kinds[kind] = WorkQueue(handler, max_parallel, on_exhausted)

    def start(self) -> None:
        """Start polling, first for items that an earlier process left."""
        self._loop = asyncio.create_task(self._run(), name="scheduler")

    async def close(self) -> None:
        """Stop; items that are not done stay in the outbox."""
        for kind in self._kinds.values():
            kind.waiting.clear()
        await cancel_and_wait(self._loop)
        await self._tasks.close()

    @property
    def seconds_since_poll(self) -> float | None:
        """The seconds since the last poll, None if nothing polls."""
        return None if self._loop is None or self._loop.done() else monotonic() - self._polled

    def is_handling(self, kind: WorkKind) -> bool:
        """Whether items of a kind run or are claimed."""
        return kind in self._kinds and bool(self._kinds[kind].claimed)

    def notify_due(self, due: int) -> None:
        """Poll at this time (ms) at the latest."""
        self._set_alarm(due, self.clock())

    def notify_due_now(self) -> None:
        """Poll at once, also after the clock was set forward beyond the alarm."""
        self.notify_due(0)

    def _set_alarm(self, due: int, now: int) -> None:
        if due < self._alarm:
            self._alarm = due
            self._alarm_after = min(self._alarm_after, monotonic() + (due - now) / 1000)
            self._alarm_moved.set()

    # -- parked items -------------------------------------------------------------------------------------------------

    def wake(self, guild: int, subject: Subject) -> None:
        """Retry the parked items of a table, pad or club night at which a user has used the bot."""
        if subject in self._running:
            self._used_while_running.add(subject)
        if subject in self._parked.get(guild, ()):
            self._parked[guild].discard(subject)
            self._tasks.spawn(self._wake(guild, subject))

    async def _wake(self, guild: int, subject: Subject) -> None:
        try:
            await self.store.work.wake(subject)
        except StoreError as error:
            log.warning("%s: its parked items could not be woken: %s", subject, error)
            self._parked.setdefault(guild, set()).add(subject)
        self.notify_due_now()

    async def park_guild(self, guild: int) -> None:
        """Park the items of a guild that the bot has left, and later due ones."""
        self._absent_guilds.add(guild)
        async with self._presence_locks.of(guild):
            if guild not in self._absent_guilds:  # it is back meanwhile
                return
            slept = await self.store.work.park_guild(guild)
            if slept:
                self._parked.setdefault(guild, set())
                log.info("guild %s: gone, %s deliveries sleep", guild, slept)

    async def wake_guild(self, guild: int, *, returned: bool = False) -> None:
        """Retry the parked items of a guild that the bot is in (again).

        After it `returned`, another process may have parked them.
        """
        self._absent_guilds.discard(guild)
        async with self._presence_locks.of(guild):
            slept = self._parked.pop(guild, None)
            if slept is None and not returned:
                return
            try:
                woken = await self.store.work.wake(Subject(SubjectKind.GUILD, guild))
            except StoreError:
                self._parked.setdefault(guild, set()).update(slept or ())
                raise
            log.info("guild %s: back, %s deliveries are tried again", guild, woken)
            self.notify_due_now()

    def wake_guild_soon(self, guild: int) -> None:
        """Retry the parked items of a guild that has chosen a channel. An outage of the database is logged."""
        self._tasks.spawn(self._try_wake_guild(guild))

    async def _try_wake_guild(self, guild: int) -> None:
        try:
            await self.wake_guild(guild)
        except StoreError as error:
            log.warning("guild %s: its parked items could not be woken: %s", guild, error)

    def reload(self) -> None:
        """Poll anew: this process now runs the items of more shards."""
        self._knows_parked = False
        self.notify_due_now()

    async def _read_parked(self) -> None:
        try:
            parked = await self.store.work.parked()
        except StoreError:
            self._knows_parked = False
            raise
        for guild, subject in parked:
            self._parked.setdefault(guild, set()).add(subject)

    # -- polling -----------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        """Poll for due work for ever, at each alarm or after the longest pause."""
        swept = 0
        while True:
            self._polled = monotonic()
            pause = min(MAX_SLEEP_SECONDS, (self._alarm - self.clock()) / 1000, self._alarm_after - monotonic())
            if pause > 0:
                try:
                    async with asyncio.timeout(pause):  # wait_for would lose a cancellation that comes with the ring
                        await self._alarm_moved.wait()
                except TimeoutError:
                    pass
                else:
                    self._alarm_moved.clear()
                    continue  # earlier than was known
            self._alarm_moved.clear()
            self._alarm = self._alarm_after = float("inf")
            try:
                if not self._knows_parked:
                    self._knows_parked = True
                    await self._read_parked()
                shards = await self.wait_for_shards()
                if self.is_leader() and self.clock() - swept > RETENTION_MS:
                    swept = self.clock()
                    await self.store.work.purge(swept - RETENTION_MS)
                await self._poll(shards)
            except StoreError as error:
                log.error("due: %s", error)  # noqa: TRY400  # the error says it all
                self.notify_due(self.clock() + 2000)
            except Exception as error:  # one row that cannot be read must not end all others
                log.exception("due: going on after an unexpected error", exc_info=redact(error))
                self.notify_due(self.clock() + 5000)
            await asyncio.sleep(BATCH_DELAY_SECONDS)

    async def _poll(self, shards: Shards | None) -> None:
        """Claim due items of some shards as far as there is room, and set the alarm for the next."""
        now = self.clock()
        for kind in self._kinds.values():
            kind.has_more = not kind.has_room  # a kind without room is not read
        while kinds := [name for name, kind in self._kinds.items() if kind.has_room]:
            limit = BATCH_SIZE + sum(len(self._kinds[name].claimed) for name in kinds)
            self._finished.clear()
            rows = await self.store.work.due(now, limit, kinds, shards)
            for row in rows:
                self._claim(row)
            for name in kinds:
                self._kinds[name].has_more = len(rows) == limit
            if len(rows) < limit:
                break
        following = await self.store.work.next_due(now, tuple(self._kinds), shards)
        if following is not None:
            self._set_alarm(following, now)

    def _claim(self, row: Work) -> None:
        """Queue a due item, unless it is queued, running or finished already."""
        kind = self._kinds[row.kind]
        if row.id in kind.claimed:
            kind.due_again.add(row.id)
            return
        if row.id in self._finished:  # finished after it was read: the next poll tells whether it is due again
            self.notify_due_now()
            return
        kind.claimed.add(row.id)
        kind.waiting.append(row)
        self._start_waiting(kind)

    def _start_waiting(self, kind: WorkQueue) -> None:
        while kind.waiting and len(kind.claimed) - len(kind.waiting) < kind.max_parallel:
            self._tasks.spawn(self._run_item(kind, kind.waiting.popleft()))

    # -- running --------------------------------------------------------------------------------------------------

    async def _run_item(self, kind: WorkQueue, row: Work) -> None:
        """Handle an item, and note its subject as busy meanwhile."""
        subject = row.subject
        self._running[subject] += 1
        WORK_LATE.labels(row.kind).observe(max(0, self.clock() - row.due) / 1000)
        try:
            await self._handle(kind, row)
        except StoreError as error:
            log.warning("%s: the outcome of %s %s is not saved: %s", subject, row.kind, row.id, error)
            kind.due_again.add(row.id)
            await asyncio.sleep(RETRY_DELAYS_SECONDS[0])
        finally:
            self._running[subject] -= 1
            if not self._running[subject]:
                del self._running[subject]
                self._used_while_running.discard(subject)
            kind.claimed.discard(row.id)
            self._finished.add(row.id)
            self._start_waiting(kind)
            if row.id in kind.due_again or (kind.has_more and kind.has_room):
                kind.due_again.discard(row.id)
                self.notify_due_now()

    async def _handle(self, kind: WorkQueue, row: Work) -> None:
        """Run the handler of an item and store the outcome. Raises StoreError."""
        try:
            await self.wait_committed(row)
            if not self.is_ours(row):
                return
            is_gone = row.kind not in WITHOUT_DISCORD and await self._is_guild_gone(row.guild)
            state = _unreachable_state(row) if is_gone else await kind.handler(row)
        except Reschedule as later:
            WORK.labels(row.kind, "put off").inc()
            await self.store.work.reschedule(row.id, later.due, seq=row.seq)
            self.notify_due(later.due)
            return
        except Exception as error:  # noqa: BLE001  # whatever it is: it is logged, and the row says when to try again
            state = await self._failed(kind, row, error)
            WORK.labels(row.kind, state or "again").inc()
        else:
            WORK.labels(row.kind, state or "done").inc()
        if state is not None and await self.store.work.mark(row.id, state, seq=row.seq) == WorkState.PARKED:
            self._note_parked(row.guild, row.subject)

    async def _is_guild_gone(self, guild: int) -> bool:
        """Whether the bot is not in a guild, whose items are parked then. Raises StoreError."""
        if guild in self._absent_guilds:
            return True
        if not await self.is_guild_absent(guild):
            return False
        self._absent_guilds.add(guild)  # at once: other items of this guild check at the same time
        await self.park_guild(guild)
        if await self.is_guild_absent(guild):
            return True
        await self.wake_guild(guild)  # it came back meanwhile
        return False

    async def _failed(self, kind: WorkQueue, row: Work, error: Exception) -> WorkState | None:
        """Return the state of an item whose handler failed, None where it is retried."""
        reason = _describe(error)
        if isinstance(error, Declined) or self.is_permanent(error):
            log.warning("%s: %s %s cannot be done (%s)", row.subject, row.kind, row.id, reason)
            return _unreachable_state(row)
        if isinstance(error, OUTAGES) and row.state == WorkState.DUE:
            log.warning("%s: %s %s waits for the database (%s)", row.subject, row.kind, row.id, reason)
            due = self.clock() + int(RETRY_DELAYS_SECONDS[0] * 1000)
            await self.store.work.reschedule(row.id, due, seq=row.seq)
            self.notify_due(due)
            return None
        if row.tries >= len(RETRY_DELAYS_SECONDS) and kind.on_exhausted is not None:
            log.warning("%s: %s %s is given up (%s)", row.subject, row.kind, row.id, reason)
            return kind.on_exhausted
        wait = RETRY_DELAYS_SECONDS[min(row.tries, len(RETRY_DELAYS_SECONDS) - 1)]
        transient = isinstance(error, (StoreError, *self.transient_errors))
        where, trace = f"{row.subject}: {row.kind} {row.id}", None if transient else redact(error)
        log.log(
            logging.WARNING if transient else logging.ERROR,
            "%s failed (%s); again in %s s",
            where,
            reason,
            wait,
            exc_info=trace,
        )
        due = self.clock() + int(wait * 1000)
        await self.store.work.retry(row.id, due, state=row.state, seq=row.seq)
        self.notify_due(due)
        return None

    def _note_parked(self, guild: int, subject: Subject) -> None:
        """Record that a subject has parked items; wake them where a user used the bot while they ran."""
        if subject in self._used_while_running:
            self._used_while_running.discard(subject)
            self._tasks.spawn(self._wake(guild, subject))
        else:
            self._parked.setdefault(guild, set()).add(subject)


def _unreachable_state(row: Work) -> WorkState:
    """Return the state of an item that cannot be done until something changes."""
    return WorkState.CANCELLED if row.state == WorkState.RETRACT else WorkState.PARKED


def _describe(error: Exception) -> str:
    if isinstance(error, StoreError):
        return str(error)
    numbers = [str(number) for name in ("status", "code") if (number := getattr(error, name, None)) is not None]
    return " ".join((type(error).__name__, *numbers))
