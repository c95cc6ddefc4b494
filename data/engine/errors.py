"""The store's errors, in two voices: a player's sentence and an operator's detail.

No error of this module carries the parameters of a statement: hidden cards are among them.
"""

from __future__ import annotations

import sqlite3
from typing import ClassVar, Final

from pydantic import ValidationError
from sqlalchemy.exc import DBAPIError


class StoreError(Exception):
    """Something was not kept, or cannot be read.

    `sentence` is for the player; `str(error)` is the operator's detail, with ids, without contents. By default nothing
    was changed, and the write may be retried.
    """

    sentence: ClassVar[str] = "I could not save that just now. Nothing has changed; please try again in a moment."
    hint: ClassVar[str] = "The database refused a statement."

    def __init__(self, detail: str = "") -> None:
        super().__init__(f"{self.hint} ({detail})" if detail else self.hint)
        self.detail = detail


class StoreBusy(StoreError):
    """Another program has held the database's write lock for longer than we wait."""

    sentence = "My records are busy just now. Nothing has changed; please try again in a few seconds."
    hint = "The database is locked by another program: close whatever else writes to it."


class StoreInUse(StoreError):
    """A bot runs on the database, or an operator's command is at work on it."""

    sentence = "My records are being looked after just now. Nothing has changed; please try again in a moment."
    hint = "The database is in use: one bot runs on it, or one of its commands works on it. Stop that first."


class StoreReadOnly(StoreError):
    """The database may be read but not written."""

    sentence = "I can read my records but not write them just now. Nothing has changed; my operator has to see to it."
    hint = "The database is read-only for us: check its owner and permissions, and of a file those of its directory."


class StoreFull(StoreError):
    """There is no room for another page."""

    sentence = "There is no room left to save that. Nothing has changed; my operator has to make some."
    hint = "The disk (or the database's own limit) is full: make room, and the bot goes on by itself."


class StoreUnreachable(StoreError):
    """The database cannot be reached, or its disk answers with an error. A write under way may have been kept."""

    sentence = "I cannot reach my records just now. Please try again in a moment; a move is never made twice."
    hint = "The database cannot be opened, read or synced: check its address, the permissions and the disk."


class OutcomeUnknown(StoreUnreachable):
    """The commit of a write was broken off: it may or may not have been kept, and is not made a second time."""

    sentence = "I cannot tell whether that was saved. Please look how things stand before you try again."
    hint = "A commit was broken off, and its writes may have been kept: check the disk."


class StoreTooNew(StoreError):
    """The database was written by a newer version of Eldest Hand."""

    sentence = "My records are from a newer version of me. My operator has to update me; nothing is lost."
    hint = "The database is from a newer version: install that version again, or give ELDEST_DATABASE_URL another file."


class StoreTooOld(StoreError):
    """The database was written by an older version of Eldest Hand, and was to be left as it is."""

    sentence = "My records are from an older version of me. My operator has to start me first; nothing is lost."
    hint = "The database is from an older version: the bot brings it up to date when it starts; `migrate` does it now."


class StoreDamaged(StoreError):
    """The file is no database of ours, or its contents make no sense."""

    sentence = "My records cannot be read. My operator has to see to it; please do not start anything new."
    hint = "It is damaged, or it is not a database of Eldest Hand: restore a backup or give another address."


class NoBackup(StoreError):
    """A backup could not be made, or a file cannot serve as one. Nothing has changed."""

    sentence = "A copy of my records could not be made. Nothing of yours has changed."
    hint = "That file cannot be used for it."


class BackedUpElsewhere(StoreError):
    """The database is no file, of which we make backups."""

    sentence = "My records are copied in another way. Nothing of yours has changed."
    hint = "PostgreSQL makes its backups itself, by pg_dump: see docs/operators.md."


class StoreClosed(StoreError):
    """The store has been closed: the bot is shutting down."""

    sentence = "I am just being restarted. Nothing has changed; please try again in a minute."
    hint = "The store is closed."


_BY_SQLITE_NAME: Final[tuple[tuple[str, type[StoreError]], ...]] = (
    ("SQLITE_BUSY", StoreBusy),
    ("SQLITE_LOCKED", StoreBusy),
    ("SQLITE_PROTOCOL", StoreBusy),
    ("SQLITE_READONLY", StoreReadOnly),
    ("SQLITE_PERM", StoreReadOnly),
    ("SQLITE_FULL", StoreFull),
    ("SQLITE_CANTOPEN", StoreUnreachable),
    ("SQLITE_IOERR", StoreUnreachable),
    ("SQLITE_CORRUPT", StoreDamaged),
    ("SQLITE_NOTADB", StoreDamaged),
)
"""Errors by the beginning of SQLite's names."""

_BY_SQLSTATE: Final[tuple[tuple[str, type[StoreError]], ...]] = (
    ("08", StoreUnreachable),  # the connection broke
    ("25006", StoreReadOnly),
    ("28", StoreUnreachable),  # the user or the password is refused
    ("3D000", StoreUnreachable),  # there is no such database
    ("40", StoreBusy),  # undone for another transaction's sake
    ("42501", StoreReadOnly),  # no privilege
    ("53100", StoreFull),
    ("53", StoreBusy),  # no memory, or too many connections
    ("55P03", StoreBusy),  # waited too long for a lock
    ("57014", StoreBusy),  # took too long
    ("57P", StoreUnreachable),  # the server stops or starts
    ("58", StoreUnreachable),  # the server's disk
    ("XX001", StoreDamaged),
    ("XX002", StoreDamaged),
)
"""Errors by the beginning of PostgreSQL's codes."""


def explain(error: BaseException, where: str) -> StoreError:
    """Return the store's error for an error of the driver, of SQLAlchemy or of validation; `where` names the act.

    It takes from `error` only parts without contents: SQLite's message and code, PostgreSQL's code, or a field's name
    and its fault. PostgreSQL's texts hold contents of rows: they are taken out of `error`, which tracebacks show.
    """
    if isinstance(error, StoreError):
        return error
    if isinstance(error, DBAPIError) and isinstance(error.orig, Exception):
        explained = explain(error.orig, where)
        if hasattr(error.orig, "sqlstate"):
            error.args = (str(error.orig),)
        return explained
    if isinstance(error, sqlite3.Error):
        name = getattr(error, "sqlite_errorname", None) or type(error).__name__
        detail = f"{where}: {name}, {error}"
        return next((kind(detail) for prefix, kind in _BY_SQLITE_NAME if name.startswith(prefix)), StoreError(detail))
    if hasattr(error, "sqlstate"):  # psycopg's, which is not installed everywhere
        return _explain_sqlstate(error, where)
    if isinstance(error, ValidationError):
        faults = (f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors(include_input=False))
        return StoreError(f"{where}: {'; '.join(faults)}")
    if isinstance(error, OSError):
        return StoreUnreachable(f"{where}: {error.strerror or type(error).__name__}")
    return StoreError(f"{where}: {type(error).__name__}")


def _explain_sqlstate(error: BaseException, where: str) -> StoreError:
    """Return the store's error for one of psycopg. Its text tells contents of rows, unless the connection failed."""
    name, state = type(error).__name__, getattr(error, "sqlstate", None)
    if state is None:
        if not any(kind.__name__ == "OperationalError" for kind in type(error).__mro__):
            return StoreError(f"{where}: {name}")
        return StoreUnreachable(f"{where}: {name}, {' '.join(str(error).split())}")
    detail = f"{where}: {name}, {state}"
    error.args = (detail,)
    return next((kind(detail) for prefix, kind in _BY_SQLSTATE if state.startswith(prefix)), StoreError(detail))
