"""When each player last looked at their hand: kept once an hour, and known exactly meanwhile."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from bot.tables.commands import leave_and_end, take_computer_seat
from bot.tables.commands.hand_views import AWAY_AFTER_MS, MIN_RECORD_INTERVAL_MS, NEVER_LOOKED, last_shown, record_look
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from data.engine.clock import now_ms
from data.engine.errors import StoreError
from data.tables.events import EventKind
from data.tables.records import LESSONS_GUILD_ID, Append, TableRecord
from tests.support.numbers import IDS
from tests.support.people import make_actor
from tests.support.random_tables import PEOPLE, make_random_step, play_hands, reload_cold, start_table


async def test_a_store_that_fails_keeps_no_look_and_tells_the_operator(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The player has been shown their cards all the same; they are told what happened once more at most."""
    live = await start_table(tables)

    async def fail(_: Append) -> int:
        raise StoreError("The store is busy.")

    monkeypatch.setattr(tables.store.tables, "append", fail)
    with caplog.at_level("INFO"):
        await record_look(tables, live, 1, live.record.seq)
    assert "last_looks" not in (await tables.find(live.id)).record.settings
    assert f"table {live.id}: the look of seat 1 is not saved" in caplog.text


async def test_a_look_writes_no_event_and_nothing_of_a_table_that_is_over(tables: Tables) -> None:
    """It is kept of that seat alone, and read anew."""
    live = await start_table(tables, seats=2, hands=1)
    seq = live.record.seq
    await record_look(tables, live, 1, seq)
    live = await reload_cold(tables, live)
    assert live.record.seq == seq
    assert set(live.record.settings.get("last_looks", {})) == {"1"}
    finished = await play_hands(tables, live, 9)
    assert finished.record.status == "over"
    before = finished.record.settings
    await record_look(tables, finished, 0, finished.record.seq)
    assert (await tables.find(live.id)).record.settings == before


def set_clock_ahead(tables: Tables, milliseconds: int) -> None:
    """Let the tables' clock be so far ahead from now on."""
    tables.clock = lambda: now_ms() + milliseconds


