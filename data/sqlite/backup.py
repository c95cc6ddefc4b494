"""A database as one file: copied whole while others write, checked, and restored. All functions block.

One read transaction reads a copy, and keeps no writer waiting. A copy gets its name only once it is checked, so a named
copy is whole.
"""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import sqlite3
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

from data.engine.errors import (
    NoBackup,
    StoreClosed,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreInUse,
    StoreUnreachable,
    explain,
)

PART: Final = ".eldest-part"
"""The suffix of a copy that is not whole yet."""

BESIDE: Final = ("-wal", "-shm", "-journal")
"""The suffixes of the files that SQLite keeps beside a database."""

PAGES_PER_STEP: Final = 256
"""Pages that are copied in one go: between two of them the copying can be stopped."""

SPARE_BYTES: Final = 32 * 1024 * 1024
"""Bytes that a copy leaves free on the disk at least, beside room for the database to grow by half."""

STEPS_BETWEEN_CHECKS: Final = 1000
"""Steps of SQLite's machine between two questions whether to go on."""

MAX_FAULTS: Final = 20
"""Faults of a file that are told."""


def _always() -> bool:
    return True


def copy(source: Path, target: Path, go_on: Callable[[], bool] = _always) -> None:
    """Copy a database to the new file `target`, readable by its owner only.

    Raises StoreClosed if `go_on` says no, StoreFull, NoBackup if `target` exists, StoreDamaged, StoreError; `target` is
    then unchanged. A killed process leaves a PART.
    """
    if not source.exists():
        raise StoreUnreachable(f"there is no {source}")
    part = target.with_name(target.name + PART)
    try:
        with _alone_in(target.parent):
            if target.exists():
                raise NoBackup(f"{target} is there already")
            for leftover in target.parent.glob(f"*{PART}*"):
                leftover.unlink()  # what a killed process left: nobody else copies to this folder now
            require_room(size(source), target.parent)
            os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            try:
                _copy_pages(source, part, go_on)
                if faults := check_integrity(part, go_on):
                    raise StoreDamaged(f"copying {source}: {faults[0]}")
                sync(part)
                part.rename(target)
            finally:
                for leftover in target.parent.glob(f"*{PART}*"):
                    leftover.unlink()
            sync(target.parent)
    except Exception as error:
        raise explain(error, f"copying {source} to {target}") from error


@contextmanager
def _alone_in(folder: Path) -> Generator[None]:
    """Keep other processes from copying to this folder while entered.

    The lock ends with its process. Raises StoreInUse.
    """
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise StoreInUse(f"another copy is being made in {folder}") from None
    finally:
        os.close(number)


def _copy_pages(source: Path, part: Path, go_on: Callable[[], bool]) -> None:
    def stop_if_asked(_status: int, _left: int, _all: int) -> None:
        if not go_on():
            raise StoreClosed("the copying was stopped")

    with closing(_open(source)) as origin, closing(_open(part)) as copied:
        copied.execute("PRAGMA journal_mode = OFF")  # of a copy that fails nothing is kept
        copied.execute("PRAGMA synchronous = OFF")  # it is synced at its end
        origin.execute("BEGIN")
        origin.execute("SELECT count(*) FROM sqlite_master").fetchone()  # from here on it reads what there is now
        origin.backup(copied, pages=PAGES_PER_STEP, progress=stop_if_asked)
        origin.execute("ROLLBACK")
        # The copy is in WAL mode, as the database is: alone and on any disk it is to be one file.
        ((mode,),) = copied.execute("PRAGMA journal_mode = DELETE").fetchall()
        if mode != "delete":
            raise StoreError(f"the copy stays in the mode {mode}")


def check_integrity(path: Path, go_on: Callable[[], bool] = _always) -> list[str]:
    """Return at most MAX_FAULTS faults that SQLite finds: damaged pages, wrong indexes, rows that refer to none.

    They name tables and rows, no contents. Raises StoreClosed if `go_on` says no, and StoreError for an unreadable
    file.
    """
    try:
        with closing(_open(path)) as connection:
            connection.set_progress_handler(lambda: not go_on(), STEPS_BETWEEN_CHECKS)
            lines = [line for (line,) in connection.execute(f"PRAGMA integrity_check({MAX_FAULTS})")]
            faults = [] if lines == ["ok"] else lines
            for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
                if len(faults) == MAX_FAULTS:
                    break
                faults.append(f"row {row} of {table} refers to a row of {parent} that is missing")
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorname", "") == "SQLITE_INTERRUPT":
            raise StoreClosed("the check was stopped") from error
        raise explain(error, f"checking {path}") from error
    return faults


