"""What `python -m bot` does beside playing: each command with its words, and the exit code it ends with.

Answers go to standard output, what is wrong goes to standard error.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from bot.common.settings import Settings
from bot.operations import backups as making
from bot.operations import stats as database_stats
from bot.operations.backups import Backups
from bot.operations.logs import configure_logging
from bot.operations.restore import restore as put_back
from bot.operations.startup import opened
from bot.standings.standings_worker import recount as count_again
from bot.tables.services.integrity_check import check_all
from data import backup as files
from data.connect import file_of, parse
from data.errors import StoreError, StoreInUse, StoreReadOnly
from data.migrate import behind
from data.store import Store

DONE: Final = 0
FAILED: Final = 1
UNSET: Final = 2
IN_USE: Final = 3
"""The exit codes: stopped or done; it could not be done, or something is wrong; a bad setting, no token, or a command
line that says nothing; another process has the database."""


def tell(text: str) -> None:
    """Say to whoever started the program what is wrong, or what they should know."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def answer(text: str) -> None:
    """Give what a command was asked for."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def failed(what: str, error: StoreError) -> int:
    """Say that something cannot be done, and why. Returns the exit code."""
    tell(f"{what} {error}")
    return IN_USE if isinstance(error, StoreInUse) else FAILED


async def check(settings: Settings, file: Path | None = None) -> int:
    """Hold the database, or that of a backup's file, against its own logs, and say what is wrong.

    First SQLite looks through the file, then every row of a finished hand is proved by replay. Returns the exit code.
    """
    configure_logging(settings.log_level, settings.log_format)
    url = settings.database_url if file is None else f"sqlite+aiosqlite:///{file}"
    try:
        async with _looked_at(url) as store:
            faults = await asyncio.to_thread(files.look_through, file_of(parse(url)))
            for fault in faults:
                tell(f"the file: {fault}")
            counts = await check_all(store, tell)
    except StoreError as error:
        return failed("The check cannot be made.", error)
    tell(counts.sentence)
    return FAILED if counts.faults or faults else DONE


async def recount(settings: Settings) -> int:
    """Work all standings out anew from the results alone. Returns the exit code."""
    configure_logging(settings.log_level, settings.log_format)
    try:
        store = await Store.open(settings.database_url, as_it_is=True)
    except StoreError as error:
        return failed("The recount cannot begin.", error)
    try:
        counted = await count_again(store, tell)
    except StoreError as error:
        return failed("The recount cannot go on.", error)
    finally:
        await store.close()
    tell(counted.sentence)
    return DONE


async def backup(settings: Settings, to: Path | None = None) -> int:
    """Make a backup, in the folder of backups or as the file `to`, also while the bot plays. Returns the exit code."""
    configure_logging(settings.log_level, settings.log_format)
    try:
        backups = Backups.of(settings)
        if to is None:
            _as_owner(backups.database)
            made = await making.in_a_thread(backups, "hand")
        else:
            await asyncio.to_thread(files.copy, backups.database, to)
            made = making.told(to)
    except StoreError as error:
        return failed("There is no backup.", error)
    (tell if made.is_tight else answer)(made.sentence)
    return DONE


async def restore(settings: Settings, wanted: str | None, *, sure: bool) -> int:
    """Put a backup in the database's place (bot/operations/restore.py). Returns the exit code."""
    configure_logging(settings.log_level, settings.log_format)
    try:
        backups = Backups.of(settings)
        if wanted is not None:
            _as_owner(backups.database)
        await asyncio.to_thread(put_back, backups, wanted, answer, sure=sure)
    except StoreError as error:
        return failed("Nothing was restored; the database is as it was.", error)
    return DONE


async def migrate(settings: Settings) -> int:
    """Bring the database up to date without starting the bot, after a backup. Returns the exit code."""
    configure_logging(settings.log_level, settings.log_format)
    try:
        database = Backups.of(settings).database
        _as_owner(database)
        there = database.exists()
        older = await asyncio.to_thread(behind, parse(settings.database_url))
        async with opened(settings, backup=True):
            pass
    except StoreError as error:
        return failed("The database was not updated.", error)
    if older is None:
        answer("The database is up to date." if there else f"There was no database; {database} is a new one.")
    else:
        answer(f"The database was at revision {older} and is up to date now. The backup from before is kept.")
    return DONE


async def stats(settings: Settings, *, machine: bool) -> int:
    """Give the numbers of the database, as JSON for a `machine`. Returns the exit code."""
    configure_logging(settings.log_level, settings.log_format)
    try:
        async with _looked_at(settings.database_url) as store:
            found = await database_stats.collect(store, Backups.of(settings))
    except StoreError as error:
        return failed("There are no numbers.", error)
    answer(database_stats.as_json(found) if machine else database_stats.as_text(found))
    return DONE


@asynccontextmanager
async def _looked_at(url: str) -> AsyncGenerator[Store]:
    """A store that is only read, which touches no file. Raises StoreError."""
    store = await Store.open(url, only_read=True)
    try:
        yield store
    finally:
        await store.close()


def _as_owner(database: Path) -> None:
    """Raise StoreReadOnly where what is about to be made would belong to another user than the one who runs the bot."""
    there = next((path for path in (database, database.parent) if path.exists()), None)
    if there is not None and there.stat().st_uid != os.geteuid():
        raise StoreReadOnly(f"{there} belongs to another user: run this with sudo -u NAME")
