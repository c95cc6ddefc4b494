"""Backups: one a day, verified before an old one goes, and so many kept."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.operations import backups as module
from bot.operations.backups import Backup, BackupReason, Backups, find_expired, run_daily
from data.engine.errors import StoreClosed, StoreError, StoreFull
from data.sqlite import backup as files
from tests.data.makers import peek
from tests.support.operations import add_table
from tests.support.times import Clock
from tests.support.waiting import until

DAY_MS = 24 * 3600 * 1000


def test_a_backup_is_found_again_by_its_name(backups: Backups, clock: Clock) -> None:
    assert backups.all() == []
    first = backups.make("hand")
    second = backups.make("hand")  # within the same second
    clock.now += 60_000
    third = backups.make("daily")
    results = backups.all()
    assert [item.path for item in results] == [third.path, second.path, first.path]
    assert [item.reason for item in results] == ["daily", "hand", "hand"]
    assert results[2].at == datetime(2026, 9, 21, 14, 13, 20, tzinfo=UTC)
    assert backups.folder.stat().st_mode & 0o777 == 0o700
    assert peek(third.path, "SELECT count(*) FROM events") == [(3,)]
    assert str(third.path) in third.sentence
    assert "whole" in third.sentence


@pytest.mark.parametrize(
    "name", ["eldest-20261301T000000Z-daily.sqlite3", "eldest-20261101T000000Z-weekly.sqlite3", "eldest.sqlite3", "x"]
)
def test_other_files_are_none_of_ours(name: str) -> None:
    assert Backup.from_path(Path(name)) is None


def test_so_many_are_kept_and_strangers_stay(backups: Backups, clock: Clock) -> None:
    backups.folder.mkdir()
    stranger = backups.folder / "eldest-by-hand.sqlite3"
    stranger.write_text("mine")
    made_paths = list[Path]()
    for _ in range(20):
        made_paths.append(backups.make("daily").path)
        clock.now += DAY_MS
    paths = [item.path for item in backups.all()]
    # From Monday, 21 September, to Saturday, 10 October: three days, and the Sunday before.
    assert paths == [*reversed(made_paths[17:]), made_paths[13]]
    assert stranger.read_text() == "mine"


TIMES = st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31), timezones=st.just(UTC))  # noqa: DTZ001  # given beside
MADE = st.lists(st.tuples(TIMES, st.sampled_from(["daily", "hand", "update"])), max_size=60, unique=True)


@given(MADE, st.integers(1, 8), st.integers(0, 5))
def test_last_daily_and_weekly_backups_are_kept(
    made: list[tuple[datetime, BackupReason]], days: int, weeks: int
) -> None:
    made_backups = [Backup(at, why, Path(f"{number}")) for number, (at, why) in enumerate(made)]
    now = datetime.max.replace(tzinfo=UTC)
    expired = set(find_expired(made_backups, days, weeks, now))
    unexpired = [backup for backup in made_backups if backup not in expired]
    assert find_expired(unexpired, days, weeks, now) == []  # rotating twice removes no more
    for why in ("hand", "update"):
        same_reason = sorted(backup for backup in made_backups if backup.reason == why)
        assert sorted(backup for backup in unexpired if backup.reason == why) == same_reason[-days:]
    same_reason = [backup for backup in made_backups if backup.reason == "daily"]
    remaining = [backup for backup in unexpired if backup.reason == "daily"]
    if same_reason:
        assert max(same_reason) in remaining
    assert len(remaining) <= days + weeks
    for day in sorted({backup.at.date() for backup in same_reason})[-days:]:
        assert max(backup for backup in same_reason if backup.at.date() == day) in remaining
    for week in sorted({backup.at.isocalendar()[:2] for backup in same_reason}, reverse=True)[:weeks]:
        assert max(backup for backup in same_reason if backup.at.isocalendar()[:2] == week) in remaining


@given(MADE, TIMES, st.integers(1, 8), st.integers(0, 5))
def test_a_backup_from_the_future_is_kept_and_takes_no_place(
    made: list[tuple[datetime, BackupReason]], now: datetime, days: int, weeks: int
) -> None:
    made_backups = [Backup(at, why, Path(f"{number}")) for number, (at, why) in enumerate(made)]
    expired = find_expired(made_backups, days, weeks, now)
    assert expired == find_expired([backup for backup in made_backups if backup.at <= now], days, weeks, now)
    assert all(backup.at <= now for backup in expired)


@pytest.mark.parametrize("why", ["daily", "hand", "update"])
def test_newest_backup_stays_after_a_clock_correction(backups: Backups, clock: Clock, why: BackupReason) -> None:
    """Eight copies of each kind were made while the clock was three weeks ahead."""
    clock.now += 21 * DAY_MS
    made_paths = list[Path]()
    for _ in range(8):
        made_paths.append(backups.make(why).path)
        clock.now += DAY_MS
    future_paths = [path for path in made_paths if path.exists()]
    clock.now -= 29 * DAY_MS
    first_path = backups.make(why).path
    clock.now += 1000
    newest_path = backups.make(why).path
    assert newest_path.exists()
    assert all(path.exists() for path in future_paths)
    newest = backups.newest()
    assert newest is not None
    assert newest.path == newest_path
    past_paths = [item.path for item in backups.all() if not backups.is_future(item)]
    assert [item.path for item in backups.all()] == [*past_paths, *reversed(future_paths)]
    assert past_paths == ([newest_path] if why == "daily" else [newest_path, first_path])


def test_an_old_one_goes_only_when_the_new_one_is_whole(
    backups: Backups, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(4):
        backups.make("hand")
        clock.now += DAY_MS
    before = backups.all()
    monkeypatch.setattr(files, "check_integrity", lambda *_: ["page 3 is never used"])
    with pytest.raises(StoreError, match="page 3"):
        backups.make("hand")
    assert backups.all() == before
    assert len(list(backups.folder.iterdir())) == len(before)


def test_an_old_one_that_cannot_be_removed_fails_nothing(
    backups: Backups, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(3):
        backups.make("hand")
    monkeypatch.setattr(module, "find_expired", lambda *_: [Backup(backups.now(), "hand", backups.folder)])
    clock.now += 60_000
    assert backups.make("hand").removed == 0
    assert "cannot be removed" in caplog.text


def test_a_daily_one_is_due_after_a_day_whatever_else_there_is(backups: Backups, clock: Clock) -> None:
    assert backups.is_due()
    backups.make("hand")
    assert backups.is_due()
    backups.make("daily")
    assert not backups.is_due()
    clock.now += DAY_MS - 1000
    assert not backups.is_due()
    clock.now += 1000
    assert backups.is_due()
    backups.make("daily")
    clock.now -= 3 * DAY_MS  # the clock was wrong, and was put right
    assert backups.is_due()


def test_a_folder_that_cannot_be_made_is_named(database: Path, clock: Clock) -> None:
    (database.parent / "file").write_text("")
    with pytest.raises(StoreError, match="file/backups"):
        Backups(database, database.parent / "file" / "backups", 1, 1, clock).make("hand")


def test_little_room_is_said(backups: Backups, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MIN_FREE_COPIES", 10**9)
    report = backups.make("hand")
    assert report.is_tight
    assert "make some" in report.sentence


async def test_the_bot_makes_one_a_day_and_says_when_it_cannot(
    backups: Backups, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot")
    monkeypatch.setattr(module, "FIRST_BACKUP_DELAY_SECONDS", 0.0)
    monkeypatch.setattr(module, "RETRY_SECONDS", 0.002)
    outcomes = list[bool]()
    working = asyncio.create_task(run_daily(backups, outcomes.append))
    await until(lambda: outcomes == [True])
    await asyncio.sleep(0.05)
    assert outcomes == [True]  # there is one of today

    def fail(*_: Any) -> None:
        raise StoreFull("4 MB are to be copied")

    with monkeypatch.context() as patch:
        patch.setattr(files, "copy", fail)
        clock.now += DAY_MS
        await until(lambda: outcomes[1:3] == [False, False])  # and it is tried again
        await add_table(backups.database)
    assert "there is no backup of today" in caplog.text
    assert StoreFull.hint in caplog.text
    await until(lambda: outcomes[-1])
    working.cancel()
    await asyncio.gather(working, return_exceptions=True)
    assert peek(backups.all()[0].path, "SELECT count(*) FROM tables") == [(2,)]


def test_go_on_is_asked(backups: Backups) -> None:
    with pytest.raises(StoreClosed):
        backups.make("hand", lambda: False)
    assert list(backups.folder.iterdir()) == []
