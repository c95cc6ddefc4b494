"""The migrations make the tables of models.py, from nothing and from every older version, wholly or not at all."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from bot.standings.standings_worker import bring_up_to_date
from data.connect import parse
from data.errors import StoreBusy, StoreError, StoreTooNew, StoreTooOld, StoreUnreachable
from data.events import EventKind
from data.migrate import FOLDER, configuration, upgrade
from data.pad_records import Contest, ContestMessage, PadConsent, PadPlayer
from data.records import EventRecord, GuildSettings, Preferences, SeatRecord, TableRecord, Work
from data.result_records import GamePart, GameResult, HandPart, HandResult, Origin, RatedGame, Season
from data.schema import METADATA
from data.store import Store
from data.work import WorkKind, WorkState
from tests.data.makers import peek, step, table_with, url_of
from tests.support.old_databases import FIXTURES, old

SCRIPTS = ScriptDirectory.from_config(configuration())
REVISIONS = [script.revision for script in SCRIPTS.walk_revisions()]


def test_the_migrations_make_exactly_the_tables_of_the_models(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    upgrade(parse(url_of(path)))
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []
    engine.dispose()
    # The comparison is blind to some things (AUTOINCREMENT, ON DELETE): the texts are compared as well, line by line.
    fresh = tmp_path / "fresh.db"
    engine = create_engine(f"sqlite:///{fresh}")
    METADATA.create_all(engine)
    engine.dispose()
    assert texts(path) == texts(fresh)
    assert any("AUTOINCREMENT" in line for line in texts(path)["tables"])


def texts(path: Path) -> dict[str, list[str]]:
    """The lines of each table's and index's definition, in no order."""
    made = peek(path, "SELECT name, sql FROM sqlite_master WHERE sql NOT NULL AND name NOT LIKE 'alembic%'")
    # What was renamed stands in quotation marks.
    return {name: sorted(line.strip(" ,\t").replace('"', "") for line in sql.splitlines()) for name, sql in made}


def test_the_comparison_finds_a_difference(tmp_path: Path) -> None:
    """compare_metadata looks at types, columns, indexes and constraints; each is proved to be seen."""
    for change in (
        "ALTER TABLE guilds ADD COLUMN more TEXT",
        "DROP INDEX work_state_due",
        "ALTER TABLE seats DROP COLUMN points",
        "DROP TABLE events",
    ):
        path = tmp_path / f"{change[-6:]}.db"
        upgrade(parse(url_of(path)))
        connection = sqlite3.connect(path)
        connection.execute(change)
        connection.commit()
        connection.close()
        engine = create_engine(f"sqlite:///{path}")
        with engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), METADATA)
        engine.dispose()


def test_the_revisions_are_numbered_in_one_line_and_each_has_its_fixture() -> None:
    numbers = sorted(REVISIONS)
    assert numbers == [f"{number:04}" for number in range(1, len(numbers) + 1)]
    assert SCRIPTS.get_heads() == [numbers[-1]]
    assert {path.stem for path in FIXTURES.glob("*.sql")} == set(numbers)
    for path in (FOLDER / "versions").glob("*.py"):
        assert path.name[:4] in numbers


@pytest.mark.parametrize("revision", REVISIONS)
async def test_every_older_database_is_brought_up_to_date_with_all_it_held(tmp_path: Path, revision: str) -> None:
    path = tmp_path / "old.db"
    old(path, revision)
    store = await Store.open(url_of(path))
    huge = 10**30
    seats = (SeatRecord(1, 0, 900, "person", "Ann ♠", -huge), SeatRecord(1, 1, None, "computer", "Computer", huge))
    settings: Any = {"ping": 60}  # as it was called then
    table = TableRecord(
        1, "voren", 1, {"ante": 5}, 500, 600, 700, 900, "playing", 2, 600, 800, 1, 1_000, 3_000, seats, settings
    )  # fmt: skip
    assert await store.table(1) == table
    assert await store.log(1) == [
        EventRecord(1, 1, EventKind.COMMIT, None, "", {"commitment": "ab"}, {"secret": "cd"}, None, None, 1_000),
        EventRecord(1, 2, EventKind.MOVE, 0, "stay", {}, None, 2**62, 900, 3_000, "Ann ♠"),
    ]
    assert await store.work(1) == [
        Work(1, 1, 500, WorkKind.REFRESH, "", 2, {}, 3_000, 2, WorkState.DUE, None, None),
        Work(2, 1, 500, WorkKind.PING, "0:1", 1, {"users": [900]}, 3_000, 0, WorkState.RETRACT, 700, 801),
        *(
            [Work(3, 1, 500, WorkKind.COMPUTER, "", 2, {}, 0, 0, WorkState.DUE, None, None)]
            if revision == "0001"
            else []
        ),
        *([Work(3, 1, 500, WorkKind.RECORD, "", 2, {}, 0, 0, WorkState.DUE, None, None)] if revision >= "0002" else []),
    ]
    assert await store.guild_settings(500) == GuildSettings(500, {"thread": True})
    assert await store.blocks.of(900) == ([(901, "Bob")] if revision >= "0003" else [])
    liked = Preferences(confirms=True, muted=(1,)) if revision >= "0004" else Preferences()
    assert await store.preferences.of(900) == liked
    assert await store.moderation.banned_people(500) == ([(901, "Bob")] if revision >= "0005" else [])
    acts = [(act.act, act.by_name, act.whom_name, act.words) for act in await store.moderation.acts(500, None, 5)]
    assert acts == ([("ban", "Ann ♠", "Bob", "Ann's reason")] if revision >= "0005" else [])
    pad = await store.pads.pad(1)
    assert (pad is not None) is (revision >= "0006")
    if pad is not None:
        huge = 10**30 - 1
        assert (pad.name, pad.keepers, pad.message, pad.seq) == ("Friday", ((900, "Ann ♠"),), 810, 2)
        start = 7 if revision >= "0011" else None
        assert pad.players == (PadPlayer(1, 900, "Ann ♠", 0), PadPlayer(2, None, "Grandma", 1, "in", start))
        (hand,) = pad.hands
        assert (hand.points, hand.account, hand.by_name) == ((huge, -huge), {"points": [huge, -huge]}, "Ann ♠")
        assert hand.day == ("1970-01-01" if revision >= "0013" else None)
        assert [change.kind for change in await store.pads.changes(1, None, 5)] == ["enter", "open"]
        draft = await store.pads.draft_of(1, 900, 0)
        assert draft is not None
        assert draft.typed == {"told": {"points": {"points": ["Ann: 3"]}}}
    results = [await store.results.hands_of(Origin("pad", 1)), await store.results.game_of(Origin("pad", 1))]
    standings = await store.results.standings(500, "free", 0)
    assert (results, standings) == ([[], None], []) or revision >= "0007"
    assert await store.pads.unrecorded() == ([1] if "0006" <= revision < "0013" else [])
    if revision >= "0007":
        huge, ann = 10**30 - 1, {"out": (1, 1)}
        entered = (2650, 2700) if revision >= "0012" else (None, None)
        parts = HandPart(0, "person", 900, huge, ann), HandPart(1, "guest", None, -huge)
        assert results[0] == [HandResult(Origin("pad", 1), 1, 500, "free", 2600, "counts", False, parts, entered[0])]
        played = (
            GamePart(0, 0, "person", 900, huge, 1, True, "whole"),
            GamePart(1, 1, "guest", None, -huge, 2, False, "whole"),
        )
        assert results[1] == GameResult(Origin("pad", 1), 500, "free", 2700, 1, "counts", False, played, entered[1])
        assert [(standing.name, standing.points, standing.feats, standing.mu) for standing in standings] == [
            ("Ann ♠", huge, ann, 25.0)
        ]
        rated = RatedGame(2700, Origin("pad", 1), 1, 26.5, 8.25)
        assert await store.results.rated_games(500, "free", 900, 0, 5) == [rated]
        assert await store.results.seasons(500) == [Season(500, 1, "Spring", 2000, None)]
        assert await store.results.is_stale(500, "free") is (revision < "0012")  # ratings of another model
        await bring_up_to_date(store, 500, "free")
        assert await store.results.rated_games(500, "free", 900, 0, 5) == ([] if revision < "0012" else [rated])
    night = await store.nights.night(1)
    assert (night is not None) is (revision >= "0008")
    if night is not None:
        assert (night.name, night.by, night.seq, night.shown) == ("Friday *club*", 900, 3, 2)
        assert (night.card, night.card_begun, night.card_shown) == (None, None, None)
        assert (night.inside, night.outside) == ({Origin("pad", 1)}, {Origin("table", 1)})
    assert await store.clocks.runs(0) == ([(1_000, 4_000)] if revision >= "0011" else [])
    contests = () if pad is None else (await store.pads.pad(1) or pad).contests
    reason = Contest(2, 1, 900, "Ann ♠", "Ann's *reason*", 4000, "withdrawn", 2, "Ann ♠")
    assert contests == ((reason,) if revision >= "0009" else ())
    assert await store.pads.pads_with_stale_contests() == ([1] if revision >= "0009" else [])
    bob = PadConsent(901, "Bob", 2, "Grandma", "asked", 2, 900, "Ann ♠", 4000, 4100)
    consents = () if pad is None else (await store.pads.pad(1) or pad).consents
    assert consents == ((bob,) if revision >= "0013" else ())
    assert await store.pads.pads_with_stale_consents() == []
    if contests:
        assert await store.pads.contest_message(1, 2) == ContestMessage(600, 830, 4000, "waits")
        await store.erase_words(900)
        forgotten = await store.pads.pad(1)
        assert forgotten is not None
        assert [contest.why for contest in forgotten.contests] == [""]
    assert await store.append(step(1, 2)) == 3
    assert (await table_with(store)).id == 2
    await store.close()


async def test_a_database_that_is_only_looked_at_stays_as_it_is(tmp_path: Path) -> None:
    """An older one keeps its revision, and where there is none, none is made."""
    path, newest = tmp_path / "old.db", max(REVISIONS)
    for revision in sorted(REVISIONS)[:-1]:
        path.unlink(missing_ok=True)
        old(path, revision)
        before = path.read_bytes()
        with pytest.raises(StoreTooOld, match=f"the bot brings it up to date .*at revision {revision}.*needs {newest}"):
            await Store.open(url_of(path), as_it_is=True)
        assert path.read_bytes() == before
    nowhere = tmp_path / "none"
    with pytest.raises(StoreUnreachable, match="there is no"):
        await Store.open(url_of(nowhere / "new.db"), as_it_is=True)
    assert not nowhere.exists()
    await (await Store.open(url_of(path))).close()
    await (await Store.open(url_of(path), as_it_is=True)).close()


def test_there_is_a_way_back(tmp_path: Path) -> None:
    path = tmp_path / "back.db"
    upgrade(parse(url_of(path)))
    engine = create_engine(f"sqlite:///{path}")
    config = configuration()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
    engine.dispose()
    assert peek(path, "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite%'") == [("alembic_version",)]
    upgrade(parse(url_of(path)))
    assert peek(path, "SELECT count(*) FROM events") == [(0,)]


async def test_a_database_from_a_newer_version_is_left_alone(store: Store, path: Path) -> None:
    table = await table_with(store)
    newer = sqlite3.connect(path)
    newer.execute("UPDATE alembic_version SET version_num = '9999'")
    newer.commit()
    newer.close()
    with pytest.raises(StoreTooNew, match=f"revision 9999, this version knows {max(REVISIONS)}") as caught:
        await Store.open(url_of(path))
    assert "newer version" in caught.value.sentence
    assert peek(path, "SELECT id FROM tables") == [(table.id,)]


def test_a_database_that_is_up_to_date_is_not_written_to(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    upgrade(parse(url_of(path)))
    before = path.read_bytes(), path.stat().st_mtime_ns
    upgrade(parse(url_of(path)))
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before


def test_a_migration_that_breaks_in_the_middle_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "half.db"
    first = SCRIPTS.get_revision("0001")
    assert first is not None
    real = first.module.op

    class Breaking:
        """Alembic's operations, of which the index on the outbox fails: after four of the five tables were made."""

        def __getattr__(self, name: str) -> object:
            return getattr(real, name)

        def create_index(self, name: str, *rest: object) -> None:
            if name == "outbox_state_due":
                raise sqlite3.OperationalError("disk I/O error")
            real.create_index(name, *rest)

    with monkeypatch.context() as patched:
        patched.setattr("alembic.script.ScriptDirectory.from_config", lambda _config: SCRIPTS)
        patched.setattr(first.module, "op", Breaking())
        with pytest.raises(StoreError, match="disk I/O error"):
            upgrade(parse(url_of(path)))
    assert peek(path, "SELECT name FROM sqlite_master") == []
    upgrade(parse(url_of(path)))
    assert peek(path, "SELECT count(*) FROM work") == [(0,)]


async def test_a_database_locked_at_start_is_busy(store: Store, path: Path) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusy):
        await Store.open(url_of(path))
    other.execute("ROLLBACK")
    other.close()
    again = await Store.open(url_of(path))
    await again.close()
