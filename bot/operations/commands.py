"""The commands of `python -m bot` besides playing, with their output and exit codes.

Answers go to standard output, errors to standard error.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from bot.common.settings import Settings
from bot.operations import backups as making
from bot.operations import stats as database_stats
from bot.operations.backups import Backups, is_in_file
from bot.operations.restore import restore as put_back
from bot.operations.silly_moves import write_silly_moves
from bot.operations.startup import open_store
from bot.standings.standings_worker import recount as count_again
from bot.tables.services.integrity_check import check_all
from data.copying import copy as copy_rows
from data.databases import database_of
from data.engine.errors import StoreError, StoreInUse, StoreReadOnly
from data.migrate import behind
from data.sqlite import backup as files
from data.store import Store

EXIT_DONE: Final = 0
EXIT_FAILED: Final = 1
EXIT_UNSET: Final = 2
EXIT_IN_USE: Final = 3
"""The exit codes: done; failed; a bad setting, no token or a bad command line; the database is in use."""


def write_error(text: str) -> None:
    """Write an error or a warning to standard error."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def write_output(text: str) -> None:
    """Write a command's answer to standard output."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def report_failure(what: str, error: StoreError) -> int:
    """Write why something failed. Returns the exit code."""
    write_error(f"{what} {error}")
    return EXIT_IN_USE if isinstance(error, StoreInUse) else EXIT_FAILED


async def check(settings: Settings, file: Path | None = None) -> int:
    """Check the database, or a backup's file, against its own logs. Returns the exit code.

    SQLite checks its file; then a replay proves every row of a finished hand.
    """
    url = settings.database_url if file is None else f"sqlite+aiosqlite:///{file}"
    try:
        async with _open_read_only(url) as store:
            database = database_of(url)
            faults = await asyncio.to_thread(files.check_integrity, database.file) if is_in_file(database) else []
            for fault in faults:
                write_error(f"the file: {fault}")
            counts = await check_all(store, write_error)
    except StoreError as error:
        return report_failure("The check cannot be made.", error)
    write_error(counts.sentence)
    return EXIT_FAILED if counts.faults or faults else EXIT_DONE


async def recount(settings: Settings) -> int:
    """Rebuild all standings from the results. Returns the exit code."""
    try:
        store = await Store.open(settings.database_url, as_it_is=True)
    except StoreError as error:
        return report_failure("The recount cannot begin.", error)
    try:
        counted = await count_again(store, write_error)
    except StoreError as error:
        return report_failure("The recount cannot go on.", error)
    finally:
        await store.close()
    write_error(counted.sentence)
    return EXIT_DONE


async def copy(settings: Settings, source: str, target: str) -> int:
    """Copy a database to an empty one, of SQLite or PostgreSQL, and check it by replay. Returns the exit code."""
    try:
        copied = database_of(target, settings.erasure_log)
        counts = await asyncio.to_thread(copy_rows, database_of(source, settings.erasure_log), copied, write_error)
    except StoreError as error:
        return report_failure("Nothing was copied.", error)
    try:
        async with _open_read_only(target) as store:
            checked = await check_all(store, write_error)
    except StoreError as error:
        return report_failure("The copy is made, and cannot be checked.", error)
    write_output(f"{sum(counts.values())} rows are copied to {copied.name}, and are the same there. {checked.sentence}")
    return EXIT_FAILED if checked.faults else EXIT_DONE


async def backup(settings: Settings, to: Path | None = None) -> int:
    """Make a backup in the folder of backups, or as the file `to`, also while the bot plays. Returns the exit code."""
    try:
        backups = Backups.from_settings(settings)
        if to is None:
            _require_owner(backups.database)
            report = await making.make_in_thread(backups, "hand")
        else:
            await asyncio.to_thread(files.copy, backups.database, to)
            report = making.report_on(to)
    except StoreError as error:
        return report_failure("There is no backup.", error)
    (write_error if report.is_tight else write_output)(report.sentence)
    return EXIT_DONE


async def restore(settings: Settings, name: str | None, *, sure: bool) -> int:
    """Restore a backup (bot/operations/restore.py). Returns the exit code."""
    try:
        backups = Backups.from_settings(settings)
        if name is not None:
            _require_owner(backups.database)
        await asyncio.to_thread(put_back, backups, name, write_output, sure=sure)
    except StoreError as error:
        return report_failure("Nothing was restored; the database is as it was.", error)
    return EXIT_DONE


async def migrate(settings: Settings) -> int:
    """Migrate the database without starting the bot, after a backup. Returns the exit code."""
    try:
        database = database_of(settings.database_url)
        if is_in_file(database):
            _require_owner(database.file)
        exists = await asyncio.to_thread(database.is_there)
        older = await asyncio.to_thread(behind, database)
        async with open_store(settings, backup=True):
            pass
    except StoreError as error:
        return report_failure("The database was not updated.", error)
    if older is None:
        write_output("The database is up to date." if exists else "There was no database; there is a new one.")
    else:
        note = " The backup from before is kept." if is_in_file(database) else ""
        write_output(f"The database was at revision {older} and is up to date now.{note}")
    return EXIT_DONE


async def stats(settings: Settings, *, machine: bool) -> int:
    """Write the numbers of the database, as JSON for a `machine`. Returns the exit code."""
    try:
        async with _open_read_only(settings.database_url) as store:
            database = database_of(settings.database_url)
            backups = Backups.from_settings(settings) if is_in_file(database) else None
            numbers = await database_stats.collect(store, database, backups)
    except StoreError as error:
        return report_failure("There are no numbers.", error)
    write_output(database_stats.format_json(numbers) if machine else database_stats.format_text(numbers))
    return EXIT_DONE


async def silly(settings: Settings, folder: Path) -> int:
    """Write computer players' moves that people called silly into a folder, a file each. Returns the exit code."""
    try:
        async with _open_read_only(settings.database_url) as store:
            new, earlier = await write_silly_moves(store, folder)
    except StoreError as error:
        return report_failure("The moves cannot be read.", error)
    except OSError as error:
        write_error(f"{error.filename} cannot be written: {error.strerror}.")
        return EXIT_FAILED
    write_output(f"{new} new, {earlier} there already. `python -m rules silly FILE` makes such a move again.")
    return EXIT_DONE


