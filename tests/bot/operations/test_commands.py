"""The commands as an operator types them: what they say, and the exit code."""

from __future__ import annotations

import json
import os
from functools import partial
from pathlib import Path

import pytest

from bot import __main__ as program
from bot.common.settings import Settings
from bot.operations import commands, startup
from bot.operations.backups import Backups
from bot.operations.startup import open_store
from bot.privacy.export import export_whole
from data.engine.errors import StoreError, StoreFull, StoreInUse
from data.people.records import Preferences
from data.sqlite import backup as files
from data.sqlite.lock import held
from data.tables.records import SillyMove
from tests.data.makers import peek, url_of
from tests.support.operations import Output, change_database
from tests.support.revisions import NEWEST, NEXT, bring_next_revision


async def test_a_backup_by_hand(settings: Settings, database: Path, output: Output, tmp_path: Path) -> None:
    assert await commands.backup(settings) == 0
    assert "is made" in output()[0]
    assert len(list((database.parent / "backups").iterdir())) == 1
    assert await commands.backup(settings, tmp_path / "mine") == 0
    assert peek(tmp_path / "mine", "SELECT count(*) FROM events") == [(3,)]
    output()
    assert await commands.backup(settings, tmp_path / "mine") == commands.EXIT_FAILED
    assert "is there already" in output()[1]
    missing_database = Settings(database_url=url_of(tmp_path / "nowhere" / "e.db"))
    assert await commands.backup(missing_database) == commands.EXIT_FAILED
    assert "there is no" in output()[1]
    assert not (tmp_path / "nowhere").exists()


async def test_a_backup_while_a_bot_holds_the_database(settings: Settings, database: Path) -> None:
    with held(database):
        assert await commands.backup(settings) == 0


async def test_backups_lie_where_the_settings_say(settings: Settings, tmp_path: Path) -> None:
    far_settings = settings.model_copy(update={"backup_dir": tmp_path / "far" / "away"})
    assert await commands.backup(far_settings) == 0
    assert len(list((tmp_path / "far" / "away").iterdir())) == 1


async def test_files_are_private_to_their_owner(
    settings: Settings, output: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_uid = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: own_uid + 1)
    for command in (commands.backup, commands.migrate, partial(commands.restore, name="x", sure=True)):
        assert await command(settings) == commands.EXIT_FAILED
        assert "run this with sudo -u" in output()[1]


