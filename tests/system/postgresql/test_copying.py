"""A database that is copied to the other kind, or its own: the same rows, and numbers that go on."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest

from data.copying import copy
from data.databases import database_of
from data.engine.errors import StoreError, StoreInUse, StoreUnreachable
from data.privacy.erasure_log import ErasureEntry, append_entries, read_entries
from data.schema import METADATA
from data.store import Store
from tests.data.makers import create_table, make_draft, make_seat, make_step, read_table
from tests.data.privacy.test_privacy import ADA, write_history
from tests.support.databases import KINDS, Place, new_place

HUGE = 10**40

across = pytest.mark.parametrize(
    ("place", "target"), [("sqlite", "postgresql"), ("postgresql", "sqlite")], indirect=True
)
"""From one kind to the other, where it makes no difference which."""


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Generator[Place]:
    """Yield the database that is copied, empty."""
    folder = tmp_path / "place"
    folder.mkdir()
    with new_place(request.param, folder) as place:
        yield place


@pytest.fixture(params=KINDS)
def target(request: pytest.FixtureRequest, tmp_path: Path) -> Generator[Place]:
    """Yield an empty database."""
    folder = tmp_path / "target"
    folder.mkdir()
    with new_place(request.param, folder) as target:
        yield target


def rows_of(place: Place) -> dict[str, int]:
    return {name: place.peek(f"SELECT count(*) FROM {name}")[0][0] for name in METADATA.tables}


async def test_all_rows_are_copied_and_numbers_go_on(store: Store, place: Place, target: Place) -> None:
    await write_history(store)
    rich = await store.tables.create(make_draft(), (), (), [make_seat(0, points=HUGE)])
    newest = await create_table(store)
    place.change("DELETE FROM tables WHERE id = ?", newest.id)
    await store.privacy.erase(ADA)
    await store.close()
    texts = list[str]()
    counts = copy(place.database(), target.database(), texts.append)
    assert counts == rows_of(place) == rows_of(target)
    assert f"tables: {counts['tables']} rows" in texts
    assert len(texts) == len(METADATA.tables)
    before, after = await Store.open(place.database()), await Store.open(target.database())
    for number in await before.tables.numbers(0, 100):
        assert await after.tables.get(number) == await before.tables.get(number)
        assert await after.tables.log(number) == await before.tables.log(number)
        assert await after.work.of_table(number) == await before.work.of_table(number)
        assert await after.tables.hands(number) == await before.tables.hands(number)
    assert (await create_table(after)).id == newest.id + 1
    record = await read_table(after, rich.id)
    assert record.seats[0].points == HUGE
    await after.tables.append(make_step(record.id, record.seq))
    await before.close()
    await after.close()


async def test_a_copy_knows_whose_data_was_erased(store: Store, place: Place, target: Place) -> None:
    """Also where the source is a backup from before the erasure, which has not been opened since."""
    await write_history(store)
    await store.close()
    ((mark,),) = place.peek("SELECT mark FROM origins")
    log = place.database().erasure_log
    assert log is not None
    append_entries(log, [ErasureEntry(mark, 1, 5)])
    copy(place.database(), target.database(), lambda _: None)
    path = target.database().erasure_log
    assert path is not None
    assert read_entries(path) == [ErasureEntry(mark, 1, 5)]
    await (await Store.open(target.database())).close()
    assert target.peek("SELECT name FROM people WHERE user_id = ?", ADA) == [("",)]


@across
async def test_a_target_that_is_not_empty_is_left_as_it_is(store: Store, place: Place, target: Place) -> None:
    await create_table(store)
    await store.close()
    other = await Store.open(target.database())
    await create_table(other, 3)
    await other.close()
    with pytest.raises(StoreError, match="empty"):
        copy(place.database(), target.database(), lambda _: None)
    assert target.peek("SELECT count(*) FROM events") == [(3,)]


@across
async def test_a_database_in_use_is_not_copied(store: Store, place: Place, target: Place) -> None:
    await create_table(store)
    await store.close()
    for used in (place, target):
        with used.database().held(), pytest.raises(StoreInUse):
            copy(place.database(), target.database(), lambda _: None)
    assert target.peek("SELECT count(*) FROM events") == [(0,)]


def test_nothing_is_copied_from_nowhere(target: Place, tmp_path: Path) -> None:
    with pytest.raises(StoreUnreachable):
        copy(database_of(f"sqlite+aiosqlite:///{tmp_path / 'none.db'}"), target.database(), lambda _: None)
    assert not (tmp_path / "none.db").exists()


@across
async def test_a_row_that_is_not_the_same_undoes_it_all(
    store: Store, place: Place, target: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    await create_table(store)
    await store.close()
    numbers = iter(range(10**6))
    monkeypatch.setattr("data.copying._digest", lambda _: next(numbers))
    with pytest.raises(StoreError, match="not the same"):
        copy(place.database(), target.database(), lambda _: None)
    assert target.peek("SELECT count(*) FROM events") == [(0,)]
