"""A copy is a whole database of one instant, or it is not there; and what takes a database's place loses nothing."""

import asyncio
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from data.engine.errors import NoBackup, StoreClosed, StoreDamaged, StoreError, StoreFull, StoreInUse, StoreUnreachable
from data.sqlite import backup
from data.sqlite.backup import PART, check_integrity, copy, put_in_place, read_contents
from data.store import Store
from data.tables.events import EventKind
from data.tables.records import NewEvent
from tests.data.makers import create_table, make_draft, make_move, make_step, peek, sqlite_only, url_of
from tests.support.needs import ROOT
from tests.support.waiting import until


async def make_database(path: Path, events: int = 3, padding: int = 0) -> Path:
    """Return a closed database with one table of so many events, each so many bytes long."""
    store = await Store.open(url_of(path))
    await store.tables.create(make_draft(), [make_move("x" * padding or "stay") for _ in range(events)])
    await store.close()
    return path


def count_events(path: Path) -> int:
    """Return how many events a database has."""
    return peek(path, "SELECT count(*) FROM events")[0][0]


def list_files(folder: Path) -> set[str]:
    """Return the names of the files in a folder."""
    return {path.name for path in folder.iterdir()}


class HaltedCopy:
    """A copy on a thread of its own, which stops between its first steps until it is released."""

    def __init__(self, source: Path, target: Path) -> None:
        self.reached, self._go = threading.Event(), threading.Event()
        self._copying = asyncio.create_task(asyncio.to_thread(copy, source, target, self._go_on))

    def _go_on(self) -> bool:
        self.reached.set()
        return self._go.wait(20)

    async def halt(self) -> None:
        """Wait until the copy has begun."""
        assert await asyncio.to_thread(self.reached.wait, 20)

    async def finish(self) -> None:
        """Release the copy, and wait for its end."""
        self._go.set()
        await self._copying


@sqlite_only
async def test_a_copy_keeps_no_move_waiting_and_is_of_the_instant_at_which_it_began(store: Store, path: Path) -> None:
    await create_table(store, 300)
    copying = HaltedCopy(path, path.parent / "copy")
    await copying.halt()
    for number in range(300, 320):
        await store.tables.append(make_step(1, number))
    await copying.finish()
    assert (count_events(path.parent / "copy"), count_events(path)) == (300, 320)
    assert peek(path.parent / "copy", "SELECT seq FROM tables") == [(300,)]
    assert list_files(path.parent) >= {"copy"}
    assert not [name for name in list_files(path.parent) if name.startswith("copy") and name != "copy"]


@sqlite_only
async def test_copies_while_everybody_plays_are_whole_and_have_all_that_was_acknowledged(
    store: Store, path: Path
) -> None:
    tables = [await create_table(store, 1) for _ in range(4)]
    record = dict.fromkeys([table.id for table in tables], 1)
    playing = True

    async def play(table: int) -> None:
        while playing:
            record[table] = await store.tables.append(make_step(table, record[table]))

    players = [asyncio.create_task(play(table.id)) for table in tables]
    for number in range(3):
        before = dict(record)
        target = path.parent / f"copy{number}"
        await asyncio.to_thread(copy, path, target)
        assert check_integrity(target) == []
        rows = peek(target, "SELECT t.id, t.seq, count(*) FROM tables t JOIN events ON table_id = t.id GROUP BY 1")
        assert all(seq == count for _, seq, count in rows)
        assert all(seq >= before[table] for table, seq, _ in rows)
    playing = False
    await asyncio.gather(*players)


