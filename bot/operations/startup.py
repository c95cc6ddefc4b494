"""The way to a store that is this process's alone: the lock, a backup where its tables are to change, the store."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from bot.common.settings import Settings
from bot.operations.backups import Backups, in_a_thread
from data.connect import parse
from data.lock import held
from data.migrate import behind
from data.records import now_ms
from data.store import Store

log = logging.getLogger(__name__)


@asynccontextmanager
async def opened(settings: Settings, *, backup: bool, clock: Callable[[], int] = now_ms) -> AsyncGenerator[Store]:
    """The store, brought up to date; while entered no other bot has its database, and no command changes it.

    With `backup` one is made first where the database is from an older version. Raises StoreInUse where another has
    it, and whatever keeps the backup from being made or the database from being opened: StoreError.
    """
    url = parse(settings.database_url)
    backups = Backups.of(settings)
    with held(backups.database):
        older = await asyncio.to_thread(behind, url)
        if older is not None and backup:
            made = await in_a_thread(backups, "update")
            log.info("the database is at revision %s and will be updated. %s", older, made.sentence)
        store = await Store.open(settings.database_url, clock=clock)
        try:
            yield store
        finally:
            await store.close()
