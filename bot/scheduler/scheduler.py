"""Work that falls due: one sleeper takes it from the store and gives each delivery a task of its own.

Nothing is remembered of it elsewhere. A row is written in the transaction of the event that causes it; when it falls
due its kind's handler is called, and what that returns becomes of the row. Handlers look again whether the work still
holds: between writing and doing lie other events, and perhaps the end of a process.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Coroutine
from time import monotonic
from typing import Any, Final

from bot.common.errors import Declined, safe
from bot.common.locks import Locks
from bot.common.metrics import WORK, WORK_LATE
from bot.common.tasks import stop
from data.errors import StoreError
from data.records import Work, now_ms
from data.store import Store
from data.work import WorkKind, WorkState

log = logging.getLogger(__name__)

RETRIES: Final = (2, 5, 15, 60, 300, 900, 3600)
"""Seconds between the tries of a delivery that failed for a passing reason."""

GATHER: Final = 0.05
"""Seconds between two looks at what is due, so that what falls due together is read together."""

LONGEST: Final = 30.0
"""Seconds after which the sleeper looks whatever it knows: for rows of which nobody told it."""

AHEAD: Final = 100
"""Rows read at a time."""

KEEP: Final = 24 * 3600 * 1000
"""Milliseconds for which settled rows are kept: longer than any delivery that may still be under way."""

Handler = Callable[[Work], Awaitable[WorkState | None]]
"""Does the work. Returns what becomes of the row, None if that is written already; an error means: try again later."""


class PutOff(Exception):
    """Raised by a handler whose work is to be done at `due` (ms), not now. It is no failed try."""

    def __init__(self, due: int) -> None:
        super().__init__(due)
        self.due = due


async def _at_once(*_: int) -> None:
    """Nothing to wait for."""


async def _nowhere_absent(_: int) -> bool:
    """The bot is in every server."""
    return False


def _never(_: Exception) -> bool:
    """Every delivery may be tried again."""
    return False


class Kind:
    """One kind of work: its handler, how many are done at once, and what is in hand of it."""

    def __init__(self, handler: Handler, at_once: int, given_up: WorkState | None) -> None:
        self.handler = handler
        self.at_once = at_once
        self.given_up: WorkState | None = given_up
        self.waiting: deque[Work] = deque()
        self.in_hand: set[int] = set()
        """The rows that wait here or are being done."""
        self.again: set[int] = set()
        """Rows in hand that a look found due: when their delivery is over they may be owed anew."""
        self.more = False
        """Whether a look left rows for want of room."""

    @property
    def room(self) -> bool:
        """Whether more may be read."""
        return len(self.waiting) < self.at_once


class Due:
    """The one sleeper of this process.

    `passing` are errors from outside, which need no traceback; `hopeless` says of an error whether asking again would
    be of no use until something has changed. `known` waits until this process knows of a table what is kept of it: a
    row can be read, and be due, before whoever wrote it hears that it was. `there` waits until the bot is there,
    before each look: what falls due while nobody can move is judged when they can. `absent` says of a server whether
    the bot is not in it, though nobody told this process that it went.
    """

    def __init__(
        self,
        store: Store,
        *,
        passing: tuple[type[Exception], ...] = (),
        hopeless: Callable[[Exception], bool] = _never,
        known: Callable[[int], Awaitable[None]] = _at_once,
        there: Callable[[], Awaitable[None]] = _at_once,
        absent: Callable[[int], Awaitable[bool]] = _nowhere_absent,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self._store = store
        self._passing = (*passing, StoreError)
        self._hopeless = hopeless
        self._known = known
        self._there = there
        self._absent = absent
        self._clock = clock
        self._kinds: dict[WorkKind, Kind] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._ended: set[int] = set()
        """The rows whose delivery ended while what is due was being read."""
        self._alarm: float = 0
        self._alarm_after: float = 0
        """When the alarm goes off (monotonic) if the machine's clock goes on: it may be set back meanwhile."""
        self._rung = asyncio.Event()
        self._asleep: dict[int, set[int]] = {}
        """The tables, by their guild, of which something sleeps."""
        self._gone: set[int] = set()
        """The servers that this process has seen the bot removed from."""
        self._presence = Locks[int]()
        """Of each server: what its absence begins is done before what its return does."""
        self._under_way: Counter[int] = Counter()
        """How many deliveries of a table are under way."""
        self._stirred: set[int] = set()
        """The tables among these at which somebody has used the bot since."""
        self._main: asyncio.Task[None] | None = None
        self._looked = monotonic()

    def handle(
        self, kind: WorkKind, handler: Handler, *, at_once: int, given_up: WorkState | None = WorkState.FAILED
    ) -> None:
        """Do work of this kind so, at most `at_once` at a time.

        After the last of `RETRIES` the row becomes `given_up`; with None it is tried again for ever, at the longest
        interval.
        """
        self._kinds[kind] = Kind(handler, at_once, given_up)

    def start(self) -> None:
        """Begin, first of all with what an earlier process left undone."""
        self._main = asyncio.create_task(self._run(), name="due")

    async def close(self) -> None:
        """Stop; what is not done stays owed."""
        for kind in self._kinds.values():
            kind.waiting.clear()
        await stop(self._main, *self._tasks)

    @property
    def looked_ago(self) -> float | None:
        """How many seconds ago the sleeper last looked; None if there is none."""
        return None if self._main is None or self._main.done() else monotonic() - self._looked

    def has_in_hand(self, kind: WorkKind) -> bool:
        """Whether work of a kind is being done, or waits for its turn."""
        return kind in self._kinds and bool(self._kinds[kind].in_hand)

    def expect(self, due: int) -> None:
        """Something falls due at this time (ms)."""
        self._expect(due, self._clock())

    def _expect(self, due: int, now: int) -> None:
        if due < self._alarm:
            self._alarm = due
            self._alarm_after = min(self._alarm_after, monotonic() + (due - now) / 1000)
            self._rung.set()

    # -- what sleeps -------------------------------------------------------------------------------------------------

    def used(self, guild: int, table: int) -> None:
        """Somebody used the bot at a table: what could not be delivered there is tried again."""
        if table in self._under_way:
            self._stirred.add(table)
        if table in self._asleep.get(guild, ()):
            self._asleep[guild].discard(table)
            self._spawn(self._wake(guild, table))

    async def _wake(self, guild: int, table: int) -> None:
        try:
            await self._store.wake(table=table)
        except StoreError as error:
            log.warning("table %s: what sleeps there could not be woken: %s", table, error)
            self._asleep.setdefault(guild, set()).add(table)
        self.expect(self._clock())

    async def guild_gone(self, guild: int) -> None:
        """The bot is no longer in a server: what is owed at its tables sleeps, and what comes to be owed there, too."""
        self._gone.add(guild)
        async with self._presence.of(guild):
            if guild not in self._gone:  # it is back meanwhile
                return
            slept = await self._store.sleep_guild(guild)
            if slept:
                self._asleep.setdefault(guild, set())
                log.info("guild %s: gone, %s deliveries sleep", guild, slept)

    async def guild_back(self, guild: int) -> None:
        """The bot is in a server (again): what sleeps at its tables is tried again."""
        self._gone.discard(guild)
        async with self._presence.of(guild):
            slept = self._asleep.pop(guild, None)
            if slept is None:
                return
            try:
                woken = await self._store.wake(guild=guild)
            except StoreError:
                self._asleep.setdefault(guild, set()).update(slept)
                raise
            log.info("guild %s: back, %s deliveries are tried again", guild, woken)
            self.expect(self._clock())

    # -- looking -----------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        swept, known = 0, False
        while True:
            self._looked = monotonic()
            pause = min(LONGEST, (self._alarm - self._clock()) / 1000, self._alarm_after - monotonic())
            if pause > 0:
                try:
                    async with asyncio.timeout(pause):  # wait_for would lose a cancellation that comes with the ring
                        await self._rung.wait()
                except TimeoutError:
                    pass
                else:
                    self._rung.clear()
                    continue  # earlier than was known
            self._rung.clear()
            self._alarm = self._alarm_after = float("inf")
            try:
                if not known:
                    for guild, table in await self._store.asleep():
                        self._asleep.setdefault(guild, set()).add(table)
                    known = True
                await self._there()
                if self._clock() - swept > KEEP:
                    swept = self._clock()
                    await self._store.forget_work(swept - KEEP)
                await self._look()
            except StoreError as error:
                log.error("due: %s", error)  # noqa: TRY400  # the error says it all
                self.expect(self._clock() + 2000)
            except Exception as error:  # one row that cannot be read must not end all others
                log.exception("due: going on after an unexpected error", exc_info=safe(error))
                self.expect(self._clock() + 5000)
            await asyncio.sleep(GATHER)

    async def _look(self) -> None:
        """Take what is due, as far as there is room, and know when to look again."""
        now = self._clock()
        for kind in self._kinds.values():
            kind.more = not kind.room  # one without room is not read: whatever there is of it is left
        while kinds := self._with_room():
            limit = AHEAD + sum(len(self._kinds[name].in_hand) for name in kinds)
            self._ended.clear()
            rows = await self._store.due(now, limit, kinds)
            for row in rows:
                self._take(row)
            for name in kinds:
                self._kinds[name].more = len(rows) == limit
            if len(rows) < limit:
                break
        following = await self._store.next_due(now, tuple(self._kinds))
        if following is not None:
            self._expect(following, now)

    def _with_room(self) -> list[WorkKind]:
        return [name for name, kind in self._kinds.items() if kind.room]

    def _take(self, row: Work) -> None:
        kind = self._kinds[row.kind]
        if row.id in kind.in_hand:
            kind.again.add(row.id)
            return
        if row.id in self._ended:  # done after it was read: whether it is owed anew, the next look tells
            self.expect(self._clock())
            return
        kind.in_hand.add(row.id)
        kind.waiting.append(row)
        self._begin(kind)

    def _begin(self, kind: Kind) -> None:
        while kind.waiting and len(kind.in_hand) - len(kind.waiting) < kind.at_once:
            self._spawn(self._deliver(kind, kind.waiting.popleft()))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- delivering --------------------------------------------------------------------------------------------------

    async def _deliver(self, kind: Kind, row: Work) -> None:
        self._under_way[row.table] += 1
        WORK_LATE.labels(row.kind).observe(max(0, self._clock() - row.due) / 1000)
        try:
            await self._settle(kind, row)
        except StoreError as error:
            log.warning("table %s: the outcome of %s %s is not saved: %s", row.table, row.kind, row.id, error)
            kind.again.add(row.id)
            await asyncio.sleep(RETRIES[0])
        finally:
            self._under_way[row.table] -= 1
            if not self._under_way[row.table]:
                del self._under_way[row.table]
                self._stirred.discard(row.table)
            kind.in_hand.discard(row.id)
            self._ended.add(row.id)
            self._begin(kind)
            if row.id in kind.again or (kind.more and kind.room):
                kind.again.discard(row.id)
                self.expect(self._clock())

    async def _settle(self, kind: Kind, row: Work) -> None:
        """Have it done, and write down what becomes of it."""
        try:
            await self._known(row.table)
            state = _in_vain(row) if await self._is_away(row.guild) else await kind.handler(row)
        except PutOff as later:
            WORK.labels(row.kind, "put off").inc()
            await self._store.put_off(row.id, later.due)
            self.expect(later.due)
            return
        except Exception as error:  # noqa: BLE001  # whatever it is: it is logged, and the row says when to try again
            state = await self._failed(kind, row, error)
            WORK.labels(row.kind, state or "again").inc()
        else:
            WORK.labels(row.kind, state or "done").inc()
        if state is not None and await self._store.mark(row.id, state, seq=row.seq) == WorkState.PARKED:
            self._slept(row.guild, row.table)

    async def _is_away(self, guild: int) -> bool:
        """Whether the bot is not in a server; what is owed there sleeps from then on. Raises StoreError."""
        if guild in self._gone:
            return True
        if not await self._absent(guild):
            return False
        self._gone.add(guild)  # at once: other deliveries of this server look at the same time
        await self.guild_gone(guild)
        if await self._absent(guild):
            return True
        await self.guild_back(guild)  # it came back while that was looked up
        return False

    async def _failed(self, kind: Kind, row: Work, error: Exception) -> WorkState | None:
        """What becomes of a row whose delivery failed; None where it is tried again."""
        told = _told(error)
        if isinstance(error, Declined) or self._hopeless(error):
            log.warning("table %s: %s %s cannot be done (%s)", row.table, row.kind, row.id, told)
            return _in_vain(row)
        if row.tries >= len(RETRIES) and kind.given_up is not None:
            log.warning("table %s: %s %s is given up (%s)", row.table, row.kind, row.id, told)
            return kind.given_up
        wait = RETRIES[min(row.tries, len(RETRIES) - 1)]
        known = isinstance(error, self._passing)
        where, trace = f"table {row.table}: {row.kind} {row.id}", None if known else safe(error)
        log.log(
            logging.WARNING if known else logging.ERROR,
            "%s failed (%s); again in %s s",
            where,
            told,
            wait,
            exc_info=trace,
        )
        due = self._clock() + int(wait * 1000)
        await self._store.retry(row.id, due, state=row.state, seq=row.seq)
        self.expect(due)
        return None

    def _slept(self, guild: int, table: int) -> None:
        """Something sleeps at a table, until somebody uses the bot there; perhaps that was while it fell asleep."""
        if table in self._stirred:
            self._stirred.discard(table)
            self._spawn(self._wake(guild, table))
        else:
            self._asleep.setdefault(guild, set()).add(table)


def _in_vain(row: Work) -> WorkState:
    """What becomes of a row that nobody can deliver until something changes."""
    return WorkState.CANCELLED if row.state == WorkState.RETRACT else WorkState.PARKED


def _told(error: Exception) -> str:
    if isinstance(error, StoreError):
        return str(error)
    numbers = [str(number) for name in ("status", "code") if (number := getattr(error, name, None)) is not None]
    return " ".join((type(error).__name__, *numbers))
