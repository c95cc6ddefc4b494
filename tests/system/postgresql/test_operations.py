"""The commands where the database is PostgreSQL: what they do, and what PostgreSQL's own programs do."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from bot.common.settings import Settings
from bot.operations import commands
from bot.operations.startup import open_store
from data.engine.errors import StoreInUse
from data.store import Store
from tests.data.makers import create_table, peek, url_of
from tests.support.databases import Place
from tests.support.operations import Output


@pytest.fixture
def operation_settings(place: Place, settings: Settings) -> Settings:
    """Return the settings for commands on the database."""
    return settings.model_copy(update={"database_url": place.url, "erasure_log": place.database().erasure_log})


async def test_a_file_is_copied_and_back_and_proved(
    settings: Settings, operation_settings: Settings, place: Place, database: Path, tmp_path: Path, output: Output
) -> None:
    assert await commands.copy(operation_settings, settings.database_url, place.url) == 0
    out, err = output()
    assert "are the same there. 1 tables, 0 hands proved" in out
    assert "events: 3 rows" in err
    assert await commands.check(operation_settings) == 0
    output()
    assert await commands.copy(operation_settings, settings.database_url, place.url) == commands.EXIT_FAILED
    assert "it has to be empty" in output()[1]
    back = url_of(tmp_path / "back" / "eldest.sqlite3")
    assert await commands.copy(operation_settings, place.url, back) == 0
    assert peek(tmp_path / "back" / "eldest.sqlite3", "SELECT count(*) FROM events") == [(3,)]
    assert peek(database, "SELECT count(*) FROM events") == [(3,)]


async def test_backups_are_made_by_its_own_programs_and_the_commands_say_so(
    operation_settings: Settings, output: Output
) -> None:
    for command in (commands.backup, partial(commands.restore, name="newest", sure=True)):
        assert await command(operation_settings) == commands.EXIT_FAILED
        assert "pg_dump: see docs/operators.md" in output()[1]


async def test_its_numbers(operation_settings: Settings, place: Place, output: Output) -> None:
    store = await Store.open(place.database())
    await create_table(store)
    await store.close()
    assert await commands.stats(operation_settings, machine=True) == 0
    data = json.loads(output()[0])
    assert data["tables"] == {"lobby": {"voren": 1}}
    assert data["bytes"] > 1_000_000
    assert data["backups"] is None
    assert await commands.stats(operation_settings, machine=False) == 0
    assert "Backups    PostgreSQL's own" in output()[0]


async def test_it_is_one_bots(operation_settings: Settings, output: Output) -> None:
    async with open_store(operation_settings, backup=True):
        with pytest.raises(StoreInUse):
            async with open_store(operation_settings, backup=True):
                pass
        assert await commands.migrate(operation_settings) == commands.EXIT_IN_USE
    output()
    assert await commands.migrate(operation_settings) == 0
    assert output()[0] == "The database is up to date.\n"
    assert await commands.recount(operation_settings) == 0
