"""The numbers of a database, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

from bot.common.settings import Settings
from bot.operations import commands
from bot.operations.backups import Backups
from data.store import Store
from data.tables.records import NewWork
from data.tables.work import WorkKind, WorkState
from tests.data.makers import make_draft, make_seat, url_of
from tests.support.operations import Output, read_contents


async def test_all_that_there_is_is_counted(
    settings: Settings, database: Path, backups: Backups, output: Output
) -> None:
    store = await Store.open(url_of(database))
    overdue, future = NewWork(WorkKind.PING, "1", 1, {}, 1_000), NewWork(WorkKind.PING, "2", 1, {}, 1 << 50)
    sleeping = NewWork(WorkKind.REFRESH, "", 1, {}, 2_000)
    table = await store.tables.create(
        make_draft(guild=5), (), (overdue, future, sleeping), [make_seat(0), make_seat(1, None)]
    )
    (row,) = await store.work.of_table(table.id, WorkKind.REFRESH)
    await store.work.mark(row.id, WorkState.PARKED)
    assert [(work_item.kind, work_item.many, work_item.oldest) for work_item in await store.stats.overdue()] == [
        (WorkKind.PING, 1, 1_000)
    ]
    await store.close()
    report = backups.make("daily")
    before = read_contents(database)
    assert await commands.stats(settings, machine=True) == 0
    data = json.loads(output()[0])
    assert data["tables"] == {"lobby": {"voren": 2}}
    assert (data["servers"], data["people"], data["events"], data["hands"]) == (2, 1, 3, 0)
    assert (data["pads"], data["pad_hands"]) == ({}, 0)
    assert data["bytes"] >= len(before)
    assert [(item["kind"], item["state"], item["count"]) for item in data["work"]] == [
        (WorkKind.PING, WorkState.DUE, 2),
        (WorkKind.REFRESH, WorkState.PARKED, 1),
    ]
    assert data["work"][0]["oldest"] == "1970-01-01T00:00:01+00:00"
    assert data["work"][0]["late_seconds"] > 10**9
    assert data["backups"]["file"] == report.path.name
    assert await commands.stats(settings, machine=False) == 0
    text = output()[0]
    for words in ("voren 2", "asleep", "People     1", report.path.name, " s late"):
        assert words in text
    assert read_contents(database) == before


async def test_an_empty_database_and_none(settings: Settings, tmp_path: Path, output: Output) -> None:
    empty = settings.model_copy(update={"database_url": url_of(tmp_path / "empty.db")})
    await commands.migrate(empty)
    output()
    assert await commands.stats(empty, machine=False) == 0
    text = output()[0]
    for words in ("Tables     none", "Work       none due", "Backups    none"):
        assert words in text
    none = settings.model_copy(update={"database_url": url_of(tmp_path / "none.db")})
    assert await commands.stats(none, machine=False) == commands.EXIT_FAILED
    assert "there is no" in output()[1]
    assert not (tmp_path / "none.db").exists()
