"""Backups: their folder and names, how one is made, and which are kept.

A backup is a whole database (data/sqlite/backup.py), readable by its owner only. Its name is all that is known of it,
so backups may be moved or deleted.
"""

from __future__ import annotations

import asyncio
import logging
import re
import shutil
import threading
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeGuard, get_args

from bot.common.settings import Settings
from data.databases import database_of
from data.engine.clock import now_ms
from data.engine.database import Database
from data.engine.errors import BackedUpElsewhere, StoreError, StoreUnreachable, explain
from data.sqlite import backup
from data.sqlite.database import SqliteDatabase

log = logging.getLogger(__name__)

BackupReason = Literal["daily", "hand", "update"]
"""Made each day by the bot, by the operator's command, or before an update of the database."""

TIME_FORMAT: Final = "%Y%m%dT%H%M%SZ"
NAME_PATTERN: Final = re.compile(rf"eldest-(\d{{8}}T\d{{6}}Z)-({'|'.join(get_args(BackupReason))})\.sqlite3")

DAY: Final = timedelta(days=1)

FIRST_BACKUP_DELAY_SECONDS: Final = 60.0
"""Seconds after the start before a daily backup: answers come first."""

RETRY_SECONDS: Final = 3600.0
"""Seconds until a failed backup is tried again, and between two checks whether one is due."""

MIN_FREE_COPIES: Final = 10
"""Copies for which there should be room; the report warns below that."""


def is_in_file(database: Database) -> TypeGuard[SqliteDatabase]:
    """Whether a database is a file that the bot backs up."""
    return isinstance(database, SqliteDatabase)


class Backup(NamedTuple):
    """A backup in the folder."""

    at: datetime
    reason: BackupReason
    path: Path

    @classmethod
    def from_path(cls, path: Path) -> Backup | None:
        """Return the backup that a file's name describes; None for any other file."""
        match = NAME_PATTERN.fullmatch(path.name)
        if match is None:
            return None
        try:
            at = datetime.strptime(match[1], TIME_FORMAT).replace(tzinfo=UTC)
        except ValueError:  # a thirteenth month
            return None
        return cls(at, next(why for why in get_args(BackupReason) if why == match[2]), path)


class BackupReport(NamedTuple):
    """The report of a backup that was made."""

    path: Path
    size: int
    free: int
    """Bytes that are left on its disk."""
    removed: int
    """Older ones that were removed."""

    @property
    def sentence(self) -> str:
        """The report in words, for the operator."""
        removal = f" Older ones that were removed: {self.removed}." if self.removed else ""
        room = f"{backup.megabytes(self.size)}, whole; {backup.megabytes(self.free)} are left on its disk"
        full = f", which is room for fewer than {MIN_FREE_COPIES} more: make some" if self.is_tight else ""
        return f"The backup {self.path} is made ({room}{full}).{removal}"

    @property
    def is_tight(self) -> bool:
        """Whether its disk is nearly full."""
        return self.free < MIN_FREE_COPIES * self.size


