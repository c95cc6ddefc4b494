"""Retention without Discord: an error of one row leaves the others to be deleted."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from bot.common.errors import Declined
from bot.common.time_spans import DAY_MS
from bot.pads.pads import Pads
from bot.tables.services.tables import Tables
from bot.tables.workers.retention import Retention
from bot.transport.messages import deleted_tables
from data.engine.errors import StoreError
from data.nights.records import NewNight
from data.privacy.retention import ExpiredCounts
from data.tables.events import EventKind
from data.tables.records import Append, NewEvent, NewTable

KEEPING, OTHER = 1, 2


async def finish_table(tables: Tables, guild: int, game: str = "voren", deleted: int | None = None) -> int:
    """Return a finished table of a server, which was deleted at `deleted`."""
    join = NewEvent(EventKind.JOIN, user=100, name="Ada")
    record = await tables.store.tables.create(NewTable(game, 1, {}, guild, 10, 100), [join])
    end = NewEvent(EventKind.END, user=100)
    await tables.store.tables.append(Append(record.id, record.seq, (end,), (), {"status": "ended", "deleted": deleted}))
    return record.id


async def fail_to_take_night(_: int) -> None:
    """Refuse to take a night away that is gone."""
    raise Declined("There is no such night.")


async def do_nothing(_: int = 0) -> None:
    """Take nothing away, or wait for nobody."""


def retention_of(tables: Tables, take_night_away: Any = do_nothing) -> Retention:
    """Return a retention that takes tables' messages away as the bot does."""
    channels: Any = None  # no table here has a message
    take_table_away = partial(deleted_tables.take_away, tables, channels)
    return Retention(tables, Pads(tables.store), take_table_away, do_nothing, take_night_away, do_nothing)


async def limit_retention(tables: Tables, guild: int, days: int) -> None:
    """Let a server keep what is over for so many days, with its day of grace over."""
    settings = await tables.store.guild_settings.of(guild)
    since = tables.clock() - 2 * DAY_MS
    await tables.store.guild_settings.save(
        replace(settings, values={"retention_days": days, "retention_since_ms": since})
    )


def pass_days(tables: Tables, days: int) -> None:
    now = tables.clock() + days * DAY_MS
    tables.clock = lambda: now


async def test_a_deleted_table_of_an_unknown_game_stops_no_other_deletion(tables: Tables) -> None:
    unknown = await finish_table(tables, OTHER, "old_game", deleted=tables.clock())
    old = await finish_table(tables, KEEPING)
    pass_days(tables, 40)
    await limit_retention(tables, KEEPING, 7)
    assert await retention_of(tables).sweep() == ExpiredCounts(1, 0, 0)
    assert await tables.store.tables.get(old) is None
    assert await tables.store.tables.get(unknown) is None


async def test_a_night_that_went_meanwhile_stops_no_other_deletion(tables: Tables) -> None:
    store = tables.store.nights
    night = await store.begin(NewNight(OTHER, 10, "Evening", 100, "Ada"), None)
    await store.delete(night, 100, "Ada")
    old = await finish_table(tables, KEEPING)
    pass_days(tables, 40)
    await limit_retention(tables, KEEPING, 7)
    assert await retention_of(tables, fail_to_take_night).sweep() == ExpiredCounts(1, 0, 0)
    assert await tables.store.tables.get(old) is None


@pytest.mark.parametrize("error", [StoreError("damaged"), RuntimeError("whatever")])
async def test_only_a_table_that_cannot_be_deleted_stays(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    damaged, sound = await finish_table(tables, KEEPING), await finish_table(tables, KEEPING)
    delete = tables.store.retention.delete_table

    async def delete_sound(table: int) -> None:
        if table == damaged:
            raise error
        await delete(table)

    monkeypatch.setattr(tables.store.retention, "delete_table", delete_sound)
    pass_days(tables, 40)
    await limit_retention(tables, KEEPING, 7)
    retention = retention_of(tables)
    assert await retention.sweep() == ExpiredCounts(1, 0, 0)
    assert await tables.store.tables.get(damaged) is not None
    assert await tables.store.tables.get(sound) is None
    await retention.sweep()  # it is tried again, and stops nothing
    monkeypatch.undo()
    await retention.sweep()
    assert await tables.store.tables.get(damaged) is None
