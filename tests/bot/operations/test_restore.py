"""Restoring a database: announced first, never under a bot, and without any loss."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.common.settings import Settings
from bot.operations import commands
from bot.operations.backups import Backups
from data.engine.clock import now_ms
from data.people.records import Preferences
from data.sqlite.lock import held
from data.store import Store
from tests.data.makers import peek, url_of
from tests.support.operations import Output, add_table, change_database, read_contents
from tests.support.times import Clock


def count_tables(path: Path) -> int:
    """Return how many tables a database has."""
    return peek(path, "SELECT count(*) FROM tables")[0][0]


def find_copies(database: Path) -> list[Path]:
    """Return the copies of what restoring has replaced."""
    return sorted(database.parent.glob("*.before-restore-*"))


async def test_without_a_file_the_backups_are_listed(settings: Settings, backups: Backups, output: Output) -> None:
    assert await commands.restore(settings, None, sure=False) == 0
    assert "No backups in" in output()[0]
    report = backups.make("daily")
    assert await commands.restore(settings, None, sure=True) == 0
    assert str(report.path) in output()[0]


async def test_a_backup_from_the_future_is_marked_and_is_not_the_newest(
    settings: Settings, database: Path, backups: Backups, clock: Clock, output: Output
) -> None:
    clock.now = now_ms() + 24 * 3600 * 1000
    future_path = backups.make("hand").path
    assert await commands.restore(settings, "newest", sure=True) == commands.EXIT_FAILED
    assert "dated in the future: set the clock, or name a file" in output()[1]
    clock.now = now_ms() - 60_000
    path = backups.make("hand").path
    await commands.restore(settings, None, sure=False)
    title, first, second, _ = output()[0].splitlines()
    assert title.startswith("2 backups")
    assert str(path) in first
    assert "dated in" not in first
    assert str(future_path) in second
    assert "dated in the future" in second
    assert await commands.restore(settings, "newest", sure=False) == 0
    assert str(path) in output()[0]


async def test_it_is_told_first_and_done_with_yes(
    settings: Settings, database: Path, backups: Backups, output: Output
) -> None:
    backups.make("hand")
    await add_table(database)
    before = read_contents(database)
    assert await commands.restore(settings, "newest", sure=False) == 0
    text = output()[0]
    assert "2 tables" in text
    assert "1 tables" in text
    assert "Nothing has changed" in text
    assert read_contents(database) == before
    assert await commands.restore(settings, "newest", sure=True) == 0
    assert count_tables(database) == 1
    (path,) = find_copies(database)
    assert count_tables(path) == 2
    assert f"python -m bot restore {path} --yes" in output()[0]
    assert await commands.restore(settings, str(path), sure=True) == 0  # and back again
    assert count_tables(database) == 2
    assert len(find_copies(database)) >= 1
    assert not list(database.parent.glob("*.restored*"))
    await (await Store.open(url_of(database))).close()


async def test_a_backup_may_be_named_without_its_folder(settings: Settings, backups: Backups, database: Path) -> None:
    report = backups.make("hand")
    await add_table(database)
    assert await commands.restore(settings, report.path.name, sure=True) == 0
    assert count_tables(database) == 1


async def test_under_a_bot_nothing_is_restored(
    settings: Settings, database: Path, backups: Backups, output: Output
) -> None:
    backups.make("hand")
    with held(database):
        assert await commands.restore(settings, "newest", sure=True) == commands.EXIT_IN_USE
    assert "process" in output()[1]
    store = await Store.open(url_of(database))  # an older version, which holds no lock
    assert await commands.restore(settings, "newest", sure=True) == commands.EXIT_IN_USE
    assert "another program has it open" in output()[1]
    await store.close()
    assert find_copies(database) == []
    assert not list(database.parent.glob("*.restored*"))


@pytest.mark.parametrize("kind", ["missing", "text", "newer", "damaged", "itself", "none"])
async def test_file_that_is_no_backup_is_refused_before_any_change(
    settings: Settings, database: Path, backups: Backups, output: Output, tmp_path: Path, kind: str
) -> None:
    await add_table(database, 300)
    path = tmp_path / "given"
    if kind != "none":
        result = backups.make("hand").path.rename(path)
        assert result == path
    if kind == "text":
        path.write_text("I am a shopping list.\n" * 500)
    elif kind == "newer":
        change_database(path, "UPDATE alembic_version SET version_num = '9999'")
    elif kind == "damaged":
        change_database(path, "PRAGMA foreign_keys = OFF; DELETE FROM people")
    before = read_contents(database)
    name = {"missing": "nowhere", "itself": str(database), "none": "newest"}.get(kind, str(path))
    assert await commands.restore(settings, name, sure=True) == commands.EXIT_FAILED
    assert output()[1].startswith("Nothing was restored; the database is as it was. ")
    assert read_contents(database) == before
    assert find_copies(database) == []


async def test_onto_a_new_machine_and_over_a_damaged_database(
    settings: Settings, database: Path, backups: Backups, output: Output, tmp_path: Path
) -> None:
    backups.make("hand")
    (tmp_path / database.name).unlink()
    assert await commands.restore(settings, "newest", sure=True) == 0
    assert "there is none yet" in output()[0]
    assert count_tables(database) == 1
    assert find_copies(database) == []
    (tmp_path / database.name).write_text("I am a shopping list.\n" * 500)
    assert await commands.restore(settings, "newest", sure=True) == 0
    assert "it cannot be read" in output()[0]
    assert count_tables(database) == 1
    assert find_copies(database)[0].read_text().startswith("I am a shopping list.")


async def test_rest_of_a_killed_restore_does_not_block_the_next(
    settings: Settings, database: Path, backups: Backups
) -> None:
    backups.make("hand")
    await add_table(database)
    database.with_name(f"{database.name}.restored").write_text("half")
    assert await commands.restore(settings, "newest", sure=True) == 0
    assert count_tables(database) == 1


async def test_person_erased_since_the_backup_stays_erased(
    settings: Settings, database: Path, backups: Backups
) -> None:
    """The file that says so lies beside the database, and the next start reads it."""
    people = "SELECT user_id, name FROM people WHERE user_id = 77"
    store = await Store.open(url_of(database))
    await store.preferences.save((77, "Ada"), Preferences(high_first=True))
    await store.close()
    backups.make("hand")
    store = await Store.open(url_of(database))
    await store.privacy.erase(77)
    await store.close()
    assert await commands.restore(settings, "newest", sure=True) == 0
    assert peek(database, people) == [(77, "Ada")]
    await (await Store.open(url_of(database))).close()
    assert peek(database, people) == []
    assert not peek(database, "SELECT name FROM people WHERE name = 'Ada'")