async def test_migrate(
    settings: Settings, database: Path, tmp_path: Path, output: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring_next_revision(tmp_path, monkeypatch)
    with held(database):
        assert await commands.migrate(settings) == commands.EXIT_IN_USE
    assert peek(database, "SELECT version_num FROM alembic_version") == [(NEWEST,)]
    output()
    assert await commands.migrate(settings) == 0
    assert f"was at revision {NEWEST}" in output()[0]
    assert peek(database, "SELECT version_num FROM alembic_version") == [(NEXT,)]
    (backup,) = Backups.from_settings(settings).all()
    assert backup.reason == "update"
    assert peek(backup.path, "SELECT version_num FROM alembic_version") == [(NEWEST,)]
    assert await commands.migrate(settings) == 0
    assert output()[0] == "The database is up to date.\n"
    assert len(Backups.from_settings(settings).all()) == 1
    new = settings.model_copy(update={"database_url": url_of(tmp_path / "new" / "e.db")})
    assert await commands.migrate(new) == 0
    assert "is a new one" in output()[0]
    change_database(database, "UPDATE alembic_version SET version_num = '9999'")
    assert await commands.migrate(settings) == commands.EXIT_FAILED
    assert "newer version" in output()[1]


async def test_without_a_backup_an_old_database_is_left_as_it_is(
    settings: Settings, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring_next_revision(tmp_path, monkeypatch)

    def fail(*_: object) -> None:
        raise StoreFull

    monkeypatch.setattr(files, "copy", fail)
    with pytest.raises(StoreFull):
        async with open_store(settings, backup=True):
            pass
    assert peek(database, "SELECT version_num FROM alembic_version") == [(NEWEST,)]
    async with open_store(settings, backup=False) as store:  # as the operator may choose
        assert await store.tables.get(1)
    assert startup.Backups.from_settings(settings).all() == []


async def test_two_bots_do_not_play_on_one_database(settings: Settings) -> None:
    async with open_store(settings, backup=True) as store:
        with pytest.raises(StoreInUse):
            async with open_store(settings, backup=True):
                pass
        assert await store.tables.get(1)
    async with open_store(settings, backup=True):
        pass
    with pytest.raises(StoreError):
        async with open_store(Settings(database_url="postgresql://x/y"), backup=True):
            pass


async def test_check_looks_through_the_file_too(settings: Settings, database: Path, output: Output) -> None:
    assert await commands.check(settings) == 0
    assert "no faults" in output()[1]
    change_database(database, "PRAGMA foreign_keys = OFF; DELETE FROM people")
    assert await commands.check(settings) == commands.EXIT_FAILED
    assert "the file: row 1 of tables refers to a row of people that is missing" in output()[1]


async def test_a_backup_is_checked_by_its_path_and_left_as_it_is(
    settings: Settings, database: Path, backups: Backups, output: Output
) -> None:
    path = backups.make("hand").path
    before, names = path.read_bytes(), set(path.parent.iterdir())
    path.chmod(0o400)
    change_database(database, "DELETE FROM events")
    assert await commands.check(settings, path) == 0
    assert "1 tables" in output()[1]
    assert await commands.check(settings) == commands.EXIT_FAILED
    assert path.read_bytes() == before
    assert set(path.parent.iterdir()) == names
    output()
    assert await commands.check(settings, path.with_name("other")) == commands.EXIT_FAILED
    assert "there is no" in output()[1]
    assert not path.with_name("other").exists()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", {"command": None}),
        ("discord", {"command": "discord"}),
        ("play", {"command": "play"}),
        ("check", {"command": "check", "file": None}),
        ("check x", {"command": "check", "file": Path("x")}),
        ("backup --to x", {"command": "backup", "to": Path("x")}),
        ("restore newest --yes", {"command": "restore", "file": "newest", "yes": True}),
        ("restore", {"command": "restore", "file": None, "yes": False}),
        ("export 77 dora.json", {"command": "export", "user": 77, "file": Path("dora.json")}),
    ],
)
def test_accepted_command_lines(line: str, expected: dict[str, object]) -> None:
    assert vars(program.parser().parse_args(line.split())) == expected


def test_command_without_output_ends_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        program.parser().parse_args(["backups"])
    assert ended.value.code == commands.EXIT_UNSET
    assert "invalid choice" in capsys.readouterr().err


async def test_silly_moves_are_written_into_a_folder(settings: Settings, output: Output, tmp_path: Path) -> None:
    async with open_store(settings, backup=False) as store:
        await store.silly_moves.keep(SillyMove(1, 2, "voren", "normal", 5, 0, "1.2", "fold", {"seat": 1}), 11)
    folder = tmp_path / "some" / "where"
    assert await commands.silly(settings, folder) == 0
    assert output()[0].startswith("1 new, 0 there already.")
    assert [path.name for path in folder.iterdir()] == ["silly-1-2.json"]
    assert await commands.silly(settings, folder) == 0
    assert output()[0].startswith("0 new, 1 there already.")
    assert await commands.silly(settings, folder / "silly-1-2.json") == commands.EXIT_FAILED
    assert "cannot be written" in output()[1]
    missing_database = Settings(database_url=url_of(tmp_path / "nowhere" / "e.db"))
    assert await commands.silly(missing_database, folder) == commands.EXIT_FAILED
    assert "there is no" in output()[1]


async def test_personal_data_is_exported_to_a_new_file(settings: Settings, output: Output, tmp_path: Path) -> None:
    async with open_store(settings, backup=False) as store:
        await store.preferences.save((77, "Dora"), Preferences(confirms=True))
    file, read = tmp_path / "dora.json", partial(export_whole, user=77, now=0)
    assert await commands.export(settings, file, read) == 0
    assert output()[0].startswith(f"{file} has all that is stored about this person: ")
    assert json.loads(file.read_bytes())["format"] == "eldest-hand-person"
    assert file.stat().st_mode & 0o077 == 0
    assert await commands.export(settings, file, read) == commands.EXIT_FAILED
    assert "cannot be written: File exists." in output()[1]
    read_nobody = partial(export_whole, user=78, now=0)
    assert await commands.export(settings, tmp_path / "other.json", read_nobody) == commands.EXIT_FAILED
    assert "Nothing is stored" in output()[1]
    assert not (tmp_path / "other.json").exists()
