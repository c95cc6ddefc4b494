"""Backups: the folder they lie in, what they are called, how one is made, and which are kept.

A backup is a whole database (data/backup.py) for its owner's eyes only. Its name says when it was made and why, and
nothing else is known of it: whoever moves or deletes one breaks nothing.
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
from typing import Final, Literal, NamedTuple, get_args

from bot.common.settings import Settings
from data import backup
from data.connect import file_of, parse
from data.errors import StoreError, StoreUnreachable, explain
from data.records import now_ms

log = logging.getLogger(__name__)

Why = Literal["daily", "hand", "update"]
"""Made by the bot each day, by its operator's command, or before the database was brought up to date."""

WHEN: Final = "%Y%m%dT%H%M%SZ"
NAME: Final = re.compile(rf"eldest-(\d{{8}}T\d{{6}}Z)-({'|'.join(get_args(Why))})\.sqlite3")

DAY: Final = timedelta(days=1)

FIRST: Final = 60.0
"""Seconds after the start before a daily backup may be made: whoever waits for the bot to come back comes first."""

AGAIN: Final = 3600.0
"""Seconds until a backup that failed is tried again, and between two looks whether one is due."""

FEW: Final = 10
"""Copies for which there should be room; where there is less, it is said."""


class Backup(NamedTuple):
    """A backup in the folder."""

    at: datetime
    why: Why
    path: Path

    @classmethod
    def named(cls, path: Path) -> Backup | None:
        """The backup that a file's name tells of; None for any other file."""
        found = NAME.fullmatch(path.name)
        if found is None:
            return None
        try:
            at = datetime.strptime(found[1], WHEN).replace(tzinfo=UTC)
        except ValueError:  # a thirteenth month
            return None
        return cls(at, next(why for why in get_args(Why) if why == found[2]), path)


class Made(NamedTuple):
    """What became of making one."""

    path: Path
    size: int
    free: int
    """Bytes that are left on its disk."""
    removed: int
    """Older ones that were removed."""

    @property
    def sentence(self) -> str:
        """It in words, for the operator."""
        gone = f" Older ones that were removed: {self.removed}." if self.removed else ""
        room = f"{backup.megabytes(self.size)}, whole; {backup.megabytes(self.free)} are left on its disk"
        full = f", which is room for fewer than {FEW} more: make some" if self.is_tight else ""
        return f"The backup {self.path} is made ({room}{full}).{gone}"

    @property
    def is_tight(self) -> bool:
        """Whether its disk is nearly full."""
        return self.free < FEW * self.size


class Backups:
    """Those of one database, in `folder`: `daily` of them are kept by day, `weekly` by week."""

    def __init__(
        self, database: Path, folder: Path, daily: int, weekly: int, clock: Callable[[], int] = now_ms
    ) -> None:
        self.database = database
        self.folder = folder
        self._daily = daily
        self._weekly = weekly
        self._clock = clock

    @classmethod
    def of(cls, settings: Settings) -> Backups:
        """Those that the settings tell of. Raises StoreError for a database that is none of ours."""
        database = file_of(parse(settings.database_url))
        folder = settings.backup_dir or database.parent / "backups"
        return cls(database, folder, settings.backup_daily, settings.backup_weekly)

    def now(self) -> datetime:
        """The time now, in whole seconds."""
        return datetime.fromtimestamp(self._clock() // 1000, UTC)

    def all(self) -> list[Backup]:
        """Those that there are, the newest first. Raises StoreError where the folder cannot be read."""
        try:
            found = [Backup.named(path) for path in self.folder.iterdir()] if self.folder.exists() else []
        except OSError as error:
            raise explain(error, f"reading {self.folder}") from error
        return sorted((one for one in found if one), reverse=True)

    def due(self) -> bool:
        """Whether a daily one is due. Raises StoreError."""
        now = self.now()  # one from the future was made while the clock was wrong
        return not any(one.why == "daily" and timedelta(0) <= now - one.at < DAY for one in self.all())

    def make(self, why: Why, go_on: Callable[[], bool] = lambda: True) -> Made:
        """Make one, on the caller's thread, and remove those that are kept no longer.

        Nothing is removed unless the new one is whole. Raises StoreError (data.backup.copy); StoreClosed where `go_on`
        says no.
        """
        at = self.now()
        if not self.database.exists():
            raise StoreUnreachable(f"there is no {self.database}")
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            while (path := self.folder / f"eldest-{at.strftime(WHEN)}-{why}.sqlite3").exists():
                at += timedelta(seconds=1)
        except OSError as error:
            raise explain(error, f"making {self.folder}") from error
        backup.copy(self.database, path, go_on)
        removed = 0
        for one in old(self.all(), self._daily, self._weekly):
            try:
                one.path.unlink(missing_ok=True)
                removed += 1
            except OSError as error:
                log.warning("the old backup %s cannot be removed: %s", one.path, error.strerror)
        return told(path, removed)


def told(path: Path, removed: int = 0) -> Made:
    """What is told of a backup that was just made. Raises StoreError."""
    try:
        return Made(path, path.stat().st_size, shutil.disk_usage(path.parent).free, removed)
    except OSError as error:
        raise explain(error, f"looking at {path}") from error


def old(found: Iterable[Backup], daily: int, weekly: int) -> list[Backup]:
    """Those that need not be kept.

    Of the daily ones the last of each day is kept for `daily` days that have one, and the last of each week for
    `weekly` weeks; of those made by hand, and of those made before an update, the newest `daily`.
    """
    newest = sorted(found, reverse=True)
    kept = set[Path]()
    for why in ("hand", "update"):
        kept.update(one.path for one in [one for one in newest if one.why == why][:daily])
    days, weeks = dict[object, Path](), dict[object, Path]()
    for one in newest:
        if one.why == "daily":
            days.setdefault(one.at.date(), one.path)
            weeks.setdefault(one.at.isocalendar()[:2], one.path)
    kept.update([*days.values()][:daily])
    kept.update([*weeks.values()][:weekly])
    return [one for one in newest if one.path not in kept]


async def in_a_thread(backups: Backups, why: Why) -> Made:
    """Make one while the event loop is free. When the caller is cancelled the copying ends, and leaves nothing.

    Raises StoreError.
    """
    stopped = threading.Event()
    try:
        return await asyncio.to_thread(backups.make, why, lambda: not stopped.is_set())
    finally:
        stopped.set()


async def daily(backups: Backups, note: Callable[[bool], None]) -> None:
    """Make one a day, for as long as the bot runs; `note` is told whether it could be made."""
    await asyncio.sleep(FIRST)
    while True:
        try:
            if await asyncio.to_thread(backups.due):
                made = await in_a_thread(backups, "daily")
                log.log(logging.WARNING if made.is_tight else logging.INFO, "%s", made.sentence)
                note(True)
        except StoreError as error:
            log.error("there is no backup of today; the next try is in an hour. %s", error)  # noqa: TRY400  # that says it
            note(False)
        await asyncio.sleep(AGAIN)