def put_in_place(copied: Path, database: Path, former: Path) -> None:
    """Make the file `copied` the database, and keep the former one as `former`, with its side files.

    A killed process leaves one of them in place, whole. Raises StoreInUse, NoBackup if `former` exists, and StoreError;
    then nothing has changed.
    """
    try:
        if database.exists():
            if former.exists():
                raise FileExistsError
            _keep_beside(database, former)
            folded = True
            try:
                folded = _fold(database)
                _link(database, former)
            finally:
                if folded:  # else nobody knows what it is worth
                    _forget_beside(former)
            _forget_beside(database)  # beside another database it would do harm
        copied.replace(database)
        sync(database.parent)
    except FileExistsError:
        raise NoBackup(f"{former} is there already") from None
    except OSError as error:
        raise explain(error, f"putting {copied} in the place of {database}") from error


def _link(database: Path, former: Path) -> None:
    """Give the file a second name, or copy it where its disk knows no second names."""
    try:
        os.link(database, former)
    except OSError as error:
        if error.errno not in {errno.EPERM, errno.ENOTSUP}:
            raise
        require_room(size(database), former.parent)
        with former.open("xb") as target, database.open("rb") as origin:
            former.chmod(0o600)
            shutil.copyfileobj(origin, target)
        sync(former)


def _keep_beside(database: Path, former: Path) -> None:
    """Copy what lies beside a database: SQLite throws it away where it cannot make sense of the file itself."""
    for suffix in BESIDE:
        with suppress(FileNotFoundError):
            shutil.copy(database.with_name(database.name + suffix), former.with_name(former.name + suffix))


def _forget_beside(database: Path) -> None:
    for suffix in BESIDE:
        database.with_name(database.name + suffix).unlink(missing_ok=True)


def _fold(database: Path) -> bool:
    """Bring all into the one file; False for a damaged one. Raises StoreInUse if a program has it open."""
    try:
        with closing(_open(database)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE").fetchall()
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "")
        if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise StoreInUse("another program has it open") from error
        if not name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
            raise explain(error, f"closing {database}") from error
        return False
    return True


class Contents(NamedTuple):
    """The contents of a database, by which two can be told apart."""

    revision: str
    tables: int
    changed: int | None
    """The time (ms) of the last change of a table."""


def read_contents(path: Path) -> Contents:
    """Return the contents of the database at `path`, of any revision. Raises StoreDamaged for a foreign file."""
    try:
        with closing(_open(path)) as connection:
            ((revision,),) = connection.execute("SELECT version_num FROM alembic_version").fetchall()
            ((tables, changed),) = connection.execute("SELECT count(*), max(updated) FROM tables").fetchall()
    except ValueError:
        raise StoreDamaged(f"{path} is no whole database of ours") from None
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorname", "") == "SQLITE_ERROR":  # there is no such table
            raise StoreDamaged(f"{path} is none of ours") from error
        raise explain(error, f"reading {path}") from error
    except sqlite3.Error as error:
        raise explain(error, f"reading {path}") from error
    return Contents(str(revision), tables, changed)


def size(database: Path) -> int:
    """Return the size of a database in bytes, with its side files. Raises OSError."""
    total = database.stat().st_size
    with suppress(FileNotFoundError):
        total += database.with_name(database.name + "-wal").stat().st_size
    return total


def require_room(size_bytes: int, folder: Path) -> None:
    """Raise StoreFull where a copy of so many bytes would leave the disk of `folder` too full. Raises OSError."""
    free = shutil.disk_usage(folder).free
    if free < size_bytes + size_bytes // 2 + SPARE_BYTES:
        raise StoreFull(f"{megabytes(size_bytes)} are to be copied to {folder}, where {megabytes(free)} are free")


def megabytes(count: int) -> str:
    """Return a number of bytes as text, in megabytes."""
    return f"{count / 1_000_000:,.1f} MB"


def sync(path: Path) -> None:
    """Force a file, or a folder's list of files, onto the disk. Raises OSError."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _open(path: Path) -> sqlite3.Connection:
    """Return a connection to a file that is there, in autocommit mode."""
    uri = f"file:{quote(str(path.resolve()))}?mode=rw"
    return sqlite3.connect(uri, uri=True, timeout=1, isolation_level=None, check_same_thread=False)