async def export(settings: Settings, file: Path, read: Callable[[Store], Awaitable[bytes | None]]) -> int:
    """Write what `read` finds of a person into a new file. Returns the exit code."""
    try:
        async with _open_read_only(settings.database_url) as store:
            data = await read(store)
        if data is None:
            write_error("Nothing is stored about this person. USER is their Discord ID.")
            return EXIT_FAILED
        await asyncio.to_thread(_write_new, file, data)
    except StoreError as error:
        return report_failure("The data cannot be read.", error)
    except OSError as error:
        write_error(f"{file} cannot be written: {error.strerror}.")
        return EXIT_FAILED
    write_output(f"{file} has all that is stored about this person: {len(data)} bytes. Give it to them alone.")
    return EXIT_DONE


def _write_new(file: Path, data: bytes) -> None:
    """Write a file that only its owner may read, and overwrite none. Raises OSError."""
    with open(file, "xb", opener=lambda path, flags: os.open(path, flags, 0o600)) as stream:
        stream.write(data)


@asynccontextmanager
async def _open_read_only(url: str) -> AsyncGenerator[Store]:
    """Yield a read-only store, which touches no file. Raises StoreError."""
    store = await Store.open(url, read_only=True)
    try:
        yield store
    finally:
        await store.close()


def _require_owner(database: Path) -> None:
    """Raise StoreReadOnly if new files would belong to another user than the database's owner."""
    existing = next((path for path in (database, database.parent) if path.exists()), None)
    if existing is not None and existing.stat().st_uid != os.geteuid():
        raise StoreReadOnly(f"{existing} belongs to another user: run this with sudo -u NAME")
