"""The store: all that is kept, behind functions. Writes go through writer.py, reads through SQLModel sessions."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import asynccontextmanager

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlmodel import col, func, or_, select
from sqlmodel.ext.asyncio.session import AsyncSession
from sqlmodel.sql.expression import SelectOfScalar

from data import jobs
from data.connect import connect_writer, hush, make_file, parse, reading_engine
from data.errors import StoreClosed, StoreError, UnknownTable, explain
from data.migrate import upgrade
from data.models import EventRow, GuildRow, WorkRow, SeatRow, TableRow
from data.records import (
    LIVE,
    Append,
    EventRecord,
    GuildSettings,
    NewEvent,
    NewWork,
    NewTable,
    Work,
    WorkState,
    SeatRecord,
    TableRecord,
    now_ms,
)
from data.writer import Fault, Writer

Clock = Callable[[], int]


class Store:
    """Tables, their logs and what is owed to Discord. Open it with `Store.open`; every method may raise StoreError.

    A method that writes returns after its commit, and what it wrote survives the end of the process and of the power.
    When its caller is cancelled while it waits, the write may stand or not: ask by interaction id, or read the log.
    """

    def __init__(self, engine: AsyncEngine, writer: Writer, clock: Clock) -> None:
        self._engine = engine
        self._writer = writer
        self._clock = clock
        self._closed = False
        self._readers = 0
        self._quiet = asyncio.Event()
        self._quiet.set()

    @classmethod
    async def open(cls, url: str, *, clock: Clock = now_ms, fault: Fault | None = None) -> Store:
        """Open the database at `url` (sqlite+aiosqlite:///PATH), created and brought up to date where needed.

        `fault` is for tests: see writer.Fault. Raises StoreTooNew, StoreDamaged, StoreReadOnly, StoreBusy, StoreFull,
        StoreUnreachable, and StoreError for a URL that is none of ours.
        """
        hush()
        parsed = parse(url)
        make_file(parsed)
        await asyncio.to_thread(upgrade, parsed)
        try:
            connection = await connect_writer(parsed)
        except Exception as error:
            raise explain(error, "opening the database") from error
        return cls(reading_engine(parsed), Writer(connection, fault), clock)

    async def close(self) -> None:
        """Finish what is under way and close. Closing twice does nothing; any other use is StoreClosed."""
        if self._closed:
            return
        self._closed = True
        await self._writer.close()
        await self._quiet.wait()
        await self._engine.dispose()

    # Guilds

    async def guild_settings(self, guild: int) -> GuildSettings:
        """What a server has settled; empty if nothing."""
        async with self._reading() as session:
            row = await session.get(GuildRow, guild)
        return GuildSettings(guild, row.settings if row else {})

    async def save_guild_settings(self, settings: GuildSettings) -> None:
        """Keep what a server has settled, in place of what it had."""
        await self._writer.run(jobs.save_guild(settings, self._clock()))

    # Tables

    async def create_table(
        self,
        draft: NewTable,
        events: Iterable[NewEvent] = (),
        work: Iterable[NewWork] = (),
        seats: Iterable[SeatRecord] = (),
    ) -> TableRecord:
        """Open a table with its first events, in one transaction.

        Raises DuplicateInteraction if an event's interaction has opened one already.
        """
        number = await self._writer.run(jobs.create(draft, events, work, seats, self._clock()))
        table = await self.table(number)
        if table is None:
            raise UnknownTable(f"table {number}")
        return table

    async def append(self, write: Append) -> int:
        """Keep one step of a table, whole or not at all; returns its last event's number, after the commit.

        Raises DuplicateInteraction (with the event that the interaction made before), SequenceTaken if the table has
        moved on since `write.after`, UnknownTable.
        """
        return await self._writer.run(jobs.append(write, self._clock()))

    async def table(self, number: int) -> TableRecord | None:
        """The table of that number."""
        tables = await self._tables(col(TableRow.id) == number)
        return tables[0] if tables else None

    async def live_tables(self) -> list[TableRecord]:
        """Every table that has not come to its end, oldest first."""
        return await self._tables(col(TableRow.status).in_(LIVE))

    async def count_live(self, guild: int) -> int:
        """How many tables of a server have not come to their end."""
        query = select(func.count()).select_from(TableRow).where(col(TableRow.guild) == guild, *_live(True))
        async with self._reading() as session:
            return (await session.exec(query)).one()

    async def tables_of(self, user: int, guild: int | None = None, *, live: bool = True) -> list[TableRecord]:
        """The live tables (or all) at which a user has a seat, in one server or everywhere, oldest first."""
        seated = select(SeatRow.table_id).where(SeatRow.user_id == user, SeatRow.kind == "person")
        conditions: list[ColumnElement[bool]] = [col(TableRow.id).in_(seated)]
        if guild is not None:
            conditions.append(col(TableRow.guild) == guild)
        return await self._tables(*conditions, *_live(live))

    async def tables_in(self, channel: int, *, live: bool = True) -> list[TableRecord]:
        """The live tables (or all) of a channel or thread, oldest first."""
        here = or_(col(TableRow.channel) == channel, col(TableRow.thread) == channel)
        return await self._tables(here, *_live(live))

    async def log(self, table: int, after: int = 0) -> list[EventRecord]:
        """The events of a table after number `after`, in order; none for a table that does not exist."""
        query = select(EventRow).where(EventRow.table_id == table, EventRow.seq > after).order_by(col(EventRow.seq))
        async with self._reading() as session:
            return [_event(row) for row in await session.exec(query)]

    async def interaction(self, number: int) -> EventRecord | None:
        """The event that an interaction made, if it made one."""
        async with self._reading() as session:
            row = (await session.exec(select(EventRow).where(EventRow.interaction == number))).first()
        return _event(row) if row else None

    async def shown(self, table: int, seq: int, channel: int | None, message: int | None) -> None:
        """Note that the public message now shows event `seq`: a refresh that was due up to there is settled with it.

        A report of an earlier event than was noted before changes nothing in the table.
        """
        await self._writer.run(jobs.shown(table, seq, channel, message))

    # The outbox

    async def due(self, now: int, limit: int) -> list[Work]:
        """What is to be delivered, or taken back (state "withdraw"), by `now`: at most `limit`, longest due first."""
        query = (
            select(WorkRow).where(_OPEN, WorkRow.due <= now).order_by(col(WorkRow.due), col(WorkRow.id)).limit(limit)
        )
        return await self._work(query)

    async def next_due(self) -> int | None:
        """When the next work is due, the past included; None if nothing is owed."""
        async with self._reading() as session:
            return (await session.exec(select(func.min(WorkRow.due)).where(_OPEN))).one()

    async def work(self, table: int) -> list[Work]:
        """All work of a table in whatever state, oldest first."""
        return await self._work(select(WorkRow).where(WorkRow.table_id == table).order_by(col(WorkRow.id)))

    async def mark(
        self,
        work: int,
        state: WorkState,
        *,
        seq: int | None = None,
        channel: int | None = None,
        message: int | None = None,
    ) -> WorkState | None:
        """Note what became of a work and where it was delivered; returns the state it is in now, None if it is gone.

        Give the `seq` that was delivered: if the table has asked for a later one meanwhile, the work stays "due". And
        one that was dropped while it was being sent becomes "withdraw", due at once: its message has to go again.
        """
        return await self._writer.run(jobs.mark(work, state, seq, channel, message, self._clock()))

    async def retry(self, work: int, due: int) -> None:
        """Put a delivery (or a withdrawal) off until `due` and count the attempt."""
        await self._writer.run(jobs.retry(work, due))

    async def forget_work(self, before: int) -> int:
        """Delete what was dropped, taken back or given up and had been due before `before`; returns how many."""
        return await self._writer.run(jobs.forget_work(before))

    # Reading

    @asynccontextmanager
    async def _reading(self) -> AsyncGenerator[AsyncSession]:
        if self._closed:
            raise StoreClosed
        self._readers += 1
        self._quiet.clear()
        try:
            async with AsyncSession(self._engine, expire_on_commit=False) as session:
                yield session
        except StoreError:
            raise
        except Exception as error:
            raise explain(error, "reading") from error
        finally:
            self._readers -= 1
            if not self._readers:
                self._quiet.set()

    async def _tables(self, *conditions: ColumnElement[bool]) -> list[TableRecord]:
        # One statement, so that a table and its seats are of the same moment.
        seated = col(SeatRow.table_id) == col(TableRow.id)
        query = select(TableRow, SeatRow).join(SeatRow, seated, isouter=True).where(*conditions)
        async with self._reading() as session:
            rows = (await session.exec(query.order_by(col(TableRow.id), col(SeatRow.seat)))).all()
        tables: dict[int | None, TableRow] = {}
        seats: defaultdict[int | None, list[SeatRecord]] = defaultdict(list)
        for table, seat in rows:
            tables[table.id] = table
            if seat:
                seats[table.id].append(_seat(seat))
        return [_table(table, seats[number]) for number, table in tables.items()]

    async def _work(self, query: SelectOfScalar[WorkRow]) -> list[Work]:
        async with self._reading() as session:
            return [_work(row) for row in await session.exec(query)]


_OPEN = col(WorkRow.state).in_(("due", "withdraw"))


def _live(live: bool) -> tuple[ColumnElement[bool], ...]:
    return (col(TableRow.status).in_(LIVE),) if live else ()


def _event(row: EventRow) -> EventRecord:
    return EventRecord(
        table=row.table_id,
        seq=row.seq,
        kind=row.kind,
        seat=row.seat,
        text=row.text,
        public=row.public,
        hidden=row.hidden,
        interaction=row.interaction,
        user=row.user_id,
        at=row.at,
    )


def _seat(row: SeatRow) -> SeatRecord:
    return SeatRecord(row.table_id, row.seat, row.user_id, row.kind, row.name, row.points)


def _table(row: TableRow, seats: list[SeatRecord]) -> TableRecord:
    assert row.id is not None
    return TableRecord(
        id=row.id,
        game=row.game,
        rules_version=row.rules_version,
        options=row.options,
        guild=row.guild,
        channel=row.channel,
        thread=row.thread,
        host=row.host,
        status=row.status,
        seq=row.seq,
        message_channel=row.message_channel,
        message=row.message,
        shown=row.shown,
        created=row.created,
        updated=row.updated,
        seats=tuple(seats),
        settings=row.settings,
    )


def _work(row: WorkRow) -> Work:
    assert row.id is not None
    return Work(
        id=row.id,
        table=row.table_id,
        kind=row.kind,
        key=row.key,
        seq=row.seq,
        payload=row.payload,
        due=row.due,
        tries=row.tries,
        state=row.state,
        channel=row.channel,
        message=row.message,
    )
