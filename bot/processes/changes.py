"""Reads anew what other processes have changed: tables, pads, preferences, servers' settings, erased people."""

from __future__ import annotations

import asyncio
import logging
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from typing import Final

from bot.common.errors import UnknownTable, redact
from bot.common.tasks import cancel_and_wait
from bot.pads.pads import Pads
from bot.people.guild_settings import ServerSettingsCache
from bot.people.preferences import PreferencesCache
from bot.scheduler.scheduler import Scheduler
from bot.tables.services.tables import Tables
from data.engine.errors import StoreError
from data.engine.shards import Shards
from data.processes.notifications import Change, ChangeKind
from data.store import Store
from data.tables.records import LESSONS_GUILD_ID

log = logging.getLogger(__name__)

RETRY_SECONDS: Final = 1.0
"""Seconds after which all is read anew where one change could not be read."""


@dataclass(slots=True, eq=False, repr=False)
class ChangeListener:
    """Listens for changes of other processes. `shards` are those of this one; start it before anything is read."""

    store: Store
    shards: Shards | None
    tables: Tables
    pads: Pads
    people: PreferencesCache
    guild_settings: ServerSettingsCache
    scheduler: Scheduler
    _listening: asyncio.Task[None] | None = field(init=False, default=None)

    def start(self) -> None:
        """Begin to listen, where there are other processes."""
        if self.store.process is not None:
            self._listening = asyncio.create_task(self._listen(), name="changes")

    async def close(self) -> None:
        """Stop listening."""
        await cancel_and_wait(self._listening)

    async def _listen(self) -> None:
        """Read the changes of other processes for ever; after an error, read all anew."""
        while True:
            try:
                async with aclosing(self.store.changes()) as changes:
                    async for change in changes:
                        await (self._read_all() if change is None else self._read(change))
            except StoreError as error:
                log.warning("changes of other processes: all is read anew in %s s (%s)", RETRY_SECONDS, error)
            except Exception as error:  # whatever it was: what is stale must not stay
                log.exception("changes of other processes", exc_info=redact(error))
            await asyncio.sleep(RETRY_SECONDS)

    async def _read(self, change: Change) -> None:
        """Drop or reload what another process has changed."""
        match change.kind:
            case ChangeKind.TABLE:
                await self._read_table(change)
            case ChangeKind.WORK:
                if self._may_be_ours(change.number):
                    self.scheduler.notify_due_now()
            case ChangeKind.PAD:
                self.pads.evict(change.number)
                self.scheduler.notify_due_now()
            case ChangeKind.PERSON:
                await self.people.reload(change.number)
                self.scheduler.notify_due_now()
            case ChangeKind.GUILD:
                await self.guild_settings.reload(change.number)
            case ChangeKind.ERASURE:
                self.pads.evict_all()
                await self.tables.evict_person(change.number)
                self.people.evict(change.number)
                self.scheduler.notify_due_now()

    async def _read_table(self, change: Change) -> None:
        if self._may_be_ours(change.guild):
            self.scheduler.notify_due_now()
        with suppress(UnknownTable):  # it was deleted
            await self.tables.reload(change.number)

    def _may_be_ours(self, guild: int) -> bool:
        """Whether this process may do the work of a guild. Lessons, of no guild, are spread over all processes."""
        return self.shards is None or guild == LESSONS_GUILD_ID or self.shards.has_guild(guild)

    async def _read_all(self) -> None:
        """Read everything anew: some changes may have been missed."""
        await self.tables.evict_all()
        self.pads.evict_all()
        await self.people.reload_all()
        await self.guild_settings.reload_all()
        self.scheduler.notify_due_now()
