"""Who has opened their hand: by a move, by looking, in this hand alone, and kept; and when each last looked."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.tables.commands import leave_and_end, play, take_computer_seat
from bot.tables.commands.hand_views import DAY, LOOKED, NEW, OPENED, SELDOM, has_opened, last_shown, look, open_hand
from bot.tables.model.table_state import Live
from bot.tables.services.tables import Tables
from data.errors import StoreError
from data.records import NOWHERE, Append, TableRecord, now_ms
from data.store import Store
from tests.support.databases import fresh
from tests.support.numbers import IDS
from tests.support.random_tables import PEOPLE, cold, played, started, step


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncGenerator[Tables]:
    """Tables on a fresh store."""
    fresh(tmp_path / "e.sqlite3")
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'e.sqlite3'}")
    yield Tables(store, secret=Random(1).randbytes, rng=Random(1))
    await store.close()


async def test_a_move_and_a_look_open_the_hand_and_it_is_kept(tables: Tables) -> None:
    """Of that seat alone; no event is written for a look."""
    live = await started(tables, seats=3, hands=2)
    assert live.state is not None
    dealer = live.state.to_act[0]
    assert not any(has_opened(live, seat) for seat in range(3))
    live, _ = await play.act(tables, live.id, PEOPLE[dealer].id, "deal", next(IDS))
    seq, eldest = live.record.seq, (dealer + 1) % 3
    assert [has_opened(live, seat) for seat in range(3)] == [seat == dealer for seat in range(3)]
    await open_hand(tables, live, eldest, 0)
    live = await cold(tables, live)
    assert live.record.seq == seq
    assert [seat for seat in range(3) if has_opened(live, seat)] == sorted((dealer, eldest))


async def test_the_next_hand_is_a_closed_one(tables: Tables) -> None:
    """What was opened before does not count, and what is kept does not grow."""
    live = await played(tables, await started(tables, seats=2, hands=5), 3)
    assert not any(has_opened(live, seat) for seat in range(2))
    assert len(live.record.settings[OPENED]) <= 2


async def test_a_store_that_fails_keeps_the_hand_shown(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The operator is told; the player is asked once more."""
    live = await started(tables)

    async def fails(_: Append) -> int:
        raise StoreError("The store is busy.")

    monkeypatch.setattr(tables.store, "append", fails)
    await open_hand(tables, live, 1, 0)
    assert not has_opened(await tables.find(live.id), 1)


async def test_cards_that_were_shown_as_the_next_hand_was_dealt_open_the_hand_they_were_of(tables: Tables) -> None:
    """Not the new one, whose cards nobody has seen; and nothing is kept of a table that is over."""
    live = await played(tables, await started(tables, seats=2, hands=2), 1)
    assert live.state is not None
    assert live.state.number == 1
    await open_hand(tables, live, 0, 0)
    assert not has_opened(await tables.find(live.id), 0)
    over = await played(tables, live, 9)
    assert over.record.status == "over"
    before = over.record.settings
    await open_hand(tables, over, 0, 1)
    assert (await tables.find(live.id)).record.settings == before


def later(tables: Tables, milliseconds: int) -> None:
    """The tables' clock is so much ahead from now on."""
    tables.clock = lambda: now_ms() + milliseconds


