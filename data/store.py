"""The store: a repository for each matter, on one database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any

from data.daily.repository import DailyRepository
from data.databases import database_of, hush
from data.engine.clock import now_ms
from data.engine.database import Database
from data.engine.errors import explain
from data.engine.process import Process
from data.engine.reader import Reader
from data.engine.transactions import Transactions
from data.engine.writer import FaultHook, UnitOfWork, Writer
from data.migrate import upgrade
from data.nights.repository import NightsRepository
from data.pads.repository import PadsRepository
from data.people.blocks import Blocks
from data.people.guild_settings import GuildSettingsRepository
from data.people.moderation import ModerationRepository
from data.people.preferences import PreferencesRepository
from data.privacy.exports import ExportsRepository
from data.privacy.repository import PrivacyRepository
from data.privacy.retention import Retention
from data.processes.leases import Leases
from data.processes.notifications import CHANNEL, Change, ChangedTables, parse_change
from data.standings.repository import ResultsRepository
from data.stats import Stats
from data.tables.clocks import Clocks
from data.tables.lists import Lists
from data.tables.notices import Notices
from data.tables.queries import (
    CHANGES_OF_SEATS,
    LAST_FINISHED_IN,
    LOG,
    REV_OF_TABLE,
    SPANS,
    SPANS_OF_TABLES,
    TABLE_NUMBERED,
    TABLES,
    TABLES_NUMBERED,
    WORK_OF,
    WORK_OF_KEY,
    due_on,
    hand_of,
    live_only,
    logs_after,
    next_due_on,
    tables_of,
    these_hands,
)
from data.tables.records import (
    LESSONS_GUILD_ID,
    Append,
    EventRecord,
    HandRecord,
    Limits,
    NewEvent,
    NewTable,
    NewWork,
    SeatRecord,
    Span,
    StoredTable,
    TableRecord,
    TableStatus,
    Work,
)
from data.tables.reviews import Reviews
from data.tables.silly_moves import SillyMoves
from data.tables.work_repository import WorkRepository

Clock = Callable[[], int]


class Store:
    """The repositories; open it with `Store.open`. Every method of theirs may raise StoreError.

    Writes return after a commit that survives power loss.
    """

    def __init__(
        self,
        reader: Reader,
        writer: Writer,
        transactions: Transactions,
        clock: Clock,
        database: Database,
        process: Process | None = None,
        changed_tables: ChangedTables | None = None,
    ) -> None:
        self.process = process
        """This process, where several share the database; None where it is alone."""
        self._database = database
        self._changed_tables = changed_tables
        self._reader = reader
        self._transactions = transactions
        self._writer = writer
        self._closed = False
        parts = transactions.begin, reader.query, reader.snapshot, clock
        self.tables = TablesRepository(*parts, self._write_table)
        self.work = WorkRepository(*parts, writer.run, self._write_table, process)
        self.guild_settings = GuildSettingsRepository(*parts)
        self.blocks = Blocks(*parts)
        self.preferences = PreferencesRepository(*parts)
        self.moderation = ModerationRepository(*parts)
        self.clocks = Clocks(*parts)
        self.lists = Lists(*parts)
        self.notices = Notices(*parts)
        self.reviews = Reviews(*parts)
        self.silly_moves = SillyMoves(*parts)
        self.pads = PadsRepository(*parts)
        self.nights = NightsRepository(*parts)
        self.daily = DailyRepository(*parts)
        self.results = ResultsRepository(*parts)
        self.retention = Retention(*parts)
        self.stats = Stats(*parts)
        self.exports = ExportsRepository(*parts)
        self.privacy = PrivacyRepository(*parts, database.erasure_log)
        self.leases = Leases(*parts)

    @classmethod
    async def open(
        cls,
        url: str | Database,
        *,
        as_it_is: bool = False,
        read_only: bool = False,
        clock: Clock = now_ms,
        process: Process | None = None,
        fault: FaultHook | None = None,
    ) -> Store:
        """Open the database at `url` (or the one given), created, upgraded and with erasures reapplied.

        `as_it_is` skips that; `read_only` also refuses writes. `process` is this one, where several share the database.
        `fault` is for tests (writer.FaultHook). Raises StoreUnreachable, StoreTooOld and others as `upgrade` does.
        """
        hush()
        database = database_of(url) if isinstance(url, str) else url
        await asyncio.to_thread(database.prepare, create=not (as_it_is or read_only))
        await asyncio.to_thread(upgrade, database, as_it_is=as_it_is or read_only)
        try:
            thread = await database.connect_writer(read_only=read_only)
        except Exception as error:
            raise explain(error, "opening the database") from error
        changed = None if process is None else ChangedTables(process)
        writer = Writer(thread, fault, None if changed is None else changed.notify)
        engine = database.writing_engine(read_only=read_only)
        transactions = Transactions(engine, writer, database.is_refused, fault, process)
        store = cls(Reader(database.reading_engine()), writer, transactions, clock, database, process, changed)
        if not (as_it_is or read_only):
            try:
                await store.privacy.reapply_erasures()
            except BaseException:
                await store.close()
                raise
        return store

    def watch_commits(self, note: Callable[[float, int], None]) -> None:
        """Have `note` called after each batch of writes: how many seconds it took, and how many writes failed."""
        self._writer.note = note

    async def changes(self) -> AsyncGenerator[Change | None]:
        """Yield what other processes change, and None whenever some of it may have been missed, at the beginning, too.

        It never ends, but where this process is alone.
        """
        if self.process is None:
            return
        async with aclosing(self._database.listen(CHANNEL)) as payloads:
            async for payload in payloads:
                change = None if payload is None else parse_change(payload)
                if change is None or change.process != self.process.name:
                    yield change

    async def close(self) -> None:
        """Finish what is under way and close. Closing twice does nothing; any other use is StoreClosed."""
        if self._closed:
            return
        self._closed = True
        await self._writer.close()
        await self._transactions.close()
        await self._reader.close()

    # Guilds

    async def guild_settings(self, guild: int) -> GuildSettings:
        """Return a server's settings; empty if it has set none."""
        async with self._reading() as session:
            row = await session.get(GuildRow, guild)
        return GuildSettings(guild, row.settings, row.version) if row else GuildSettings(guild)

    async def save_guild_settings(self, settings: GuildSettings) -> None:
        """Keep what a server has settled, in place of what it had. Raises SettingsMoved if another has saved since."""
        async with self._transactions.begin() as session:
            row = await session.get(GuildRow, settings.guild, with_for_update=True)
            if settings.version != (0 if row is None else row.version):
                raise SettingsMoved(f"server {settings.guild}")
            new: dict[str, Any] = {"settings": settings.values, "version": settings.version + 1}
            new["updated"] = self._clock()
            if row is None:
                session.add(GuildRow(guild=settings.guild, **new))
            else:
                row.update(new)
            await notify(session, ChangeKind.GUILD, settings.guild)

    async def servers_left(self) -> set[int]:
        """The servers that the bot is not in any more, as far as that was kept (bot/people/guild_settings.py)."""
        gone = whole(col(GuildRow.settings)["gone"])
        return {guild for (guild,) in await self._query(select(col(GuildRow.guild)).where(gone.is_not(None)))}

    # Tables

    async def create_table(
        self,
        draft: NewTable,
        events: Iterable[NewEvent] = (),
        work: Iterable[NewWork] = (),
        seats: Iterable[SeatRecord] = (),
        limits: Limits | None = None,
        attempt: NewTry | None = None,
    ) -> TableRecord:
        """Open a table with its first events, in one transaction; `attempt` is the try at a hand of the day by it.

        Raises DuplicateInteraction if an event's interaction has opened one already, and where `limits` are reached
        ServerIsFull, HostIsBusy and ThreadIsTaken; HandTried; PersonIsKeptOut.
        """
        unit = units.create(draft, events, work, seats, limits, attempt, self._clock())
        number = await self._run(unit)
        table = await self.table(number)
        if table is None:
            raise UnknownTable(f"table {number}")
        return table

    async def append(self, write: Append) -> int:
        """Keep one step of a table, whole or not at all; returns its last event's number after the commit.

        Raises DuplicateInteraction, SequenceTaken if the table moved on, UnknownTable, PersonIsKeptOut if a banned
        person joins, asks or is invited, ServerIsFull where its `limit` is reached.
        """
        unit = units.append(write, self._clock() if write.at is None else write.at)
        return await self._run(unit, write.table)

    async def table(self, number: int) -> TableRecord | None:
        """The table of that number."""
        tables = tables_of(await self._query(TABLE_NUMBERED, number=number))
        return tables[0] if tables else None

    async def rev_of(self, table: int) -> int | None:
        """How often a table's row has been written, None for one that does not exist."""
        return next((rev for (rev,) in await self._query(REV_OF_TABLE, table=table)), None)

    async def stored_tables(self, tables: Sequence[int]) -> list[StoredTable]:
        """Return the stored data of those of these tables that exist, read together.

        It includes logs of at most `PAGE` events among them; the others are for `pages`.
        """
        async with self._reading_snapshot() as session:
            records = tables_of(await session.execute(TABLES_NUMBERED, {"numbers": tables}))
            hands: defaultdict[int, list[Span]] = defaultdict(list)
            for row in await session.execute(SPANS_OF_TABLES, {"numbers": tables}):
                hands[row.table_id].append(Span(row.number, row.first, row.last, row.points))
            whole = {table: spans[-1].number for table, spans in hands.items() if len(spans) == spans[-1].number + 1}
            rows = await session.execute(these_hands(whole)) if whole else ()
            last = {row.table_id: hand_of(row) for (row,) in rows}
            after, room = dict[int, int](), PAGE_EVENTS
            for record in records:
                first = last[record.id].first if record.id in last else 0
                if record.seq - first <= room:
                    after[record.id] = first
                    room -= record.seq - first
            logs: dict[int, list[EventRecord]] = {table: [] for table in after}
            for row in await session.execute(logs_after(after)) if after else ():
                logs[row.table].append(event_of(row))
        return [
            StoredTable(record, tuple(hands[record.id]), last.get(record.id), logs.get(record.id)) for record in records
        ]

    async def numbers(self, after: int, limit: int) -> list[int]:
        """The numbers of the next tables above `after`, whatever state they are in: at most `limit`."""
        query = select(col(TableRow.id)).where(col(TableRow.id) > after).order_by(col(TableRow.id)).limit(limit)
        return [number for (number,) in await self._query(query)]

    async def tables_of(self, user: int, guild: int | None = None, *, live: bool = True) -> list[TableRecord]:
        """The live tables (or all) at which a user has a seat, in one server or in all, oldest first.

        Their lessons are those of the guild LESSONS_GUILD_ID, and among no others.
        """
        seated = (
            select(col(SeatRow.table_id))
            .join(PersonRow, col(PersonRow.id) == col(SeatRow.person_id))
            .where(col(PersonRow.user_id) == user, col(SeatRow.kind) == "person")
        )
        there = col(TableRow.guild) != LESSONS_GUILD_ID if guild is None else col(TableRow.guild) == guild
        return await self._tables(col(TableRow.id).in_(seated), there, *live_only(live))

    async def tables_in(self, channel: int) -> list[TableRecord]:
        """The live tables of a channel or thread, oldest first."""
        here = or_(col(TableRow.channel) == channel, col(TableRow.thread) == channel)
        return await self._tables(here, *live_only(live=True))

    async def last_finished_in(self, channel: int) -> int | None:
        """The number of the newest finished table of a channel or thread; None if there is none."""
        ((number,),) = await self._query(LAST_FINISHED_IN, channel=channel)
        return number

    async def tables_of_server(self, guild: int, states: Collection[TableStatus], limit: int) -> list[TableRecord]:
        """The newest tables of a server that are in one of these states: at most `limit`, oldest first."""
        there = select(col(TableRow.id)).where(col(TableRow.guild) == guild, col(TableRow.status).in_(states))
        newest = there.order_by(col(TableRow.id).desc()).limit(limit)
        return await self._tables(col(TableRow.id).in_(newest))

    async def log(self, table: int, after: int = 0, limit: int | None = None) -> list[EventRecord]:
        """The events of a table after number `after`, in order; none for a table that does not exist.

        Reading a thousand at once takes the event loop longer than a click may: `pages` does it bit by bit.
        """
        most = ALL if limit is None else limit
        return [event_of(row) for row in await self._query(LOG, table=table, after=after, most=most)]

    async def pages(self, table: int, after: int = 0) -> AsyncGenerator[list[EventRecord]]:
        """The events of a table after number `after`, in order, so many at a time that the event loop stays free."""
        page = await self.log(table, after, PAGE_EVENTS)
        while page:
            yield page
            if len(page) < PAGE_EVENTS:
                return
            page = await self.log(table, page[-1].seq, PAGE_EVENTS)

    async def happened(self, table: int, after: int, upto: int) -> list[EventRecord]:
        """Return the events after `after` up to `upto`: the game's without their text, none hidden."""
        there = col(EventRow.table_id) == table, col(EventRow.seq) > after, col(EventRow.seq) <= upto
        return await self._events(HAPPENED, *there)

    async def changes_of_seats(self, table: int, after: int = 0) -> list[EventRecord]:
        """Who left a game in play, or sat down in it, after event `after`, in order."""
        rows = await self._query(CHANGES_OF_SEATS, table=table, after=after)
        return [event_of(row) for row in rows]

    async def confided(self, table: int, after: int = 0) -> list[EventRecord]:
        """Return confidences between partners after event `after`, reports of them, and who left and came."""
        told = col(EventRow.kind).in_((*CONFIDED, "report", "sit", "leave"))
        return await self._events(EVENTS, col(EventRow.table_id) == table, col(EventRow.seq) > after, told)

    async def interaction(self, number: int) -> EventRecord | None:
        """The event that an interaction made, if it made one."""
        found = await self._events(EVENTS, col(EventRow.interaction) == number)
        return found[0] if found else None

    async def latest(self, guild: int, kind: EventKind, opened: int) -> int | None:
        """When something of this kind last happened at a table of a server that was opened at `opened` or later."""
        there = col(TableRow.guild) == guild, col(TableRow.created) >= opened, col(EventRow.kind) == kind
        query = select(func.max(EventRow.at)).join_from(TableRow, EventRow, col(EventRow.table_id) == col(TableRow.id))
        ((at,),) = await self._query(query.where(*there))
        return at

    # Hands

    async def hands(self, table: int) -> list[Span]:
        """Which events each finished hand of a table went through, and its points; those that have rows, in order."""
        return [Span(**row._asdict()) for row in await self._query(SPANS, table=table)]

    async def hand(self, table: int, number: int) -> HandRecord | None:
        """A finished hand of a table, if it has its row."""
        query = select(HandRow).where(col(HandRow.table_id) == table, col(HandRow.number) == number)
        return next((hand_of(row) for (row,) in await self._query(query)), None)

    # The public message

    async def record_board(self, table: int, seq: int, channel: int | None, message: int | None) -> None:
        """Note that the public message now shows event `seq`: a refresh that was due up to there is settled with it.

        A report of an earlier event than was noted before changes nothing in the table.
        """
        unit = units.record_board(table, seq, channel, message)
        await self._run(unit, table)

    # Work

    async def due(
        self, now: int, limit: int, kinds: Collection[WorkKind] = WorkKind, shards: Shards | None = None
    ) -> list[Work]:
        """Return work of these kinds, of some shards or of all, that is due, or to be retracted, by `now`.

        At most `limit`, longest due first.
        """
        rows = await self._query(due_on(shards), now=now, kinds=tuple(kinds), most=limit)
        return [work_of(row) for row in rows]

    async def next_due(
        self, after: int = -1, kinds: Collection[WorkKind] = WorkKind, shards: Shards | None = None
    ) -> int | None:
        """Return when the next work after `after` is due, None if there is none. It may lie in the past."""
        ((due,),) = await self._query(next_due_on(shards), after=after, kinds=tuple(kinds))
        return due

    async def parked(self) -> set[tuple[int, Subject]]:
        """Return the guild and the subject of each parked item."""
        subjects = select(col(WorkRow.table_id), col(WorkRow.pad_id), col(WorkRow.night_id), col(WorkRow.guild))
        rows = await self._query(subjects.where(col(WorkRow.state) == WorkState.PARKED).distinct())
        return {(row.guild, Subject.of(*row)) for row in rows}

    async def work(
        self, table: int, kind: WorkKind | None = None, states: Collection[WorkState] = WorkState
    ) -> list[Work]:
        """Return the work of a table, of one kind or of all, in one of these states, oldest first."""
        kinds = tuple(WorkKind) if kind is None else (kind,)
        return [work_of(row) for row in await self._query(WORK_OF, table=table, kinds=kinds, states=tuple(states))]

    async def work_of(self, table: int, kind: WorkKind, key: str) -> Work | None:
        """Return the work of a kind and key at a table, None if there is none."""
        rows = await self._query(WORK_OF_KEY, table=table, kinds=(kind,), key=key)
        return next((work_of(row) for row in rows), None)

    async def mark(
        self,
        work: int,
        state: WorkState,
        *,
        seq: int | None = None,
        channel: int | None = None,
        message: int | None = None,
    ) -> WorkState | None:
        """Store the outcome of work and where it was delivered; returns its new state, None if the row is gone.

        It stays DUE if more than `seq` was enqueued meanwhile, and becomes RETRACT if it was cancelled while its
        `message` was sent.
        """
        return await self._writer.run(units.mark(work, state, seq, channel, message, self._clock()))

    async def retry(self, work: int, due: int, *, state: WorkState = WorkState.DUE, seq: int | None = None) -> None:
        """Reschedule failed work in `state` to `due` and count the try.

        Work whose state changed during the try is left as it is. `seq` is what was tried: if a later one was enqueued
        meanwhile, its due time holds.
        """
        await self._writer.run(units.retry(work, due, state, seq))

    async def reschedule(self, work: int, due: int, *, seq: int | None = None) -> None:
        """Reschedule work to `due`. It does not count as a try.

        `seq` is what was tried: if a later one was enqueued meanwhile, its due time holds.
        """
        await self._writer.run(units.reschedule(work, due, seq))

    async def begin(self, work: int, channel: int) -> bool:
        """Note that a message for work is about to be posted in `channel`. Returns False if it is no longer due.

        It returns False, too, where another process has the lease of its shard by now. After a crash, the channel
        and the time say where to look for the message.
        """
        return await self._writer.run(units.begin(work, channel, self.process, self._clock()))

    async def park_guild(self, guild: int) -> int:
        """Park due work in a guild that cannot be reached. Returns the number of rows."""
        return await self._writer.run(units.park_guild(guild))

    async def wake(self, subject: Subject) -> int:
        """Make parked work of a subject due again, at once if it had failed; of a guild all work there.

        Returns the number of rows.
        """
        unit = units.wake(self._clock(), subject)
        return await (self._run(unit, subject.id) if subject.kind == SubjectKind.TABLE else self._writer.run(unit))

    async def purge_work(self, before: int) -> int:
        """Delete settled work that was due before `before`, but prompts. Returns the number of rows.

        Several transactions do it, so that no move waits for it.
        """
        forgotten = 0
        while part := await self._writer.run(units.purge_work(before, PURGE_BATCH_SIZE)):
            forgotten += part
        return forgotten

    # Reading

    @asynccontextmanager
    async def _reading(self) -> AsyncGenerator[AsyncSession]:
        if self._closed:
            raise StoreClosed
        self._readers += 1
        self._quiet.clear()
        try:
            async with self._turns, AsyncSession(self._engine, expire_on_commit=False) as session:
                yield session
        except StoreError:
            raise
        except Exception as error:
            raise explain(error, "reading") from error
        finally:
            self._readers -= 1
            if not self._readers:
                self._quiet.set()

    @asynccontextmanager
    async def _reading_snapshot(self) -> AsyncGenerator[AsyncSession]:
        """A session in which all that is read is of the same moment."""
        async with self._reading() as session:
            connection = await session.connection()
            try:
                await connection.exec_driver_sql(getattr(BEGIN_SNAPSHOT, connection.dialect.name))
                yield session
                await connection.exec_driver_sql(getattr(COMMIT, connection.dialect.name))
            except BaseException:
                await connection.invalidate()  # in the pool it would go on to show that moment
                raise

    @asynccontextmanager
    async def _snapshot(self) -> AsyncGenerator[Query]:
        async with self._reading_snapshot() as session:

            async def query(query: Executable, /, **values: Any) -> Sequence[Any]:
                return (await session.execute(query, values)).all()

            yield query

    async def _run(self, unit: Callable[[WriterConnection], Any], table: int | None = None) -> Any:
        """Have a unit written that changes a table: `table`, or the one whose number it returns."""
        return await self._writer.run(
            unit if self._changed_tables is None else self._changed_tables.noting(unit, table)
        )
