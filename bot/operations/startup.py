"""Opens the store for this process, or for those that share it: the lock, a backup before an update, the store."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import ExitStack, asynccontextmanager

from bot.common.settings import Settings
from bot.operations.backups import Backups, is_in_file, make_in_thread
from data.databases import database_of
from data.engine.clock import now_ms
from data.engine.database import Database
from data.engine.process import new_process
from data.migrate import behind, upgrade
from data.store import Store

log = logging.getLogger(__name__)


@asynccontextmanager
async def open_store(settings: Settings, *, backup: bool, clock: Callable[[], int] = now_ms) -> AsyncGenerator[Store]:
    """Yield the store, migrated; the lock keeps other bots and commands off it while entered.

    With `backup` an older file is backed up before its migration. Raises StoreInUse if another process has it,
    StoreError.
    """
    database, shards = database_of(settings.database_url, settings.erasure_log), settings.shards
    with ExitStack() as stack:
        if shards is not None and await asyncio.to_thread(behind, database) is not None:
            await asyncio.to_thread(_upgrade_alone, database)
        await asyncio.to_thread(stack.enter_context, database.held(shared=shards is not None))
        older = await asyncio.to_thread(behind, database)
        if older is not None and backup and is_in_file(database):
            report = await make_in_thread(Backups.from_settings(settings), "update")
            log.info("the database is at revision %s and will be updated. %s", older, report.sentence)
        process = None if shards is None else new_process(shards.count)
        store = await Store.open(database, clock=clock, process=process)
        try:
            yield store
        finally:
            await store.close()


def _upgrade_alone(database: Database) -> None:
    """Upgrade a shared database. Processes of older versions must be stopped first."""
    with database.held():
        upgrade(database)
