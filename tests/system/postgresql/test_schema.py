"""The tables that the migrations make on PostgreSQL, and who makes them."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from data.databases import database_of
from data.engine.errors import StoreDamaged, StoreError, StoreTooNew, StoreTooOld
from data.migrate import behind, upgrade
from data.schema import METADATA
from data.store import Store
from tests.data.makers import create_table
from tests.support.databases import PostgresPlace, new_place
from tests.support.postgres import shared_server
from tests.support.revisions import NEWEST, NEXT, bring_next_revision


def make_empty_database(folder: Path) -> PostgresPlace:
    """Return a database without tables."""
    server = shared_server()
    return PostgresPlace(server, server.new_database(), folder)


def read_schema(place: PostgresPlace) -> list[str]:
    """Return the statements that make the schema, without Alembic's own table and the order of columns."""
    dump = place.server.run("pg_dump", "--schema-only", "--no-owner", place.name)
    lines = [line.strip().rstrip(",") for line in dump.splitlines()]
    return sorted(line for line in lines if line and not line.startswith(("--", "\\")) and "alembic" not in line)


def test_the_migrations_make_exactly_the_tables_of_the_models(tmp_path: Path) -> None:
    migrated, postgres_place = make_empty_database(tmp_path), make_empty_database(tmp_path)
    upgrade(migrated.database())
    for place, make in ((migrated, False), (postgres_place, True)):
        engine = create_engine(place.url)
        if make:
            METADATA.create_all(engine)
        with engine.connect() as connection:
            context = MigrationContext.configure(connection, opts={"compare_type": True})
            assert compare_metadata(context, METADATA) == []
        engine.dispose()
    # The comparison is blind to some things (ON DELETE, partial indexes): the texts are compared too.
    without_alembic = [line for line in read_schema(migrated) if "version_num" not in line]
    results, wanted = (
        re.findall(r"\S.*", "\n".join(lines)) for lines in (without_alembic, read_schema(postgres_place))
    )
    assert {line for line in results if len(line) > 2} == {line for line in wanted if len(line) > 2}
    assert any("WHERE" in line and "work_message" in line for line in results)


def test_many_who_upgrade_at_once_do_it_once(tmp_path: Path) -> None:
    place = make_empty_database(tmp_path)
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda _: upgrade(place.database()), range(4))) == [None] * 4
    assert place.peek("SELECT version_num FROM alembic_version") == [(NEWEST,)]
    assert place.peek("SELECT count(*) FROM origins") == [(1,)]


async def test_an_older_database_is_brought_up_to_date_or_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = make_empty_database(tmp_path)
    with pytest.raises(StoreTooOld):
        upgrade(place.database(), as_it_is=True)
    assert behind(place.database()) is None
    upgrade(place.database())
    bring_next_revision(tmp_path, monkeypatch)
    assert behind(place.database()) == NEWEST
    await (await Store.open(place.database())).close()
    assert place.peek("SELECT version_num FROM alembic_version") == [(NEXT,)]


def test_a_database_of_others_or_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    place = make_empty_database(tmp_path)
    place.change("CREATE TABLE shopping (item text)")
    with pytest.raises(StoreDamaged):
        upgrade(place.database())
    assert place.peek("SELECT tablename FROM pg_tables WHERE schemaname = 'public'") == [("shopping",)]
    newer = make_empty_database(tmp_path)
    upgrade(newer.database())
    newer.change("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreTooNew):
        upgrade(newer.database())


async def test_a_database_that_cannot_keep_every_script_is_refused(tmp_path: Path) -> None:
    server = shared_server()
    with server.connect("postgres") as connection:
        connection.execute("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
    with pytest.raises(StoreError, match="LATIN1"):
        await Store.open(database_of(server.url("latin"), tmp_path / "log"))


async def test_read_only_role_writes_nothing(tmp_path: Path) -> None:
    with new_place("postgresql", tmp_path) as place:
        store = await Store.open(place.database())
        table = await create_table(store)
        reader = await Store.open(place.database(), read_only=True)
        assert await reader.tables.get(table.id) == await store.tables.get(table.id)
        with pytest.raises(StoreError, match="read-only"):
            await create_table(reader)
        with pytest.raises(StoreError, match="read-only"):
            await reader.privacy.erase(table.host or 0)
        await reader.close()
        await store.close()
