"""Finding and changing tables. Each change is stored before it is answered.

`change` locks the table, builds a step (rules decide), appends it, and only then updates the state. The work stored
with the step shows it to others.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Final

from bot.common.errors import Declined, UnknownTable
from bot.common.locks import CHANGE_TRIES, KeyedLocks
from bot.common.signals import Signal
from bot.common.text import escape, name_of
from bot.tables.model import finished_hands, premoves
from bot.tables.model.clock_work import ElapsedTime, elapsed_outside_pauses, take_from_bank
from bot.tables.model.follow_up_work import Delays, work_after
from bot.tables.model.step import Step
from bot.tables.model.table_state import Done, TableState
from bot.tables.model.votes import mark_actors_present
from bot.tables.services.loader import TableLoader
from bot.tables.services.recount import recount
from bot.tables.services.turn_index import TurnIndex
from data.engine.clock import now_ms
from data.engine.errors import StoreError
from data.store import Store
from data.tables.errors import (
    DuplicateInteraction,
    HostIsBusy,
    PersonIsKeptOut,
    SequenceTaken,
    ServerIsFull,
    ThreadIsTaken,
)
from data.tables.events import EventKind
from data.tables.records import Append, EventRecord, NewEvent, NewWork, StoredTable, TableRecord
from data.tables.work import WorkKind
from rules.contract import Refusal
from rules.registry import GAMES, game_named

log = logging.getLogger(__name__)

THREADLESS_KEY: Final = "threadless"
"""The key of the announcement that a table is played in its channel, since no more threads may be opened."""

LOBBY_POSTING_KEY: Final = "opening"
"""The key of a FIND_BOARD row for a new table's lobby: an answer to an interaction has no nonce."""

SHORT_DELAY_MS: Final = 2000
"""Milliseconds after which a post or deletion is done, or was interrupted."""

PING_RETRACTION_DELAY_MS: Final = 500
"""Milliseconds before an obsolete ping is deleted. The pings of many moves are deleted together."""

REPOST_AFTER_MS: Final = 6 * 24 * 3600 * 1000
"""Milliseconds without a message after which the board is posted anew in a table's thread.

Discord archives a silent thread after a week, and the table would drop out of sight.
"""

FROZEN_TEXT: Final = "This table is frozen: I cannot read its log. Nothing is lost, and my operator has been told."

MAX_TABLES_IN_MEMORY: Final = 1000
"""Tables kept in memory; the others are read from their log when they are used again."""

MAX_PARALLEL_READS: Final = 3
"""Tables that are read from their logs at a time for one list of them."""


def _never(_: int) -> bool:
    return False


async def _nowhere(_: int) -> bool:
    return False