def watch_store(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what looks write to the store and read from it from now on."""
    log, append, last_done = list[str](), tables.store.tables.append, tables.store.lists.last_done

    async def note_write(write: Append) -> int:
        log.append("keep")
        return await append(write)

    async def note_read(*args: int) -> tuple[int, int] | None:
        log.append("read")
        return await last_done(*args)

    monkeypatch.setattr(tables.store.tables, "append", note_write)
    monkeypatch.setattr(tables.store.lists, "last_done", note_read)
    return log


async def test_a_look_is_kept_once_an_hour_and_known_exactly_meanwhile(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever looks again within a day is not read of."""
    live = await play_hands(tables, await start_table(tables, seats=2, hands=5), 2)
    assert live.state is not None
    seq, store_log = live.record.seq, watch_store(tables, monkeypatch)
    await record_look(tables, live, 1, seq)
    assert store_log == ["keep"]
    numbers = live.record.settings.get("last_looks", {})["1"]
    assert numbers[1] == seq
    set_clock_ahead(tables, 50 * 60_000)
    live = await make_random_step(tables, live, Random(1))
    store_log.clear()
    await record_look(tables, live, 1, live.record.seq)
    assert store_log == []
    assert live.record.settings.get("last_looks", {})["1"] == numbers
    assert live.last_looks[PEOPLE[1].id].seq == live.record.seq
    assert await last_shown(tables, live, 1, next(IDS)) is None
    set_clock_ahead(tables, MIN_RECORD_INTERVAL_MS + 1000)
    await record_look(tables, live, 1, live.record.seq)
    assert store_log == ["keep"]
    assert live.record.settings.get("last_looks", {})["1"][1] == live.record.seq
    set_clock_ahead(tables, MIN_RECORD_INTERVAL_MS + AWAY_AFTER_MS - 1000)
    assert await last_shown(tables, live, 1, next(IDS)) is None
    assert store_log == ["keep"]
    set_clock_ahead(tables, MIN_RECORD_INTERVAL_MS + AWAY_AFTER_MS + 2000)
    assert await last_shown(tables, live, 1, next(IDS)) == live.last_looks[PEOPLE[1].id]
    assert store_log == ["keep", "read"]


async def test_after_a_restart_the_last_earlier_move_counts_as_a_look(
    tables: Tables,
) -> None:
    """Nor does a move that was made for somebody: only what they did by a click of their own."""
    live = await play_hands(tables, await start_table(tables, seats=2, hands=5), 2)
    await record_look(tables, live, 1, 3)
    live = await reload_cold(tables, live)
    events = [event for event in await tables.store.tables.log(live.id) if event.user == PEOPLE[1].id]
    last = [
        event for event in events if event.kind in {EventKind.MOVE, EventKind.NEXT} and event.interaction is not None
    ][-1]
    set_clock_ahead(tables, 4 * AWAY_AFTER_MS)
    assert await last_shown(tables, live, 1, next(IDS)) == (last.at, last.seq)
    last_look = await last_shown(tables, live, 1, last.interaction or 0)
    assert last_look is not None
    assert 3 < last_look.seq < last.seq
    await record_look(tables, live, 1, live.record.seq)
    assert await last_shown(tables, await reload_cold(tables, live), 1, next(IDS)) is None


async def test_player_without_a_look_is_new_after_one_hand(tables: Tables) -> None:
    """In the first hand all of it is told anyway; a lesson and a table that is frozen tell nobody."""
    live = await start_table(tables, seats=3, hands=3)
    set_clock_ahead(tables, 4 * AWAY_AFTER_MS)
    seat = live.state.to_act[0] if live.state else 0
    assert await last_shown(tables, live, seat, next(IDS)) is None
    live = await play_hands(tables, live, 1)
    database = sqlite3.connect(str(tables.store._reader._engine.url.database))
    with database:
        database.execute("UPDATE events SET person_id = NULL WHERE kind IN ('move', 'next')")
    database.close()
    assert await last_shown(tables, live, 1, next(IDS)) == NEVER_LOOKED
    frozen = replace(live.record, status="frozen")
    lesson = replace(live.record, guild=LESSONS_GUILD_ID)
    for record in (frozen, lesson):
        live.record = record
        assert await last_shown(tables, live, 1, next(IDS)) is None


async def test_a_seat_that_was_just_taken_has_never_been_looked_at(tables: Tables) -> None:
    """In the first hand too, read anew too; whoever had it before had looked."""
    live = await start_table(tables, seats=3, hands=3)
    await record_look(tables, live, 2, live.record.seq)
    await leave_and_end.leave(tables, live.id, make_actor(PEOPLE[2]))
    assert await last_shown(tables, live, 2, next(IDS)) is None
    _, result = await take_computer_seat.ask(tables, live.id, 2, make_actor(PEOPLE[5]))
    await take_computer_seat.sit(tables, live.id, result.seq, make_actor(PEOPLE[1]))
    assert "2" not in live.record.settings.get("last_looks", {})
    for table in (live, await reload_cold(tables, live)):
        assert await last_shown(tables, table, 2, next(IDS)) == NEVER_LOOKED
    live = await tables.find(live.id)
    await record_look(tables, live, 2, live.record.seq)
    assert await last_shown(tables, live, 2, next(IDS)) is None
    assert await last_shown(tables, await reload_cold(tables, live), 2, next(IDS)) is None


async def test_late_look_does_not_count_for_a_new_seat_owner(tables: Tables) -> None:
    live = await start_table(tables, seats=3, hands=3)
    reached, released = asyncio.Event(), asyncio.Event()
    update_row = tables.update_row

    async def update_later(table_id: int, write: Callable[[TableRecord], Append]) -> TableState:
        reached.set()
        await released.wait()
        return await update_row(table_id, write)

    tables.update_row = update_later
    looking = asyncio.ensure_future(record_look(tables, live, 2, live.record.seq))
    await reached.wait()
    tables.update_row = update_row
    await leave_and_end.leave(tables, live.id, make_actor(PEOPLE[2]))
    released.set()
    await looking
    live = await tables.find(live.id)
    assert "2" not in live.record.settings.get("last_looks", {})


async def test_unreadable_presence_does_not_block_a_hand(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    live = await play_hands(tables, await start_table(tables, seats=2, hands=5), 2)
    set_clock_ahead(tables, 4 * AWAY_AFTER_MS)

    async def fail(*_: int) -> None:
        raise StoreError("The store is busy.")

    monkeypatch.setattr(tables.store.lists, "last_done", fail)
    assert await last_shown(tables, live, 1, next(IDS)) is None