async def test_a_copy_is_one_file_that_only_its_owner_reads(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        copy(await make_database(tmp_path / "e.db"), tmp_path / "copy")
    finally:
        os.umask(before)
    assert (tmp_path / "copy").stat().st_mode & 0o777 == 0o600
    shutil.move(tmp_path / "copy", tmp_path / "elsewhere")
    assert count_events(tmp_path / "elsewhere") == 3
    assert list_files(tmp_path) == {"e.db", "elsewhere"}
    assert read_contents(tmp_path / "elsewhere").tables == 1


async def test_a_copy_that_is_stopped_leaves_nothing(tmp_path: Path) -> None:
    await make_database(tmp_path / "e.db", 200, 2000)
    question = iter((True, False))
    with pytest.raises(StoreClosed):
        copy(tmp_path / "e.db", tmp_path / "copy", lambda: next(question, False))
    assert list_files(tmp_path) == {"e.db"}


async def test_no_file_is_overwritten(tmp_path: Path) -> None:
    await make_database(tmp_path / "e.db")
    (tmp_path / "letter").write_text("Dear Ada")
    with pytest.raises(NoBackup, match="letter is there already"):
        copy(tmp_path / "e.db", tmp_path / "letter")
    assert (tmp_path / "letter").read_text() == "Dear Ada"
    assert list_files(tmp_path) == {"e.db", "letter"}


async def test_copy_and_write_errors_are_reported(tmp_path: Path) -> None:
    await make_database(tmp_path / "e.db")
    with pytest.raises(StoreUnreachable, match=r"no .*/other\.db"):
        copy(tmp_path / "other.db", tmp_path / "copy")
    assert not (tmp_path / "other.db").exists()
    with pytest.raises(StoreUnreachable, match="No such file or directory"):
        copy(tmp_path / "e.db", tmp_path / "missing" / "copy")
    with pytest.raises(StoreUnreachable, match="Not a directory"):
        copy(tmp_path / "e.db", tmp_path / "e.db" / "copy")
    (tmp_path / "list.txt").write_text("I am a shopping list.\n" * 500)
    with pytest.raises(StoreDamaged):
        copy(tmp_path / "list.txt", tmp_path / "copy")
    assert list_files(tmp_path) == {"e.db", "list.txt"}


async def test_a_disk_without_room_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await make_database(tmp_path / "e.db")
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=backup.SPARE_BYTES))
    with pytest.raises(StoreFull, match="are free"):
        copy(tmp_path / "e.db", tmp_path / "copy")
    assert list_files(tmp_path) == {"e.db"}


async def test_a_disk_that_is_full_sooner_than_it_said_leaves_nothing(tmp_path: Path) -> None:
    await make_database(tmp_path / "e.db", 200, 2000)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, hard))
    try:
        with pytest.raises((StoreFull, StoreUnreachable)):
            copy(tmp_path / "e.db", tmp_path / "copy")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert list_files(tmp_path) == {"e.db"}


def damage(path: Path) -> None:
    """Spoil the pages after the first ones."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 20_000] = b"\x7f" * 20_000
    path.write_bytes(data)


async def test_a_damaged_database_is_not_taken_for_a_backup(tmp_path: Path) -> None:
    await make_database(tmp_path / "e.db", 200, 2000)
    damage(tmp_path / "e.db")
    with pytest.raises(StoreDamaged):
        copy(tmp_path / "e.db", tmp_path / "copy")
    assert list_files(tmp_path) == {"e.db"}


async def test_corruption_is_reported_without_content(tmp_path: Path) -> None:
    store = await Store.open(url_of(tmp_path / "e.db"))
    await store.tables.create(make_draft(), [NewEvent(EventKind.CHANCE, None, "QH-KS", {}, {"hands": ["QH-KS"]})])
    await store.close()
    assert check_integrity(tmp_path / "e.db") == []
    database = sqlite3.connect(tmp_path / "e.db")
    database.executescript("PRAGMA foreign_keys = OFF; DELETE FROM tables; PRAGMA writable_schema = ON;")
    database.execute("UPDATE sqlite_master SET sql = replace(sql, 'kind TEXT NOT NULL', 'kind INTEGER NOT NULL')")
    database.commit()
    database.close()
    faults = check_integrity(tmp_path / "e.db")
    assert any(fault.endswith("of events refers to a row of tables that is missing") for fault in faults)
    assert "QH-KS" not in str(faults)
    question = iter((False,))
    large = await make_database(tmp_path / "large.db", 2000, 500)
    with pytest.raises(StoreClosed):
        check_integrity(large, lambda: next(question, False))


SLOW = """
import sys, time
from pathlib import Path
from data.sqlite.backup import copy
def go_on():
    print("under way", flush=True)
    time.sleep(60)
    return True