class Backups:
    """The backups of one database in `folder`: `daily` of them are kept by day, `weekly` by week."""

    def __init__(
        self, database: Path, folder: Path, daily: int, weekly: int, clock: Callable[[], int] = now_ms
    ) -> None:
        self.database = database
        self.folder = folder
        self._daily = daily
        self._weekly = weekly
        self._clock = clock

    @classmethod
    def from_settings(cls, settings: Settings) -> Backups:
        """Return the backups that the settings name.

        Raises StoreError for an unusable database URL, BackedUpElsewhere for PostgreSQL's.
        """
        located = database_of(settings.database_url)
        if not is_in_file(located):
            raise BackedUpElsewhere
        database = located.file
        folder = settings.backup_dir or database.parent / "backups"
        return cls(database, folder, settings.backup_daily, settings.backup_weekly)

    def now(self) -> datetime:
        """Return the time now, in whole seconds."""
        return datetime.fromtimestamp(self._clock() // 1000, UTC)

    def all(self) -> list[Backup]:
        """Return all backups, the newest first; those dated in the future stand last.

        Raises StoreError if the folder cannot be read.
        """
        try:
            backups = [Backup.from_path(path) for path in self.folder.iterdir()] if self.folder.exists() else []
        except OSError as error:
            raise explain(error, f"reading {self.folder}") from error
        now = self.now()
        return sorted((item for item in backups if item), key=lambda item: (item.at <= now, item), reverse=True)

    def newest(self) -> Backup | None:
        """Return the newest backup that is not dated in the future, if there is one. Raises StoreError."""
        return next((item for item in self.all() if not self.is_future(item)), None)

    def is_future(self, item: Backup) -> bool:
        """Whether a backup is dated in the future: this machine's clock is wrong now, or was wrong then."""
        return item.at > self.now()

    def is_due(self) -> bool:
        """Whether a daily backup is due. Raises StoreError."""
        now = self.now()
        return not any(item.reason == "daily" and timedelta(0) <= now - item.at < DAY for item in self.all())

    def make(self, why: BackupReason, go_on: Callable[[], bool] = lambda: True) -> BackupReport:
        """Make a backup on the caller's thread, then remove expired ones.

        Nothing is removed unless the new one is whole. Raises StoreError (data.sqlite.backup.copy); StoreClosed if
        `go_on` says no.
        """
        at = self.now()
        if not self.database.exists():
            raise StoreUnreachable(f"there is no {self.database}")
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            while (path := self.folder / f"eldest-{at.strftime(TIME_FORMAT)}-{why}.sqlite3").exists():
                at += timedelta(seconds=1)
        except OSError as error:
            raise explain(error, f"making {self.folder}") from error
        backup.copy(self.database, path, go_on)
        removed = 0
        for expired in find_expired(self.all(), self._daily, self._weekly, at):
            try:
                expired.path.unlink(missing_ok=True)
                removed += 1
            except OSError as error:
                log.warning("the old backup %s cannot be removed: %s", expired.path, error.strerror)
        return report_on(path, removed)


def report_on(path: Path, removed: int = 0) -> BackupReport:
    """Return the report of a backup that was just made. Raises StoreError."""
    try:
        return BackupReport(path, path.stat().st_size, shutil.disk_usage(path.parent).free, removed)
    except OSError as error:
        raise explain(error, f"looking at {path}") from error


def find_expired(backups: Iterable[Backup], daily: int, weekly: int, now: datetime) -> list[Backup]:
    """Return the backups that need not be kept.

    Kept are the last daily one of each of `daily` days and of each of `weekly` weeks. Kept are also the newest `daily`
    made by hand, and as many made before an update. A backup dated after `now` is kept, and counts for none of these:
    nobody knows its age.
    """
    newest = sorted((item for item in backups if item.at <= now), reverse=True)
    needed = set[Path]()
    for why in ("hand", "update"):
        needed.update(item.path for item in [item for item in newest if item.reason == why][:daily])
    days, weeks = dict[object, Path](), dict[object, Path]()
    for item in newest:
        if item.reason == "daily":
            days.setdefault(item.at.date(), item.path)
            weeks.setdefault(item.at.isocalendar()[:2], item.path)
    needed.update([*days.values()][:daily])
    needed.update([*weeks.values()][:weekly])
    return [item for item in newest if item.path not in needed]


async def make_in_thread(backups: Backups, why: BackupReason) -> BackupReport:
    """Make a backup in a thread. If the caller is cancelled, the copy stops and leaves nothing. Raises StoreError."""
    stopped = threading.Event()
    try:
        return await asyncio.to_thread(backups.make, why, lambda: not stopped.is_set())
    finally:
        stopped.set()


async def run_daily(backups: Backups, on_result: Callable[[bool], None]) -> None:
    """Make a backup a day until cancelled; `on_result` gets whether it was made."""
    await asyncio.sleep(FIRST_BACKUP_DELAY_SECONDS)
    while True:
        try:
            if await asyncio.to_thread(backups.is_due):
                report = await make_in_thread(backups, "daily")
                log.log(logging.WARNING if report.is_tight else logging.INFO, "%s", report.sentence)
                on_result(True)
        except StoreError as error:
            log.error("there is no backup of today; the next try is in an hour. %s", error)  # noqa: TRY400  # that says it
            on_result(False)
        await asyncio.sleep(RETRY_SECONDS)
