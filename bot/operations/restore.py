"""Restores a backup: it is checked first, never while a bot runs, and the old database is kept."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.operations.backups import TIME_FORMAT, Backups
from data.engine.errors import NoBackup, StoreDamaged, StoreError, explain
from data.migrate import is_known
from data.sqlite import backup
from data.sqlite.lock import held

NEWEST = "newest"
"""The word for the newest backup, in place of a file."""


def restore(backups: Backups, name: str | None, say: Callable[[str], None], *, sure: bool) -> None:
    """Restore the backup `name` (a file, or NEWEST) if the operator is `sure`, else say what would be done.

    Without `name` the backups are listed. Raises StoreInUse, NoBackup or StoreError; then the database is as it
    was.
    """
    if name is None:
        _list_backups(backups, say)
        return
    path = _find_backup(backups, name)
    contents = backup.read_contents(path)
    if not is_known(contents.revision):
        raise NoBackup(f"{path} is from a newer version (revision {contents.revision}): install that version first")
    if faults := backup.check_integrity(path):
        raise StoreDamaged(f"{path}: {faults[0]}")
    database = backups.database
    with held(database):
        former = _free_name(database, backups.now())
        say(f"The database    {database}: {_describe_database(database)}")
        say(f"The backup      {path}: {_describe_contents(contents)}")
        if not sure:
            say(f"Nothing has changed. With --yes the backup replaces the database, which is kept as {former}.")
            return
        copied = database.with_name(f"{database.name}.restored")
        try:
            copied.unlink(missing_ok=True)  # left by a restore that was killed
        except OSError as error:
            raise explain(error, f"removing {copied}") from error
        backup.copy(path, copied)
        was_there = database.exists()
        try:
            backup.put_in_place(copied, database, former)
        except StoreError:
            copied.unlink(missing_ok=True)
            raise
    say(f"Done: {database} is the backup of {path.name} now.")
    if was_there:
        say(f"The old database is {former}. To go back to it: python -m bot restore {former} --yes")


def _free_name(database: Path, at: datetime) -> Path:
    """Return a free name for the old database, by the second."""
    while (path := database.with_name(f"{database.name}.before-restore-{at.strftime(TIME_FORMAT)}")).exists():
        at += timedelta(seconds=1)
    return path


def _list_backups(backups: Backups, say: Callable[[str], None]) -> None:
    items = backups.all()
    say(f"{len(items) or 'No'} {'backup' if len(items) == 1 else 'backups'} in {backups.folder}, the newest first:")
    for item in items:
        future = ", dated in the future: a wrong clock" if backups.is_future(item) else ""
        say(f"  {item.path}  ({backup.megabytes(item.path.stat().st_size)}, {item.reason}{future})")
    say(f"To restore one: python -m bot restore FILE (or: {NEWEST}). --yes does it; without it nothing changes.")


def _find_backup(backups: Backups, name: str) -> Path:
    """Return the file of a backup by name or path. Raises NoBackup."""
    if name == NEWEST:
        newest = backups.newest()
        if newest is not None:
            return newest.path
        if backups.all():
            raise NoBackup(f"all in {backups.folder} are dated in the future: set the clock, or name a file")
        raise NoBackup(f"there is none in {backups.folder}")
    path = Path(name)
    if not path.is_file() and (backups.folder / name).is_file():
        path = backups.folder / name
    if not path.is_file():
        raise NoBackup(f"there is no file {name}")
    if path.resolve() == backups.database:
        raise NoBackup(f"{name} is the database itself")
    return path


def _describe_database(database: Path) -> str:
    if not database.exists():
        return "there is none yet"
    try:
        return _describe_contents(backup.read_contents(database))
    except StoreError as error:
        return f"it cannot be read ({error.detail})"


def _describe_contents(contents: backup.Contents) -> str:
    changed = "none yet"
    if contents.changed is not None:
        changed = f"{datetime.fromtimestamp(contents.changed / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"
    return f"{contents.tables} tables, the last change at one: {changed} (revision {contents.revision})"
