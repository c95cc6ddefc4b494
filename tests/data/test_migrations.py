"""The migrations make the tables of the models, from nothing or an older version, wholly or not at all."""

import sqlite3
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from data.databases import database_of
from data.engine.errors import StoreBusy, StoreError, StoreTooNew, StoreTooOld, StoreUnreachable
from data.migrate import FOLDER, behind, configuration, upgrade
from data.schema import METADATA
from data.store import Store
from tests.data.makers import create_table, make_step, peek, sqlite_only, url_of
from tests.support.revisions import NEWEST, NEXT, bring_next_revision

SCRIPTS = ScriptDirectory.from_config(configuration())
REVISIONS = [script.revision for script in SCRIPTS.walk_revisions()]


def test_the_migrations_make_exactly_the_tables_of_the_models(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    upgrade(database_of(url_of(path)))
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []
    engine.dispose()
    # The comparison is blind to some things (AUTOINCREMENT, ON DELETE, partial indexes): the texts are compared too.
    fresh = tmp_path / "fresh.db"
    engine = create_engine(f"sqlite:///{fresh}")
    METADATA.create_all(engine)
    engine.dispose()
    assert read_definitions(path) == read_definitions(fresh)
    assert any("AUTOINCREMENT" in line for line in read_definitions(path)["tables"])
    assert any("WHERE" in line for line in read_definitions(path)["work_message"])


def read_definitions(path: Path) -> dict[str, list[str]]:
    """Return the lines of each table's and index's definition, in no order."""
    results = peek(path, "SELECT name, sql FROM sqlite_master WHERE sql NOT NULL AND name NOT LIKE 'alembic%'")
    # What was renamed stands in quotation marks.
    return {name: sorted(line.strip(" ,\t").replace('"', "") for line in sql.splitlines()) for name, sql in results}


def test_the_comparison_finds_a_difference(tmp_path: Path) -> None:
    """compare_metadata looks at types, columns, indexes and constraints; each is proved to be seen."""
    for change in (
        "ALTER TABLE guilds ADD COLUMN more TEXT",
        "DROP INDEX work_state_due",
        "ALTER TABLE seats DROP COLUMN points",
        "DROP TABLE events",
    ):
        path = tmp_path / f"{change[-6:]}.db"
        upgrade(database_of(url_of(path)))
        connection = sqlite3.connect(path)
        connection.execute(change)
        connection.commit()
        connection.close()
        engine = create_engine(f"sqlite:///{path}")
        with engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), METADATA)
        engine.dispose()


def test_the_revisions_are_numbered_in_one_line() -> None:
    numbers = sorted(REVISIONS)
    assert numbers == [f"{number:04}" for number in range(1, len(numbers) + 1)]
    assert SCRIPTS.get_heads() == [NEWEST] == numbers[-1:]
    for path in (FOLDER / "versions").glob("*.py"):
        assert path.name[:4] in numbers


@sqlite_only
async def test_an_older_database_is_brought_up_to_date_with_all_it_held(
    store: Store, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await create_table(store)
    log = await store.tables.log(table.id)
    await store.close()
    bring_next_revision(tmp_path, monkeypatch)
    assert behind(database_of(url_of(path))) == NEWEST
    later = await Store.open(url_of(path))
    assert peek(path, "SELECT version_num FROM alembic_version") == [(NEXT,)]
    assert (await later.tables.get(table.id), await later.tables.log(table.id)) == (table, log)
    assert await later.tables.append(make_step(table.id, 1)) == 2
    await later.close()
    assert behind(database_of(url_of(path))) is None


async def test_a_database_that_is_only_looked_at_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older one keeps its revision, and where there is none, none is made."""
    path = tmp_path / "old.db"
    await (await Store.open(url_of(path))).close()
    await (await Store.open(url_of(path), as_it_is=True)).close()
    with monkeypatch.context() as patch:
        bring_next_revision(tmp_path, patch)
        before = path.read_bytes()
        with pytest.raises(StoreTooOld, match=f"the bot brings it up to date .*at revision {NEWEST}.*needs {NEXT}"):
            await Store.open(url_of(path), as_it_is=True)
        assert path.read_bytes() == before
    nowhere = tmp_path / "none"
    with pytest.raises(StoreUnreachable, match="there is no"):
        await Store.open(url_of(nowhere / "new.db"), as_it_is=True)
    assert not nowhere.exists()


def test_there_is_a_way_back(tmp_path: Path) -> None:
    path = tmp_path / "back.db"
    upgrade(database_of(url_of(path)))
    engine = create_engine(f"sqlite:///{path}")
    config = configuration()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
    engine.dispose()
    assert peek(path, "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite%'") == [("alembic_version",)]
    upgrade(database_of(url_of(path)))
    assert peek(path, "SELECT count(*) FROM events") == [(0,)]


@sqlite_only
async def test_a_database_from_a_newer_version_is_left_alone(store: Store, path: Path) -> None:
    table = await create_table(store)
    newer = sqlite3.connect(path)
    newer.execute("UPDATE alembic_version SET version_num = '9999'")
    newer.commit()
    newer.close()
    with pytest.raises(StoreTooNew, match=f"revision 9999, this version knows {NEWEST}") as caught:
        await Store.open(url_of(path))
    assert "newer version" in caught.value.sentence
    assert peek(path, "SELECT id FROM tables") == [(table.id,)]


def test_a_database_that_is_up_to_date_is_not_written_to(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    upgrade(database_of(url_of(path)))
    before = path.read_bytes(), path.stat().st_mtime_ns
    upgrade(database_of(url_of(path)))
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before


def test_a_migration_that_breaks_in_the_middle_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "half.db"
    first = SCRIPTS.get_revision("0001")
    assert first is not None
    real = first.module.op

    class Breaking:
        """Alembic's operations, of which an index on the work fails: all the tables were made before."""

        def __getattr__(self, name: str) -> object:
            return getattr(real, name)

        def create_index(self, name: str, *rest: object, **options: object) -> None:
            if name == "work_state_due":
                raise sqlite3.OperationalError("disk I/O error")
            real.create_index(name, *rest, **options)

    with monkeypatch.context() as patched:
        patched.setattr("alembic.script.ScriptDirectory.from_config", lambda _config: SCRIPTS)
        patched.setattr(first.module, "op", Breaking())
        with pytest.raises(StoreError, match="disk I/O error"):
            upgrade(database_of(url_of(path)))
    assert peek(path, "SELECT name FROM sqlite_master") == []
    upgrade(database_of(url_of(path)))
    assert peek(path, "SELECT count(*) FROM work") == [(0,)]


@sqlite_only
async def test_a_database_locked_at_start_is_busy(store: Store, path: Path) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusy):
        await Store.open(url_of(path))
    other.execute("ROLLBACK")
    other.close()
    again = await Store.open(url_of(path))
    await again.close()
