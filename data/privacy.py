"""People's data: taking it out for good, also of a backup that is brought back."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Executable, select
from sqlmodel import col

from data import deletions
from data import privacy_jobs as jobs
from data.corner import Corner
from data.deletions import Deletion
from data.models import DeletionRow, OriginRow, PersonRow
from data.privacy_jobs import Forgotten
from data.writer import Job

log = logging.getLogger(__name__)


class Privacy(Corner):
    """That of all people. `noted` is the file of deletions beside the database; None where there can be none."""

    def __init__(
        self,
        run: Callable[[Job], Awaitable[Any]],
        rows: Callable[[Executable], Awaitable[Sequence[Any]]],
        clock: Callable[[], int],
        noted: Path | None,
    ) -> None:
        super().__init__(run, rows, clock)
        self._noted = noted

    async def forget(self, user: int) -> Forgotten:
        """Take a user's data out; again it does nothing.

        It is noted beside the database first: a process that is killed in between does it at its next start. Raises
        StoreError; then it is done at the next start if it could be noted.
        """
        found = await self._rows(select(col(PersonRow.id)).where(col(PersonRow.user_id) == user))
        if not found:
            return Forgotten(None)
        me, at = found[0][0], self._clock()
        if self._noted is not None:
            line = Deletion(await self._mark(), me, at)
            await asyncio.to_thread(deletions.note, self._noted, [line])
        return await self._run(jobs.forget(me, at, at))

    async def apply_again(self) -> int:
        """Take out whatever was taken out of this database before and is there again, because an older copy of it was
        brought back; returns how many people that were. Raises StoreError.

        A database remembers which deletions it has seen, so that each is applied once: later on a row may be that of
        somebody else. What it knows and the file does not (one was moved without the other) is added to the file.
        """
        if self._noted is None:
            return 0
        mark = await self._mark()
        kept = [one for one in await asyncio.to_thread(deletions.noted, self._noted) if one.database == mark]
        row = DeletionRow
        known = [(person, at) for person, at in await self._rows(select(col(row.person_id), col(row.at)))]
        there = {(one.person, one.at) for one in kept}
        if lost := [Deletion(mark, person, at) for person, at in known if (person, at) not in there]:
            await asyncio.to_thread(deletions.note, self._noted, lost)
        again = 0
        for person, at in sorted(there - set(known), key=lambda one: one[1]):
            forgotten: Forgotten = await self._run(jobs.forget(person, at, self._clock()))
            again += forgotten.user is not None
        if again:
            log.info("the data of %s people was taken out again: the database was older than their deletion", again)
        return again

    async def _mark(self) -> str:
        """What tells this database, with its copies, from others."""
        ((mark,),) = await self._rows(select(col(OriginRow.mark)))
        return mark
