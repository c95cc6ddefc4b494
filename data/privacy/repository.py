"""Erases people's data, also after an older backup is restored."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, select, union
from sqlmodel import col, func

from data.engine.repository import Begin, Query, Repository, Snapshot
from data.pads.models import PadKeeperRow, PadPlayerRow, PadRow
from data.people.models import BanRow, BlockRow, PersonRow
from data.people.rows import person_row
from data.privacy import erasure_log
from data.privacy.erasure import ErasureResult, erase_person, erase_words
from data.privacy.erasure_log import ErasureEntry
from data.privacy.models import ErasureRow, OriginRow
from data.processes.notifications import ChangeKind, notify
from data.tables.events import EventKind
from data.tables.lists import Lists
from data.tables.models import EventRow, SeatRow, TableRow
from data.tables.records import LESSONS_GUILD_ID, LIVE

log = logging.getLogger(__name__)


class StoredDataSummary(NamedTuple):
    """Counts of a person's stored data: live tables, invitations, finished tables, notes, pads kept,
    pads kept or played on, people blocked, bans.
    """

    live: int
    invitations: int
    over: int
    notes: int
    keeps: int
    pads: int
    blocked: int
    bans: int


class PrivacyRepository(Repository):
    """The erasures of all people. `erasure_log` is the file beside the database; None where there can be none."""

    def __init__(
        self, begin: Begin, query: Query, snapshot: Snapshot, clock: Callable[[], int], erasure_log: Path | None
    ) -> None:
        super().__init__(begin, query, snapshot, clock)
        self._erasure_log = erasure_log

    async def summary(self, user: int) -> StoredDataSummary | None:
        """Return the counts of a user's data; None if there is none."""
        me = await self._find_row(user)
        if me is None:
            return None
        seated = (
            select(col(TableRow.status).in_(LIVE).label("live"), func.count())
            .join_from(SeatRow, TableRow, col(TableRow.id) == col(SeatRow.table_id))
            .where(col(SeatRow.person_id) == me, col(SeatRow.kind) == "person", col(TableRow.guild) != LESSONS_GUILD_ID)
            .group_by("live")
        )
        tables = {bool(live): count for live, count in await self._query(seated)}
        event, keeper, player = EventRow, PadKeeperRow, PadPlayerRow
        note = and_(col(event.kind) == EventKind.NOTE, col(event.hidden).is_not(None))
        named_pads = union(*(select(col(row.pad_id)).where(col(row.person_id) == me) for row in (keeper, player)))
        return StoredDataSummary(
            live=tables.get(True, 0),
            invitations=len(await Lists(self._begin, self._query, self._snapshot, self._clock).invited(user)),
            over=tables.get(False, 0),
            notes=await self._count(col(event.person_id) == me, note),
            keeps=await self._count(col(keeper.person_id) == me),
            pads=await self._count(col(PadRow.id).in_(named_pads)),
            blocked=await self._count(col(BlockRow.person_id) == me),
            bans=await self._count(col(BanRow.person_id) == me),
        )

    async def _count(self, *where: ColumnElement[bool]) -> int:
        ((count,),) = await self._query(select(func.count()).where(*where))
        return count

    async def _find_row(self, user: int) -> int | None:
        """Return the number of a user's row."""
        rows = await self._query(select(col(PersonRow.id)).where(col(PersonRow.user_id) == user))
        return rows[0][0] if rows else None

    async def erase(self, user: int) -> ErasureResult:
        """Erase a user's data; repeating it does nothing.

        It is logged first, so that a killed process does it at its next start. Raises StoreError; then it is done at
        the next start if it was logged.
        """
        me, at = await self._find_row(user), self._clock()
        if me is None:
            return ErasureResult(None)
        if self._erasure_log is not None:
            line = ErasureEntry(await self.database_id(), me, at)
            await asyncio.to_thread(erasure_log.append_entries, self._erasure_log, [line])
        async with self._begin() as session:
            await notify(session, ChangeKind.ERASURE, user)
            return await erase_person(session, me, at, at)

    async def erase_words(self, user: int) -> list[int]:
        """Empty what a user has typed: notes and reasons; the events stay.

        Returns the tables whose log has changed.
        """
        async with self._begin() as session:
            me = await person_row(session, user)
            changed = [] if me is None else await erase_words(session, me)
            for table in changed:
                await notify(session, ChangeKind.TABLE, table)
            return changed

    async def reapply_erasures(self) -> int:
        """Erase again the people whom an older backup has brought back; returns how many. Raises StoreError.

        Each erasure is applied once, since a row may later be another person's. Erasures that only the database knows
        are added to the log.
        """
        if self._erasure_log is None:
            return 0
        mark = await self.database_id()
        entries = [
            entry
            for entry in await asyncio.to_thread(erasure_log.read_entries, self._erasure_log)
            if entry.database == mark
        ]
        row = ErasureRow
        known_persons = [(person, at) for person, at in await self._query(select(col(row.person_id), col(row.at)))]
        erased = {(entry.person, entry.at) for entry in entries}
        if lost := [ErasureEntry(mark, person, at) for person, at in known_persons if (person, at) not in erased]:
            await asyncio.to_thread(erasure_log.append_entries, self._erasure_log, lost)
        again = 0
        for person, at in sorted(erased - set(known_persons), key=lambda item: item[1]):
            async with self._begin() as session:
                again += (await erase_person(session, person, at, self._clock())).user is not None
        if again:
            log.info("the data of %s people was taken out again: the database was older than their deletion", again)
        return again

    async def database_id(self) -> str:
        """Return the mark of this database and all its copies."""
        ((mark,),) = await self._query(select(col(OriginRow.mark)))
        return mark
