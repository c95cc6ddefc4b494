"""A database that is locked, read-only, full, damaged or unreachable: a sentence, a detail, and nothing is lost."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from data.engine.errors import StoreBusy, StoreDamaged, StoreError, StoreFull, StoreReadOnly, StoreUnreachable, explain
from data.store import Store
from tests.data.makers import (
    Gate,
    create_table,
    make_draft,
    make_move,
    make_refresh,
    make_step,
    read_table,
    run_on_writer,
    sqlite_only,
    url_of,
)
from tests.support.databases import Place

KINDS = [StoreError, *StoreError.__subclasses__()]


async def set_pragma(store: Store, text: str) -> Any:
    """Set a pragma on the writer's own connection; return its answer."""
    rows = await run_on_writer(store, f"PRAGMA {text}")
    return rows[0][0] if rows else None


@sqlite_only
async def test_a_locked_database_is_busy_and_then_goes_on(store: Store, path: Path) -> None:
    table = await create_table(store)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    # Several at once wait for the lock together, not one after the other.
    failed = list[int]()
    store.watch_commits(lambda _, count: failed.append(count))
    writes = [store.tables.append(make_step(table.id, 1, make_move(f"{n}", interaction=n))) for n in range(4)]
    outcomes = await asyncio.gather(*writes, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [StoreBusy] * 4
    assert failed == [4]
    assert (await read_table(store, table.id)).seq == 1  # reading goes on
    other.execute("ROLLBACK")
    other.close()
    assert await store.tables.append(make_step(table.id, 1, make_move(interaction=0))) == 2


@sqlite_only
async def test_a_short_lock_is_waited_for(store: Store, path: Path) -> None:
    table = await create_table(store)
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    waits = asyncio.create_task(store.tables.append(make_step(table.id, 1)))
    await asyncio.sleep(0.1)  # nothing happens while the lock is held
    assert not waits.done()
    other.execute("ROLLBACK")
    other.close()
    assert await waits == 2


@sqlite_only
async def test_a_database_that_turns_read_only_refuses_writes_and_serves_reads(store: Store) -> None:
    table = await create_table(store)
    await set_pragma(store, "query_only = ON")
    with pytest.raises(StoreReadOnly):
        await store.tables.append(make_step(table.id, 1))
    with pytest.raises(StoreReadOnly):
        await store.tables.create(make_draft())
    assert (await read_table(store, table.id)).seq == 1
    await set_pragma(store, "query_only = OFF")
    assert await store.tables.append(make_step(table.id, 1)) == 2


@sqlite_only
async def test_a_read_only_file_cannot_be_opened(store: Store, path: Path) -> None:
    await create_table(store)
    with pytest.raises(StoreReadOnly):
        await Store.open(f"sqlite+aiosqlite:///file:{path}?mode=ro&uri=true")


@sqlite_only
async def test_a_full_disk_refuses_what_does_not_fit_and_keeps_the_rest(store: Store) -> None:
    table, other = await create_table(store), await create_table(store)
    pages = await set_pragma(store, "page_count")
    assert await set_pragma(store, f"max_page_count = {pages}") == pages
    huge = make_move("large", 1, hidden={"x": "y" * 100_000})
    with pytest.raises(StoreFull):
        await store.tables.append(make_step(table.id, 1, huge, work=(make_refresh(2),), changes={"status": "over"}))
    assert await store.tables.get(table.id) == table
    assert await store.work.of_table(table.id) == []
    # In a batch too only the one that does not fit is refused.
    writes = [
        make_step(other.id, 1, make_move("a")),
        make_step(table.id, 1, huge),
        make_step(other.id, 2, make_move("b")),
    ]
    outcomes = await asyncio.gather(*map(store.tables.append, writes), return_exceptions=True)
    assert [outcomes[0], type(outcomes[1]), outcomes[2]] == [2, StoreFull, 3]
    await set_pragma(store, "max_page_count = 1000000")
    assert await store.tables.append(make_step(table.id, 1, huge)) == 2
    assert [event.text for event in await store.tables.log(other.id)] == ["move 0", "a", "b"]


async def test_every_commit_of_a_life_may_fail_once(place: Place) -> None:
    """The n-th commit fails, for every n: what was refused is not there, tried again it is, nothing else is lost."""
    gate = Gate()
    store = await Store.open(place.database(), fault=gate)
    for stage in ("before commit", "after commit"):
        for failing in range(1, 6):
            gate.reset()
            gate.raising = {(failing, stage): sqlite3.OperationalError("disk I/O error")}
            table, refused = 0, 0
            try:
                table = (await store.tables.create(make_draft(), [make_move(interaction=None)], [make_refresh(1)])).id
            except StoreError:
                refused += 1
                table = (await store.tables.numbers(0, 100))[-1] if stage == "after commit" else 0
                table = table or (await store.tables.create(make_draft(), [make_move()], [make_refresh(1)])).id
            for seq in range(1, 5):
                write = make_step(table, seq, make_move(f"{seq}"), work=(make_refresh(seq + 1),))
                try:
                    await store.tables.append(write)
                except StoreError:
                    refused += 1
                    assert (await read_table(store, table)).seq == (seq if stage == "before commit" else seq + 1)
                    if stage == "before commit":
                        await store.tables.append(write)
            assert refused == 1
            assert [event.text for event in await store.tables.log(table)] == ["stay", "1", "2", "3", "4"]
            assert [row.seq for row in await store.work.of_table(table)] == [5]
    await store.close()


@pytest.mark.parametrize("content", [b"I am a shopping list.\n" * 500, b"SQLite format 3\x00" + bytes(5_000)])
async def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(content)
    with pytest.raises(StoreDamaged):
        await Store.open(url_of(path))
    assert path.read_bytes() == content


async def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.commit()
    other.close()
    before = path.read_bytes()
    with pytest.raises(StoreDamaged, match="another program"):
        await Store.open(url_of(path))
    assert path.read_bytes() == before


def damage(path: Path, content: bytes) -> None:
    """Break the chain of overflow pages at the first that holds `content`."""
    whole = bytearray(path.read_bytes())
    page = next(at for at in range(0, len(whole), 4_096) if content in whole[at : at + 4_096])
    whole[page : page + 4] = b"\xff" * 4
    path.write_bytes(whole)


async def test_a_damaged_page_is_named_as_damage_and_hurts_no_other_table(path: Path) -> None:
    store = await Store.open(url_of(path))
    table = await store.tables.create(make_draft(), [make_move("x" * 20_000)])
    whole = await store.tables.create(make_draft(), [make_move("whole")])
    await store.close()
    damage(path, b"x" * 4_000)
    store = await Store.open(url_of(path))
    with pytest.raises(StoreDamaged):
        await store.tables.log(table.id)
    assert [event.text for event in await store.tables.log(whole.id)] == ["whole"]
    assert await store.tables.append(make_step(whole.id, 1)) == 2
    await store.close()


async def test_paths_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a directory")
    for path in (tmp_path, tmp_path / "file" / "eldest.db"):
        with pytest.raises(StoreUnreachable):
            await Store.open(url_of(path))


def test_every_error_has_a_sentence_for_the_player_and_a_hint_for_the_operator() -> None:
    for kind in KINDS:
        assert kind.sentence.endswith(".")
        assert kind.hint.endswith(".")
        assert "SQL" not in kind.sentence
    assert len({kind.sentence for kind in KINDS}) == len(KINDS)
    assert len({kind.hint for kind in KINDS}) == len(KINDS)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("SQLITE_BUSY", StoreBusy),
        ("SQLITE_BUSY_SNAPSHOT", StoreBusy),
        ("SQLITE_LOCKED_SHAREDCACHE", StoreBusy),
        ("SQLITE_READONLY_DIRECTORY", StoreReadOnly),
        ("SQLITE_FULL", StoreFull),
        ("SQLITE_IOERR_FSYNC", StoreUnreachable),
        ("SQLITE_CANTOPEN_ISDIR", StoreUnreachable),
        ("SQLITE_CORRUPT_VTAB", StoreDamaged),
        ("SQLITE_NOTADB", StoreDamaged),
        ("SQLITE_ERROR", StoreError),
    ],
)
def test_each_sqlite_error_has_one_meaning(name: str, kind: type[StoreError]) -> None:
    error = sqlite3.OperationalError("a message")
    error.sqlite_errorname = name
    store_error = explain(error, "writing")
    assert type(store_error) is kind
    assert name in str(store_error)
    assert "a message" in str(store_error)
