"""The lock of a database: one bot holds it, or one operator who restores a file, never both.

It is the kernel's lock, on a file beside the database. A killed process leaves the file and no lock.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from data.engine.errors import StoreInUse, explain

SUFFIX: Final = ".lock"
"""The suffix of the database's name."""


def file_of(database: Path) -> Path:
    """Return the lock's file, which each holder writes its number into."""
    return database.with_name(database.name + SUFFIX)


@contextmanager
def held(database: Path) -> Generator[None]:
    """Keep every other process off this database while entered.

    A bot has it, or an operator's command changes it. Makes the folder if it is missing. Raises StoreInUse, with the
    process that has it, and StoreUnreachable.
    """
    path = file_of(database)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        number = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise explain(error, f"opening {path}") from error
    try:
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StoreInUse(_holder(number)) from None
        except OSError as error:
            raise explain(error, f"locking {path}") from error
        os.ftruncate(number, 0)
        os.pwrite(number, str(os.getpid()).encode(), 0)
        yield
        os.ftruncate(number, 0)
    finally:
        os.close(number)  # and with it the lock; the file stays, since a process that deletes it may delete another's


def _holder(number: int) -> str:
    process = os.pread(number, 20, 0).decode(errors="replace")
    return f"process {process}" if process.isdecimal() else "another process"
