"""Retention: deletes finished tables and pads after the time that a guild has set.

Lessons always go, and deleted tables after a day. A change of the setting takes effect after a day. Results that count
in standings stay.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from bot.common.errors import Declined, redact
from bot.common.tasks import cancel_and_wait
from bot.common.time_spans import DAY_MS
from bot.pads.deletion import UNDO_MS
from bot.pads.pads import Pads
from bot.people.guild_settings import ServerSettingsCache
from bot.tables.commands.deletion import UNDO_WINDOW_MS as TABLE_UNDO
from bot.tables.services.tables import Tables
from data.engine.errors import StoreError
from data.nights.records import UNDO_MS as NIGHT_UNDO
from data.privacy.retention import ExpiredCounts, RetentionRule
from data.privacy.retention import Retention as RetentionRepository
from data.tables.records import LESSONS_GUILD_ID

log = logging.getLogger(__name__)

REVOCATION_MS: Final = DAY_MS
"""Milliseconds in which a server may take a new retention back."""

FIRST_SWEEP_SECONDS: Final = 120.0
"""Seconds from the start of the process to its first pass: people come first."""

SWEEP_INTERVAL_SECONDS: Final = 24 * 3600.0
"""Seconds between two passes."""

LESSONS: Final = RetentionRule(LESSONS_GUILD_ID, 7, 0)
"""The days for which finished lessons are kept. They belong to no server."""

BATCH_PAUSE_SECONDS: Final = 0.05
"""Seconds between two tables or pads, so that what people do is in between."""


TakeAway = Callable[[int], Awaitable[None]]
"""Takes the message of a table, a pad or a club night away."""


@dataclass(slots=True, eq=False)
class Retention:
    """The pass, and its task."""

    tables: Tables
    pads: Pads
    take_table_away: TakeAway
    take_pad_away: TakeAway
    take_night_away: TakeAway
    wait_leader: Callable[[], Awaitable[None]]
    """Waits until this process is the one that does the pass."""
    _task: asyncio.Task[None] | None = field(init=False, default=None)

    @property
    def _store(self) -> RetentionRepository:
        return self.tables.store.retention

    def start(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._run(), name="retention")

    async def close(self) -> None:
        """Stop. The next process finishes deletions that have begun."""
        await cancel_and_wait(self._task)

    async def _run(self) -> None:
        """Sweep once a day for ever, in the leading process."""
        await asyncio.sleep(FIRST_SWEEP_SECONDS)
        while True:
            await self.wait_leader()
            try:
                await self.sweep()
            except StoreError as error:
                log.warning("retention failed, next try in a day (%s)", error)
            except Exception as error:  # whatever it was, there is another day
                log.exception("retention failed, next try in a day", exc_info=redact(error))
            await asyncio.sleep(SWEEP_INTERVAL_SECONDS)

    async def sweep(self) -> ExpiredCounts:
        """Delete what is old enough now. Returns how much that was.

        An error of one row is logged, and the row stays until the next pass. Raises StoreError.
        """
        for table_id in await self._store.half_deleted_tables():
            with _isolated("table", table_id):
                await self._store.delete_table(table_id)
        await self._purge_pads(self.tables.clock() - UNDO_MS)
        await self._purge_nights(self.tables.clock() - NIGHT_UNDO)
        await self._purge_tables(self.tables.clock() - TABLE_UNDO)
        tables = pads = acts = 0
        for keeping in (LESSONS, *await self._store.rules()):
            before = cutoff(keeping, self.tables.clock())
            if before is None:
                continue
            tables += await self._sweep_tables(keeping.guild, before)
            pads += await self._sweep_pads(keeping.guild, before)
            await self.tables.store.leagues.delete_old(keeping.guild, before)
            while some := await self._store.delete_acts(keeping.guild, before):
                acts += some
                await asyncio.sleep(BATCH_PAUSE_SECONDS)
        if tables or pads or acts:
            log.info("retention deleted %s tables, %s pads and %s acts of moderators", tables, pads, acts)
        return ExpiredCounts(tables, pads, acts)

    async def _purge_pads(self, before: int) -> None:
        """Delete for good the pads that were deleted before `before`, with their messages."""
        last = 0
        while pads := await self._store.deleted_pads(before, last):
            for last in pads:
                with _isolated("the message of pad", last):
                    await self.take_pad_away(last)
                with _isolated("pad", last):
                    await self.pads.purge(last, before)
                await asyncio.sleep(BATCH_PAUSE_SECONDS)

    async def _purge_nights(self, before: int) -> None:
        """Delete for good the club nights that were deleted before `before`, with their messages."""
        for night in await self.tables.store.nights.deleted(before):
            with _isolated("the message of night", night):
                await self.take_night_away(night)
            with _isolated("night", night):
                await self.tables.store.nights.purge(night, before)
            await asyncio.sleep(BATCH_PAUSE_SECONDS)

    async def _purge_tables(self, before: int) -> None:
        """Delete for good the tables that were deleted in their lobbies before `before`, with their messages."""
        for table_id in await self._store.deleted_tables(before):
            with _isolated("the message of table", table_id):
                await self.take_table_away(table_id)
            with _isolated("table", table_id):
                await self._delete_table(table_id, self.tables.clock() + 1)
            await asyncio.sleep(BATCH_PAUSE_SECONDS)

    async def _delete_table(self, table_id: int, before: int) -> bool:
        """Delete a finished table. Returns False if something has happened there since `before`."""
        if not await self._store.mark(table_id, before):
            return False
        self.tables.evict(table_id)
        await self._store.delete_table(table_id)
        return True

    async def _sweep_tables(self, guild: int, before: int) -> int:
        deleted, last = 0, 0
        while tables := await self._store.tables(guild, before, last):
            for last in tables:
                with _isolated("table", last):
                    deleted += await self._delete_table(last, before)
                await asyncio.sleep(BATCH_PAUSE_SECONDS)
        return deleted

    async def _sweep_pads(self, guild: int, before: int) -> int:
        deleted, last = 0, 0
        while pads := await self._store.pads(guild, before, last):
            for last in pads:
                with _isolated("pad", last):
                    deleted += await self.pads.delete(last, before)
                await asyncio.sleep(BATCH_PAUSE_SECONDS)
        return deleted


@contextmanager
def _isolated(what: str, number: int) -> Generator[None]:
    """Log an error of one row: the others are deleted all the same."""
    try:
        yield
    except (Declined, StoreError) as error:
        log.warning("retention: %s %s stays (%s)", what, number, error)
    except Exception as error:
        log.exception("retention: %s %s stays", what, number, exc_info=redact(error))


def cutoff(keeping: RetentionRule, now: int) -> int | None:
    """Return the time (ms) before which finished tables are deleted; None while the server may change its mind."""
    return None if now < keeping.since + REVOCATION_MS else now - keeping.days * DAY_MS


async def why_unknown(
    tables: Tables, servers: ServerSettingsCache, guild: int | None, number: int, *, pad: bool = False
) -> str:
    """Return the text for a user who asks for a table or pad that a guild does not have. Raises StoreError."""
    what = "pad" if pad else "table"
    days = None if guild is None else (await servers.of(guild)).retention_days
    if days is None or not await tables.store.retention.has_existed(number, pad=pad):
        return f"There is no such {what}."
    kind = "closed pads" if pad else "finished tables"
    return f"That {what} is deleted: this server keeps {kind} for {days} days."