copy(Path(sys.argv[1]), Path(sys.argv[2]), go_on)
"""


@sqlite_only
async def test_a_killed_copy_leaves_no_backup_and_the_next_one_tidies_up(store: Store, path: Path) -> None:
    await create_table(store, 300)
    folder = path.parent / "backups"
    folder.mkdir()
    (folder / "letter.part").write_text("not ours")
    command = [sys.executable, "-c", SLOW, str(path), str(folder / "one")]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:  # noqa: ASYNC220  # it is waited for
        assert process.stdout is not None
        assert await asyncio.to_thread(process.stdout.readline) == b"under way\n"
        with pytest.raises(StoreInUse, match="another copy is being made"):
            copy(path, folder / "two")
        await store.tables.append(make_step(1, 300))  # whoever copies, moves are kept
        process.send_signal(signal.SIGKILL)
        await until(lambda: process.poll() is not None)
    assert not (folder / "one").exists()
    assert f"one{PART}" in list_files(folder)
    copy(path, folder / "two")
    assert list_files(folder) == {"two", "letter.part"}
    assert count_events(folder / "two") == 301


# -- in another's place ------------------------------------------------------------------------------------------------


@sqlite_only
async def test_a_database_that_is_open_anywhere_keeps_its_place(store: Store, path: Path) -> None:
    await create_table(store, 2)
    copy(path, path.parent / "copy")
    await store.tables.append(make_step(1, 2))
    with pytest.raises(StoreInUse, match="another program has it open"):
        put_in_place(path.parent / "copy", path, path.parent / "kept")
    assert await store.tables.append(make_step(1, 3)) == 4
    assert not [name for name in list_files(path.parent) if name.startswith("kept")]


async def test_replaced_database_is_preserved_with_its_wal(tmp_path: Path) -> None:
    path = await make_database(tmp_path / "e.db", 2)
    copy(path, tmp_path / "copy")
    database = sqlite3.connect(path)
    database.execute("PRAGMA wal_autocheckpoint = 0")
    database.execute("UPDATE tables SET settings = '{}', seq = 77")
    database.commit()
    shutil.copy(f"{path}-wal", tmp_path / "wal")
    shutil.copy(path, tmp_path / "main")
    database.close()
    shutil.copy(tmp_path / "wal", f"{path}-wal")  # as a killed process leaves it
    shutil.copy(tmp_path / "main", path)
    put_in_place(tmp_path / "copy", path, tmp_path / "kept")
    assert peek(path, "SELECT seq FROM tables") == [(2,)]
    assert peek(tmp_path / "kept", "SELECT seq FROM tables") == [(77,)]
    assert list_files(tmp_path) == {"e.db", "kept", "wal", "main"}


async def test_a_damaged_database_is_replaced_and_kept_with_what_lay_beside_it(tmp_path: Path) -> None:
    path = await make_database(tmp_path / "e.db", 100, 1000)
    copy(path, tmp_path / "copy")
    path.write_bytes(b"\x7f" * 30_000)
    beside = path.with_name("e.db-wal")
    beside.write_bytes(b"what was not folded")
    put_in_place(tmp_path / "copy", path, tmp_path / "kept")
    assert (tmp_path / "kept").read_bytes() == b"\x7f" * 30_000
    assert (tmp_path / "kept-wal").read_bytes() == b"what was not folded"
    assert not beside.exists()
    assert count_events(path) == 100
    assert check_integrity(path) == []


async def test_a_replacing_that_fails_leaves_the_database_in_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = await make_database(tmp_path / "e.db", 5)
    copy(path, tmp_path / "copy")

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(StoreError, match="No space left"):
        put_in_place(tmp_path / "copy", path, tmp_path / "kept")
    monkeypatch.undo()
    assert count_events(path) == 5
    with pytest.raises(NoBackup, match="kept is there already"):
        put_in_place(tmp_path / "copy", path, tmp_path / "kept")
    assert count_events(path) == 5


async def test_a_disk_without_second_names_gets_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = await make_database(tmp_path / "e.db", 5)
    copy(path, tmp_path / "copy")

    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    put_in_place(tmp_path / "copy", path, tmp_path / "kept")
    assert (count_events(path), count_events(tmp_path / "kept")) == (5, 5)
    assert (tmp_path / "kept").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("how", ["empty", "text", "of another program"])
async def test_a_file_that_is_none_of_ours_is_known(tmp_path: Path, how: str) -> None:
    path = tmp_path / "e.db"
    if how == "of another program":
        await make_database(path)
        database = sqlite3.connect(path)
        database.execute("DROP TABLE alembic_version")
        database.close()
    else:
        path.write_text("I am a shopping list.\n" * (500 if how == "text" else 0))
    with pytest.raises(StoreDamaged):
        read_contents(path)
