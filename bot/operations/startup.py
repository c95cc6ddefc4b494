"""Opens the store for this process alone: the lock, a backup before an update, the store."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from bot.common.settings import Settings
from bot.operations.backups import Backups, make_in_thread
from data.engine.clock import now_ms
from data.migrate import behind
from data.sqlite.connect import parse
from data.sqlite.lock import held
from data.store import Store

log = logging.getLogger(__name__)


@asynccontextmanager
async def open_store(settings: Settings, *, backup: bool, clock: Callable[[], int] = now_ms) -> AsyncGenerator[Store]:
    """The store, migrated; the lock keeps other bots and commands off it while entered.

    With `backup` an older database is backed up before its migration. Raises StoreInUse if another process has it,
    StoreError.
    """
    url = parse(settings.database_url)
    backups = Backups.from_settings(settings)
    with held(backups.database):
        older = await asyncio.to_thread(behind, url)
        if older is not None and backup:
            made = await make_in_thread(backups, "update")
            log.info("the database is at revision %s and will be updated. %s", older, made.sentence)
        store = await Store.open(settings.database_url, clock=clock)
        try:
            yield store
        finally:
            await store.close()
