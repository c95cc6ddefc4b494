"""Tables: their rows, seats, logs and finished hands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Iterable, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, select
from sqlmodel import col, func, or_

from data.deals.records import NewTry
from data.engine.repository import Begin, Query, Repository, Snapshot
from data.engine.writer import UnitOfWork
from data.leagues.records import LeaguePlace
from data.people.models import PersonRow
from data.tables import units
from data.tables.errors import UnknownTable
from data.tables.event_rows import EVENTS, HAPPENED, event_of
from data.tables.events import CONFIDED, EventKind
from data.tables.models import EventRow, HandRow, SeatRow, TableRow
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
    hand_of,
    live_only,
    logs_after,
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
)

PAGE_EVENTS: Final = 200
"""Events that are read at once where all of a table's are needed."""

NO_LIMIT: Final = 2**62
"""More events than any table has."""

WriteTable = Callable[[UnitOfWork, int | None], Awaitable[Any]]
"""Has a unit written that changes a table: the one given, or the one whose number the unit returns."""


class TablesRepository(Repository):
    """All tables. A cancelled write may stand: ask by interaction id, or read the log."""

    def __init__(
        self,
        begin: Begin,
        query: Query,
        snapshot: Snapshot,
        clock: Callable[[], int],
        query_models: Query,
        write: WriteTable,
    ) -> None:
        super().__init__(begin, query, snapshot, clock)
        self._query_models = query_models
        self._write = write

    async def create(
        self,
        draft: NewTable,
        events: Iterable[NewEvent] = (),
        work: Iterable[NewWork] = (),
        seats: Iterable[SeatRecord] = (),
        limits: Limits | None = None,
        attempt: NewTry | None = None,
        place: LeaguePlace | None = None,
    ) -> TableRecord:
        """Open a table with its first events, in one transaction.

        `attempt` is the try at a deal by it, `place` its place in a league.

        Raises DuplicateInteraction if an event's interaction has opened one already, and where `limits` are reached
        ServerIsFull, HostIsBusy and ThreadIsTaken; DealTried; LeagueTableOpened; PersonIsKeptOut.
        """
        unit = units.create(draft, events, work, seats, limits, attempt, place, self._clock())
        number = await self._write(unit, None)
        table = await self.get(number)
        if table is None:
            raise UnknownTable(f"table {number}")
        return table

    async def append(self, write: Append) -> int:
        """Keep one step of a table, whole or not at all; returns its last event's number after the commit.

        Raises DuplicateInteraction, SequenceTaken if the table moved on, UnknownTable, PersonIsKeptOut if a banned
        person joins, asks or is invited, and ServerIsFull, HostIsBusy and ThreadIsTaken where its `limits` are reached.
        """
        unit = units.append(write, self._clock() if write.at is None else write.at)
        return await self._write(unit, write.table)

    async def get(self, number: int) -> TableRecord | None:
        """Return the table of that number."""
        tables = tables_of(await self._query_models(TABLE_NUMBERED, number=number))
        return tables[0] if tables else None

    async def rev_of(self, table: int) -> int | None:
        """Return the number of writes of a table's row; None if there is no such table."""
        return next((rev for (rev,) in await self._query(REV_OF_TABLE, table=table)), None)

    async def stored(self, tables: Sequence[int]) -> list[StoredTable]:
        """Return the stored data of those of these tables that exist, read together.

        It includes logs of at most PAGE_EVENTS events in all; `pages` reads the others.
        """
        async with self._snapshot() as query:
            records = tables_of(await query(TABLES_NUMBERED, numbers=tables))
            hands: defaultdict[int, list[Span]] = defaultdict(list)
            for row in await query(SPANS_OF_TABLES, numbers=tables):
                hands[row.table_id].append(Span(row.number, row.first, row.last, row.points))
            whole = {table: spans[-1].number for table, spans in hands.items() if len(spans) == spans[-1].number + 1}
            rows = await query(these_hands(whole)) if whole else ()
            last = {row.table_id: hand_of(row) for (row,) in rows}
            after, room = dict[int, int](), PAGE_EVENTS
            for record in records:
                first = last[record.id].first if record.id in last else 0
                if record.seq - first <= room:
                    after[record.id] = first
                    room -= record.seq - first
            logs: dict[int, list[EventRecord]] = {table: [] for table in after}
            for row in await query(logs_after(after)) if after else ():
                logs[row.table].append(event_of(row))
        return [
            StoredTable(record, tuple(hands[record.id]), last.get(record.id), logs.get(record.id)) for record in records
        ]

    async def numbers(self, after: int, limit: int) -> list[int]:
        """Return the numbers of the next tables above `after`, whatever state they are in: at most `limit`."""
        query = select(col(TableRow.id)).where(col(TableRow.id) > after).order_by(col(TableRow.id)).limit(limit)
        return [number for (number,) in await self._query(query)]

    async def of_user(self, user: int, guild: int | None = None, *, live: bool = True) -> list[TableRecord]:
        """Return the live tables (or all) at which a user has a seat, in one server or in all, oldest first.

        Their lessons are those of the guild LESSONS_GUILD_ID, and among no others.
        """
        seated = (
            select(col(SeatRow.table_id))
            .join(PersonRow, col(PersonRow.id) == col(SeatRow.person_id))
            .where(col(PersonRow.user_id) == user, col(SeatRow.kind) == "person")
        )
        in_guild = col(TableRow.guild) != LESSONS_GUILD_ID if guild is None else col(TableRow.guild) == guild
        return await self._tables(col(TableRow.id).in_(seated), in_guild, *live_only(live))

    async def in_channel(self, channel: int) -> list[TableRecord]:
        """Return the live tables of a channel or thread, oldest first."""
        is_in_channel = or_(col(TableRow.channel) == channel, col(TableRow.thread) == channel)
        return await self._tables(is_in_channel, *live_only(live=True))

    async def last_finished_in(self, channel: int) -> int | None:
        """Return the number of the newest finished table of a channel or thread; None if there is none."""
        ((number,),) = await self._query(LAST_FINISHED_IN, channel=channel)
        return number

    async def of_guild(self, guild: int, states: Collection[TableStatus], limit: int) -> list[TableRecord]:
        """Return the newest tables of a server that are in one of these states: at most `limit`, oldest first."""
        numbers = select(col(TableRow.id)).where(col(TableRow.guild) == guild, col(TableRow.status).in_(states))
        newest = numbers.order_by(col(TableRow.id).desc()).limit(limit)
        return await self._tables(col(TableRow.id).in_(newest))

    async def log(self, table: int, after: int = 0, limit: int | None = None) -> list[EventRecord]:
        """Return the events of a table after number `after`, in order; none for a table that does not exist.

        Reading a thousand at once takes the event loop longer than a click may: `pages` does it bit by bit.
        """
        most = NO_LIMIT if limit is None else limit
        return [event_of(row) for row in await self._query(LOG, table=table, after=after, most=most)]

    async def pages(self, table: int, after: int = 0) -> AsyncGenerator[list[EventRecord]]:
        """Yield the events of a table after number `after`, in order, in pages.

        The event loop stays free.
        """
        page = await self.log(table, after, PAGE_EVENTS)
        while page:
            yield page
            if len(page) < PAGE_EVENTS:
                return
            page = await self.log(table, page[-1].seq, PAGE_EVENTS)

    async def game_events(self, table: int, after: int, upto: int) -> list[EventRecord]:
        """Return the events after `after` up to `upto`: the game's without their text, none hidden."""
        conditions = col(EventRow.table_id) == table, col(EventRow.seq) > after, col(EventRow.seq) <= upto
        return await self._events(HAPPENED, *conditions)

    async def seat_changes(self, table: int, after: int = 0) -> list[EventRecord]:
        """Return the events after `after` by which people left a game in play or sat down in it, in order."""
        rows = await self._query(CHANGES_OF_SEATS, table=table, after=after)
        return [event_of(row) for row in rows]

    async def confidences(self, table: int, after: int = 0) -> list[EventRecord]:
        """Return confidences between partners after event `after`, reports of them, and who left and came."""
        is_relevant = col(EventRow.kind).in_((*CONFIDED, "report", "sit", "leave"))
        return await self._events(EVENTS, col(EventRow.table_id) == table, col(EventRow.seq) > after, is_relevant)

    async def event_of_interaction(self, number: int) -> EventRecord | None:
        """Return the event that an interaction made, if it made one."""
        events = await self._events(EVENTS, col(EventRow.interaction) == number)
        return events[0] if events else None

    async def last_event_time(self, guild: int, kind: EventKind, opened_after_ms: int) -> int | None:
        """Return the time of the last event of this kind at a server's table opened at `opened_after_ms` or later."""
        conditions = col(TableRow.guild) == guild, col(TableRow.created) >= opened_after_ms, col(EventRow.kind) == kind
        query = select(func.max(EventRow.at)).join_from(TableRow, EventRow, col(EventRow.table_id) == col(TableRow.id))
        ((at,),) = await self._query(query.where(*conditions))
        return at

    async def hands(self, table: int) -> list[Span]:
        """Return the events and points of each finished hand of a table that has a row, in order."""
        return [Span(**row._asdict()) for row in await self._query(SPANS, table=table)]

    async def hand(self, table: int, number: int) -> HandRecord | None:
        """Return a finished hand of a table, if it has its row."""
        query = select(HandRow).where(col(HandRow.table_id) == table, col(HandRow.number) == number)
        return next((hand_of(row) for (row,) in await self._query_models(query)), None)

    async def record_board(self, table: int, seq: int, channel: int | None, message: int | None) -> None:
        """Note that the public message now shows event `seq`: a refresh that was due up to there is settled with it.

        A report of an earlier event than was noted before changes nothing in the table.
        """
        unit = units.record_board(table, seq, channel, message)
        await self._write(unit, table)

    async def _tables(self, *conditions: ColumnElement[bool]) -> list[TableRecord]:
        return tables_of(await self._query_models(TABLES.where(*conditions)))

    async def _events(self, columns: Any, *conditions: ColumnElement[bool]) -> list[EventRecord]:
        query = columns.where(*conditions).order_by(col(EventRow.table_id), col(EventRow.seq))
        return [event_of(row) for row in await self._query(query)]