class Tables:
    """All tables of this process.

    `plays_only_card`: whether a user's only card is played for them. `elapsed_ms`: for how long a clock has run.
    `has_left`: whether the bot has left a server. `turn_index` notes each table read or changed.
    """

    def __init__(
        self,
        store: Store,
        *,
        refresh: bool = True,
        ping_delay: float = 60,
        computer_delay: float = 1,
        max_live: int = 50,
        max_open: int = 5,
        clock: Callable[[], int] = now_ms,
        secret: Callable[[int], bytes] = secrets.token_bytes,
        rng: Random | None = None,
        plays_only_card: Callable[[int], bool] = _never,
        elapsed_ms: ElapsedTime = elapsed_outside_pauses,
        turn_index: TurnIndex | None = None,
        has_left: Callable[[int], Awaitable[bool]] = _nowhere,
    ) -> None:
        self.store = store
        self.on_change: Signal[TableState] = Signal()
        """Emits each table after a stored change."""
        self.on_work_due: Signal[int] = Signal()
        """Emits the due time (ms) of the earliest work item of a change."""
        self.elapsed_ms = elapsed_ms
        self.has_left = has_left
        self.max_live = max_live
        self.max_open = max_open
        self.delays = Delays(int(ping_delay * 1000), int(computer_delay * 1000), plays_only_card, refreshes=refresh)
        self.clock = clock
        self.secret = secret
        self.rng = rng or secrets.SystemRandom()
        self._live: dict[int, TableState] = {}
        self._reader = TableLoader(store, self._restore_table)
        self.recruit_lock = asyncio.Lock()
        """Held while a table looks for players (bot/tables/commands/recruit.py)."""
        self.turn_index = turn_index or TurnIndex()
        """The index of tables in memory that wait for a user."""
        self._showing: KeyedLocks[int] = KeyedLocks()

    @property
    def in_memory(self) -> int:
        """The number of tables in memory."""
        return len(self._live)

    # -- finding -----------------------------------------------------------------------------------------------------

    async def find(self, table_id: int) -> TableState:
        """Return the table, from memory or from its log. Raises UnknownTable, or StoreError."""
        table = self._live.get(table_id)
        if table is not None:
            self._live[table_id] = self._live.pop(table_id)  # the last used stays longest
            return table
        return await self._reader.read(table_id)

    async def find_all(self, tables: Iterable[int]) -> list[TableState]:
        """Return the existing tables of these, in the order given.

        Raises StoreError. At most MAX_PARALLEL_READS are read at a time, so that other requests are not held up.
        """
        turns = asyncio.Semaphore(MAX_PARALLEL_READS)

        async def find_known(table_id: int) -> TableState | None:
            async with turns:
                with suppress(UnknownTable):  # of a game that this version does not have
                    return await self.find(table_id)

        return [table for table in await asyncio.gather(*map(find_known, tables)) if table is not None]

    async def wait_committed(self, table_id: int, seq: int) -> None:
        """Wait until memory has the step that is being stored, and event `seq` of this or another process."""
        table = self._live.get(table_id)
        if table is not None:
            async with table.lock:
                if table.record.seq < seq and self._live.get(table_id) is table:  # another process was faster than word
                    self.evict(table_id)

    async def wait_for_posting(self, table_id: int) -> TableState:
        """Return the table once nobody is about to show it elsewhere: just begun it may be on its way to its thread.

        Raises UnknownTable, StoreError.
        """
        async with (await self.find(table_id)).showing:
            return await self.find(table_id)

    async def _restore_table(self, snapshot: StoredTable) -> TableState:
        """Build the state of a table from its stored rows. Raises UnknownTable, StoreError."""
        record = snapshot.record
        if record.game not in GAMES or record.status == "deleting":
            raise UnknownTable("There is no such table.")
        table = TableState(record, self._showing.of(record.id))
        last_read_seq = 0
        try:
            if record.status == "playing" and not table.game.replays(record.rules_version):
                raise finished_hands.CorruptLog(f"it began under version {record.rules_version}")
            async for page in self._log(table, snapshot):
                table.fold(page)
                last_read_seq += len(page)
                await asyncio.sleep(0)  # a table without hand rows is folded whole, with other tables in between
        except finished_hands.CorruptLog as error:
            log.error(  # noqa: TRY400  # expected: no traceback
                "table %s is frozen: its log does not replay after event %s under rules version %s of %s (%s)",
                record.id,
                last_read_seq,
                table.game.version,
                record.game,
                error.kind,
            )
            if record.status in {"playing", "lobby"}:
                await self._freeze(table)
        self._live[record.id] = table
        self.turn_index.update(table)
        self._evict_oldest()
        return table

    async def _log(self, table: TableState, snapshot: StoredTable) -> AsyncGenerator[list[EventRecord]]:
        """Begin after the last finished hand, and give the log from there on."""
        first = 0
        if snapshot.last is not None:
            try:
                table.start_from_hand(snapshot.hands, snapshot.last)
                first = snapshot.last.first
            except finished_hands.CorruptLog as error:
                log.warning(
                    "table %s: the row of hand %s cannot be read (%s)", table.id, snapshot.last.number, error.kind
                )
        if snapshot.log is not None and (first or snapshot.last is None):
            yield snapshot.log
            return
        async for page in self.store.tables.pages(table.id, first):
            yield page

    def _evict_oldest(self) -> None:
        """Forget the tables that were used longest ago; nobody may be in the middle of something there."""
        for table_id in list(self._live)[: max(0, len(self._live) - MAX_TABLES_IN_MEMORY)]:
            table = self._live[table_id]
            if not (table.lock.locked() or table.showing.locked()):
                del self._live[table_id]

    async def _freeze(self, table: TableState) -> None:
        """Freeze a table whose log cannot be read: its work is cancelled, and its board shows it."""
        work = (NewWork(WorkKind.REFRESH, seq=table.record.seq + 1, due=self.clock()),)
        event = NewEvent(EventKind.FREEZE)
        drop: tuple[tuple[WorkKind, str], ...] = (
            (WorkKind.PING, "*"),
            (WorkKind.COMPUTER, ""),
            (WorkKind.EXPIRE, ""),
            (WorkKind.CHECK_BOARD, ""),
            (WorkKind.EXPIRE_CLOCK, "*"),
            (WorkKind.REMIND, "*"),
        )
        shows = () if table.record.private else work
        append = Append(
            table.id, table.record.seq, (event,), shows, {"status": "frozen"}, drop=drop, rev=table.record.rev
        )
        await self.store.tables.append(append)
        table.record = replace(table.record, seq=table.record.seq + 1, rev=table.record.rev + 1, status="frozen")
        self.on_work_due.emit(self.clock())
        self.on_change.emit(table)

    async def in_channel(self, channel: int) -> list[TableRecord]:
        """Return the live tables of a channel or thread, newest first."""
        return (await self.store.tables.in_channel(channel))[::-1]

    def evict(self, table_id: int) -> None:
        """Evict a table. The next read folds its log."""
        self._live.pop(table_id, None)

    async def evict_all(self) -> None:
        """Evict all tables, including those that are being read."""
        await self._reader.wait_idle()
        for table in list(self._live.values()):
            await self._evict_settled(table)

    async def _evict_settled(self, table: TableState) -> None:
        """Evict a table under its lock. A reader before the commit would miss the step."""
        async with table.lock:
            if self._live.get(table.id) is table:
                self.evict(table.id)

    async def reload(self, table_id: int) -> None:
        """Read a table anew that another process has changed, if this one knows it. Raises UnknownTable, StoreError."""
        if self._reader.is_reading(table_id):
            await self._reader.wait_idle()
        table = self._live.get(table_id)
        if table is not None:
            await self._evict_settled(table)
        if table is not None or self.turn_index.has(table_id):
            self.on_change.emit(await self.find(table_id))

    async def evict_person(self, user: int) -> None:
        """Evict all tables that know a user, including those that are being read."""
        await self._reader.wait_idle()
        self.turn_index.evict(user)
        for table in [table for table in self._live.values() if table.knows(user)]:
            await self._evict_settled(table)

    # -- the one way to change a table -------------------------------------------------------------------------------

    async def change(
        self, table_id: int, interaction: int | None, build: Callable[[Step], None]
    ) -> tuple[TableState, Done]:
        """Change a table by the step of `build`; returns the table and the first event, once stored.

        A repeated interaction gets its first result. `build` may run more than once. Raises what it does, with nothing
        changed; Declined, UnknownTable, StoreError.
        """
        for last_try in CHANGE_TRIES:
            table = await self.find(table_id)
            async with table.lock:
                if self._live.get(table_id) is not table:
                    continue
                step = Step(table, self.secret, self.clock())
                try:
                    if table.record.status == "frozen":
                        raise Declined(frozen_text(table.record))
                    build(step)
                    if step.seats is not None:
                        await recount(step, self.store, self.elapsed_ms)
                    mark_actors_present(step)
                    premoves.apply_premoves(step)
                except Exception as error:
                    if await self._is_behind(table):  # only then: a step that succeeds is refused by the store
                        self.evict(table_id)
                        continue
                    if isinstance(error, Declined | Refusal) and (done := await self.done(interaction)):
                        return table, done  # it came twice, and cannot be done a second time
                    raise
                try:
                    await self._store_step(table, step)
                except DuplicateInteraction as error:
                    self.evict(table_id)
                    return await self.find(table_id), Done.of(error.record)
                except SequenceTaken:
                    self.evict(table_id)
                    if last_try:
                        raise
                    continue
                except PersonIsKeptOut as error:
                    raise Declined(error.sentence) from None
                except (ServerIsFull, HostIsBusy, ThreadIsTaken):
                    raise
                except StoreError as error:
                    return await self._resolve_unknown_outcome(table_id, interaction, error)
                except asyncio.CancelledError:
                    self.evict(table_id)
                    self.on_work_due.emit(self.clock())  # what it leaves owed may have been kept
                    raise
                first = step.events[0]
                done = Done(first.kind, first.seat, first.text, table.record.seq - len(step.events) + 1)
            self.on_change.emit(table)
            return table, done
        raise SequenceTaken(f"table {table_id}")

    async def _is_behind(self, table: TableState) -> bool:
        """Whether another process has moved the table on."""
        return self.store.process is not None and await self.store.tables.rev_of(table.id) != table.record.rev

    async def _resolve_unknown_outcome(
        self, table_id: int, interaction: int | None, error: StoreError
    ) -> tuple[TableState, Done]:
        """Read from the log whether a doubtful commit was stored. Raises `error` if it was not."""
        self.evict(table_id)
        self.on_work_due.emit(self.clock())  # what it leaves owed may have been kept
        try:
            table = await self.find(table_id)
        except StoreError:
            raise error from None
        self.on_change.emit(table)
        done = await self.done(interaction)
        if done is None:
            raise error
        return table, done

    async def done(self, interaction: int | None) -> Done | None:
        """Return the result of an interaction that was done already; None if it was not."""
        event = None if interaction is None else await self.store.tables.event_of_interaction(interaction)
        return None if event is None else Done.of(event)

    async def _store_step(self, table: TableState, step: Step) -> None:
        """Append a step with the work that follows from it, and apply it to the table. Raises StoreError."""
        record, now = table.record, step.at
        await take_from_bank(table, step, self.elapsed_ms)
        last = record.seq + len(step.events)
        status = step.changes.get("status", record.status)
        follow_up = work_after(step, self.delays)
        work, drop = (*step.work, *follow_up.enqueue), (*step.drop, *follow_up.cancel)
        progressed = status != record.status or _hands_begun(step.before) != _hands_begun(step.after)
        await self.store.tables.append(
            Append(
                record.id,
                record.seq,
                tuple(step.events),
                work,
                step.changes,
                seats=step.seats,
                hands=tuple(step.hands),
                settled_hand=step.settled_hand,
                drop=drop,
                act=step.act,
                at=step.at,
                shows_progress=progressed,
                limits=step.limits,
                rev=record.rev,
            )
        )
        # From the row as it is now: which message shows the table may have changed during the commit.
        changed = replace(table.record, seq=last, rev=record.rev + 1, seats=step.players(), updated=self.clock())
        table.become(step.after, replace(changed, **step.changes) if step.changes else changed)
        table.has_upkeep = status == "playing"
        self.turn_index.update(table)
        taken_back = any(kind == WorkKind.PING for kind, _ in drop)
        soonest = now if progressed else min((item.due for item in work), default=now + PING_RETRACTION_DELAY_MS)
        self.on_work_due.emit(min(soonest, now + PING_RETRACTION_DELAY_MS) if taken_back else soonest)

    async def record_board(self, table: TableState, channel: int, message: int, shown_seq: int) -> None:
        """Record that this is now the table's public message, and that it shows event number `shown_seq`."""
        await self.store.tables.record_board(table.id, shown_seq, channel, message)
        for state in {table, await self.find(table.id)}:  # the table may have been read anew meanwhile
            state.record = replace(state.record, message_channel=channel, message=message, shown_seq=shown_seq)

    async def update_row(self, table_id: int, write: Callable[[TableRecord], Append]) -> TableState:
        """Store a change of a table that is no event: what `write` makes of its row (its messages, its work items).

        Returns the table after it. Raises StoreError.
        """
        return await self.update_row_from_state(table_id, lambda table: write(table.record))

    async def update_row_from_state(self, table_id: int, write: Callable[[TableState], Append]) -> TableState:
        """Update the row as `update_row` does, by the table's state.

        Raises what `write` raises; then nothing has changed.
        """
        for last_try in CHANGE_TRIES:
            table = await self.find(table_id)
            async with table.lock:
                if self._live.get(table_id) is not table:
                    continue
                append = replace(write(table), rev=table.record.rev)
                try:
                    await self.store.tables.append(append)
                except SequenceTaken:
                    self.evict(table_id)
                    if last_try:
                        raise
                    continue
                except (StoreError, asyncio.CancelledError):
                    self.evict(table_id)
                    self.on_work_due.emit(self.clock())  # it may have been kept
                    raise
                table.record = replace(table.record, rev=table.record.rev + 1, **append.changes)
            if append.work:
                self.on_work_due.emit(min(item.due for item in append.work))
            return table
        raise SequenceTaken(f"table {table_id}")


def frozen_text(record: TableRecord) -> str:
    """Return why a frozen table does not go on."""
    game = game_named(record.game)
    if game.replays(record.rules_version):
        return FROZEN_TEXT
    points = ", ".join(f"{escape(name_of(seat.name, seat.seat))} {seat.points}" for seat in record.seats)
    return (
        f"Open a new table: this one began under older rules of {game.name} and cannot go on. "
        f"Its finished hands count. Points: {points}."
    )


def _hands_begun(table: TableState) -> int:
    """Return the number of begun hands plus the number of finished hands. Club nights show both."""
    return 0 if table.state is None else table.state.number + table.state.finished
