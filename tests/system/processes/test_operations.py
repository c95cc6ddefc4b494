"""How processes that share a database start: their shards, the lock, updates."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator
from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.common.settings import Settings
from bot.operations.startup import open_store
from data.engine.errors import StoreInUse
from data.engine.process import Process
from data.engine.shards import Shards
from data.store import Store
from tests.support.databases import PostgresPlace, new_place
from tests.support.revisions import bring_next_revision

COUNT = 4
POSTGRESQL = "postgresql+psycopg://eldest@localhost/eldest"


@pytest.fixture
def place(tmp_path: Path) -> Iterator[PostgresPlace]:
    """A database on PostgreSQL."""
    with new_place("postgresql", tmp_path) as place:
        assert isinstance(place, PostgresPlace)
        yield place


@pytest.mark.parametrize(
    ("named", "ids"), [("0", {0}), ("0-3", {0, 1, 2, 3}), ("1,3", {1, 3}), (" 0-1 , 3 ", {0, 1, 3})]
)
def test_shards_are_named_by_numbers_and_ranges(named: str, ids: set[int]) -> None:
    settings = Settings(database_url=POSTGRESQL, shard_count=COUNT, shard_ids=named)
    assert settings.shards == Shards(COUNT, frozenset(ids))
    assert settings.request_share == len(ids) / COUNT
    proxied = Settings(database_url=POSTGRESQL, shard_count=COUNT, shard_ids=named, api_base="http://localhost:1/api")
    assert proxied.request_share == 1.0


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"shard_ids": "0"}, "ELDEST_SHARD_COUNT"),
        ({"shard_ids": "4", "shard_count": COUNT}, "from 0 to 3"),
        ({"shard_ids": "0,3-1", "shard_count": COUNT}, "write 1-3, not 3-1"),
        ({"shard_ids": "0-999999999", "shard_count": COUNT}, "from 0 to 3"),
        ({"shard_ids": "0-", "shard_count": COUNT}, "pattern"),
        ({"shard_ids": "0", "shard_count": COUNT, "database_url": "sqlite+aiosqlite:///x"}, "PostgreSQL"),
    ],
)
def test_shards_that_cannot_be_are_refused_with_a_sentence(wrong: dict[str, object], why: str) -> None:
    with pytest.raises(ValidationError, match=why):
        Settings(**{"database_url": POSTGRESQL, **wrong})  # type: ignore[arg-type]


def test_a_bot_without_shard_ids_has_all_shards_and_all_requests() -> None:
    settings = Settings(shard_count=8)
    assert settings.shards is None
    assert settings.request_share == 1.0


def settings_of(place: PostgresPlace, shards: str | None) -> Settings:
    """The settings of one of the processes, or of a bot that is alone."""
    count = None if shards is None else COUNT
    return Settings(
        database_url=place.url, shard_count=count, shard_ids=shards, erasure_log=place.database().erasure_log
    )


async def test_shared_database_refuses_exclusive_use(place: PostgresPlace) -> None:
    async with (
        open_store(settings_of(place, "0-1"), backup=False) as first,
        open_store(settings_of(place, "2,3"), backup=False) as second,
    ):
        assert isinstance(first.process, Process)
        assert first.process.name != (second.process and second.process.name)
        with pytest.raises(StoreInUse):
            await anext(aiter_of(settings_of(place, None)))
    async with open_store(settings_of(place, None), backup=False):
        with pytest.raises(StoreInUse):
            await anext(aiter_of(settings_of(place, "0-1")))


async def aiter_of(settings: Settings) -> AsyncGenerator[Store]:
    """The store, opened."""
    async with open_store(settings, backup=False) as store:
        yield store


async def test_an_update_waits_for_those_of_the_older_version(
    place: PostgresPlace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async with open_store(settings_of(place, "0-1"), backup=False):
        bring_next_revision(tmp_path / "later", monkeypatch)
        with pytest.raises(StoreInUse):
            await anext(aiter_of(settings_of(place, "2-3")))
    async with open_store(settings_of(place, "2-3"), backup=False), open_store(settings_of(place, "0-1"), backup=False):
        pass