def watched(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is kept by looking, and asked of the store about who was there, from now on."""
    asked, append, last_done = list[str](), tables.store.append, tables.store.lists.last_done

    async def appended(write: Append) -> int:
        asked.append("keep")
        return await append(write)

    async def done(*args: int) -> tuple[int, int] | None:
        asked.append("read")
        return await last_done(*args)

    monkeypatch.setattr(tables.store, "append", appended)
    monkeypatch.setattr(tables.store.lists, "last_done", done)
    return asked


async def test_a_look_is_kept_once_an_hour_and_known_exactly_meanwhile(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the hand that it opens, in one; whoever looks again within a day is not read of."""
    live = await played(tables, await started(tables, seats=2, hands=5), 2)
    assert live.state is not None
    seq, asked = live.record.seq, watched(tables, monkeypatch)
    await look(tables, live, 1, seq, live.state.number)
    assert has_opened(live, 1)
    assert asked == ["keep"]
    kept = live.record.settings[LOOKED]["1"]
    assert kept[1] == seq
    later(tables, 50 * 60_000)
    live = await step(tables, live, Random(1))
    asked.clear()
    await look(tables, live, 1, live.record.seq, live.state.number if live.state else None)
    assert asked == []
    assert live.record.settings[LOOKED]["1"] == kept
    assert live.looks[PEOPLE[1].id].seq == live.record.seq
    assert await last_shown(tables, live, 1, next(IDS)) is None
    later(tables, SELDOM + 1000)
    await look(tables, live, 1, live.record.seq, None)
    assert asked == ["keep"]
    assert live.record.settings[LOOKED]["1"][1] == live.record.seq
    later(tables, SELDOM + DAY - 1000)
    assert await last_shown(tables, live, 1, next(IDS)) is None
    assert asked == ["keep"]
    later(tables, SELDOM + DAY + 2000)
    assert await last_shown(tables, live, 1, next(IDS)) == live.looks[PEOPLE[1].id]
    assert asked == ["keep", "read"]


async def test_after_a_restart_ones_own_last_move_counts_as_a_look_and_that_of_this_click_does_not(
    tables: Tables,
) -> None:
    """Nor does a move that was made for somebody: only what they did by a click of their own."""
    live = await played(tables, await started(tables, seats=2, hands=5), 2)
    await look(tables, live, 1, 3, None)
    live = await cold(tables, live)
    mine = [one for one in await tables.store.log(live.id) if one.user == PEOPLE[1].id]
    last = [one for one in mine if one.kind in {"move", "next"} and one.interaction is not None][-1]
    later(tables, 4 * DAY)
    assert await last_shown(tables, live, 1, next(IDS)) == (last.at, last.seq)
    found = await last_shown(tables, live, 1, last.interaction or 0)
    assert found is not None
    assert 3 < found.seq < last.seq
    await look(tables, live, 1, live.record.seq, None)
    assert await last_shown(tables, await cold(tables, live), 1, next(IDS)) is None


async def test_whoever_has_never_looked_is_new_once_a_hand_is_over(tables: Tables) -> None:
    """In the first hand all of it is told anyway; a lesson and a table that is frozen tell nobody."""
    live = await started(tables, seats=3, hands=3)
    later(tables, 4 * DAY)
    seat = live.state.to_act[0] if live.state else 0
    assert await last_shown(tables, live, seat, next(IDS)) is None
    live = await played(tables, live, 1)
    database = sqlite3.connect(str(tables.store._engine.url.database))
    with database:
        database.execute("UPDATE events SET person_id = NULL WHERE kind IN ('move', 'next')")
    database.close()
    assert await last_shown(tables, live, 1, next(IDS)) == NEW
    frozen = replace(live.record, status="frozen")
    lesson = replace(live.record, guild=NOWHERE)
    for record in (frozen, lesson):
        live.record = record
        assert await last_shown(tables, live, 1, next(IDS)) is None


async def test_a_seat_that_was_just_taken_has_never_been_looked_at(tables: Tables) -> None:
    """In the first hand too, read anew too; whoever had it before had looked."""
    live = await started(tables, seats=3, hands=3)
    await look(tables, live, 2, live.record.seq, 0)
    await leave_and_end.leave(tables, live.id, PEOPLE[2], next(IDS))
    assert await last_shown(tables, live, 2, next(IDS)) is None
    _, done = await take_computer_seat.ask(tables, live.id, 2, PEOPLE[5], next(IDS))
    await take_computer_seat.sit(tables, live.id, done.seq, PEOPLE[1], next(IDS))
    assert "2" not in live.record.settings[LOOKED]
    for table in (live, await cold(tables, live)):
        assert await last_shown(tables, table, 2, next(IDS)) == NEW
    live = await tables.find(live.id)
    await look(tables, live, 2, live.record.seq, 0)
    assert await last_shown(tables, live, 2, next(IDS)) is None
    assert await last_shown(tables, await cold(tables, live), 2, next(IDS)) is None


async def test_a_look_that_comes_when_somebody_else_has_the_seat_is_none_of_theirs(tables: Tables) -> None:
    live = await started(tables, seats=3, hands=3)
    reached, go = asyncio.Event(), asyncio.Event()
    note = tables.note

    async def waits(table: int, write: Callable[[TableRecord], Append]) -> Live:
        reached.set()
        await go.wait()
        return await note(table, write)

    tables.note = waits
    looking = asyncio.ensure_future(look(tables, live, 2, live.record.seq, 0))
    await reached.wait()
    tables.note = note
    await leave_and_end.leave(tables, live.id, PEOPLE[2], next(IDS))
    go.set()
    await looking
    live = await tables.find(live.id)
    assert not has_opened(live, 2)
    assert "2" not in live.record.settings.get(LOOKED, {})


async def test_a_store_that_does_not_say_when_somebody_was_there_keeps_no_hand_back(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await played(tables, await started(tables, seats=2, hands=5), 2)
    later(tables, 4 * DAY)

    async def fails(*_: int) -> None:
        raise StoreError("The store is busy.")

    monkeypatch.setattr(tables.store.lists, "last_done", fails)
    assert await last_shown(tables, live, 1, next(IDS)) is None
