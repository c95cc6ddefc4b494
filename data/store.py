"""The store: a repository for each matter, on one database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any

from data.databases import database_of, hush
from data.deals.cups import CupsRepository
from data.deals.matches import MatchesRepository
from data.deals.repository import DealsRepository
from data.engine.clock import now_ms
from data.engine.database import Database
from data.engine.errors import explain
from data.engine.process import Process
from data.engine.reader import Reader
from data.engine.transactions import Transactions
from data.engine.writer import FaultHook, UnitOfWork, Writer
from data.leagues.repository import LeaguesRepository
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
from data.tables.repository import TablesRepository
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
        self.tables = TablesRepository(*parts, reader.query_models, self._write_table)
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
        self.deals = DealsRepository(*parts)
        self.matches = MatchesRepository(*parts)
        self.cups = CupsRepository(*parts)
        self.leagues = LeaguesRepository(*parts)
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
        """Call `note` after each batch of writes, with its seconds and its number of failed writes."""
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
        """Finish running transactions and close. Closing twice does nothing; any other use is StoreClosed."""
        if self._closed:
            return
        self._closed = True
        await self._writer.close()
        await self._transactions.close()
        await self._reader.close()

    async def _write_table(self, unit: UnitOfWork, table: int | None) -> Any:
        """Write a unit that changes a table: `table`, or the one whose number it returns."""
        return await self._writer.run(
            unit if self._changed_tables is None else self._changed_tables.noting(unit, table)
        )
