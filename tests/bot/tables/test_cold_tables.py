"""Cold tables: what is read of them, what they come to, and the check that proves their rows."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.common.errors import Declined
from bot.common.settings import Settings
from bot.operations import commands
from bot.tables.commands import leave_and_end, lobby, play
from bot.tables.model.table_state import TableState
from bot.tables.services.integrity_check import check_all
from bot.tables.services.tables import Tables
from bot.ui.table.shuffle_proof import check_proof, read_proof
from data.tables.events import EventKind
from data.tables.records import EventRecord, StoredTable
from rules.contract import Game
from rules.registry import GAMES
from tests.bot.tables import samples
from tests.bot.tables.samples import make_event
from tests.support.databases import fresh
from tests.support.numbers import IDS
from tests.support.people import make_actor
from tests.support.random_tables import (
    PEOPLE,
    change_stored,
    make_random_step,
    play_hands,
    read_log_state,
    reload_cold,
    start_table,
)
from tests.support.revisions import bring_next_revision


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
async def test_a_cold_table_is_as_it_was_in_memory(tables: Tables, game: Game) -> None:
    """At every event through the end of a hand into the next, with words, with and without rows."""
    rng, live = Random(3), await start_table(tables, game.id, game.seats[0])
    hands_ended = 0
    while live.state is not None and live.record.status == "playing" and hands_ended < 2:
        number, sampled = live.state.number, rng.random() < 0.1
        live = await make_random_step(tables, live, rng)
        is_over = live.state is None or live.state.number != number
        hands_ended += is_over
        if is_over or sampled or (live.hand_start_seq and live.record.seq - live.hand_start_seq < 3):
            reloaded = await reload_cold(tables, live)
            assert reloaded is not live
            assert read_log_state(reloaded) == read_log_state(live)
    assert hands_ended


async def read_cold(tables: Tables, monkeypatch: pytest.MonkeyPatch, live: TableState) -> list[EventRecord]:
    """Load a table cold; return the events that are read for it."""
    log, stored, events_read = tables.store.tables.log, tables.store.tables.stored, list[EventRecord]()

    async def note_log(*args: Any) -> list[EventRecord]:
        events = await log(*args)
        events_read.extend(events)
        return events

    async def note_stored(numbers: Sequence[int]) -> list[StoredTable]:
        stored_tables = await stored(numbers)
        for stored_table in stored_tables:
            events_read.extend(stored_table.log or ())
        return stored_tables

    with monkeypatch.context() as patch:
        patch.setattr(tables.store.tables, "log", note_log)
        patch.setattr(tables.store.tables, "stored", note_stored)
        await reload_cold(tables, live)
    return events_read


async def test_of_twenty_hands_the_last_two_are_read(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """The events from the last finished hand's first on, whatever the table's age."""
    live = await play_hands(tables, await start_table(tables, hands=100), 20)
    spans = await tables.store.tables.hands(live.id)
    assert [span.number for span in spans] == list(range(20))
    events_read = await read_cold(tables, monkeypatch, live)
    assert [event.seq for event in events_read] == list(range(spans[-1].first + 1, live.record.seq + 1))
    assert sum(event.kind == EventKind.CHANCE for event in events_read) <= 2
    assert len(events_read) < live.record.seq / 5


async def test_a_table_without_rows_is_folded_whole_and_the_check_names_them(
    tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await play_hands(tables, await start_table(tables, hands=9), 4)
    before = read_log_state(live)
    for condition, rows_left in (("number = 1", 3), ("number >= 0", 0)):
        change_stored(tmp_path, f"DELETE FROM hands WHERE {condition}")
        assert len(await read_cold(tables, monkeypatch, live)) == live.record.seq
        assert read_log_state(await tables.find(live.id)) == before
        texts, counts = await run_check(tables)
        assert (len(texts), counts.hands) == (4 - rows_left, 4)
        assert all(line.endswith("it has no row") for line in texts)


async def test_a_row_that_cannot_be_read_is_left_aside(tables: Tables, tmp_path: Path) -> None:
    """The log is the game: the table is folded from it."""
    live = await play_hands(tables, await start_table(tables, hands=9), 2)
    before = read_log_state(live)
    for damage in ('{"phase":"deal"}', "{}"):
        change_stored(tmp_path, f"UPDATE hands SET start = '{damage}' WHERE number = 1")
        assert read_log_state(await reload_cold(tables, live)) == before


async def test_an_interaction_of_long_ago_is_answered_as_then(tables: Tables) -> None:
    """It is not among what was read of a cold table; the store knows it, whatever may be done now."""
    live = await start_table(tables, hands=9)
    assert live.state is not None
    mover, first = live.state.to_act[0], next(IDS)
    _, result = await play.act(tables, live.id, "deal", make_actor(PEOPLE[mover], first))
    live = await reload_cold(tables, await play_hands(tables, live, 3))
    seq = live.record.seq
    again, repeated = await play.act(tables, live.id, "deal", make_actor(PEOPLE[mover], first))
    assert (repeated.kind, repeated.text, repeated.seq, repeated.again) == ("move", "deal", result.seq, True)
    assert again.record.seq == seq


async def run_check(tables: Tables) -> tuple[list[str], Any]:
    """Return what a check says, line by line, and its counts."""
    texts: list[str] = []
    return texts, await check_all(tables.store, texts.append)


async def test_the_check_proves_every_row(tables: Tables) -> None:
    """Tables in their lobby, in play, over and ended."""
    await play_hands(tables, await start_table(tables, hands=9), 3)
    await play_hands(tables, await start_table(tables, hands=2), 2)
    await lobby.open_table(tables, GAMES["voren"], {}, (1, 2), make_actor(PEOPLE[0]))
    ended = await play_hands(tables, await start_table(tables, "abracadabra", 3), 1)
    await leave_and_end.end(tables, ended.id, make_actor(PEOPLE[0]), moderator=True)
    texts, counts = await run_check(tables)
    assert texts == []
    assert (counts.tables, counts.hands, counts.faults) == (4, 6, 0)


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("UPDATE hands SET points = '1 2 3' WHERE number = 1", "hand 1: its row and its log do not agree (points)"),
        ("UPDATE hands SET last = last + 1 WHERE number = 1", "hand 1: its row and its log do not agree (last)"),
        ("UPDATE hands SET how = '{}' WHERE number = 0", "hand 0: its row and its log do not agree (how)"),
        ("UPDATE hands SET log = '[]' WHERE number = 0", "hand 0: its row and its log do not agree (log)"),
        ("UPDATE hands SET start = '{}' WHERE number = 0", "hand 0: its row and its log do not agree (start)"),
        ("UPDATE hands SET number = 7 WHERE number = 2", "hand 7: it has a row, and its log does not come to its end"),
        ("DELETE FROM hands WHERE number = 1", "hand 1: it has no row"),
        ("DELETE FROM events WHERE kind = 'next'", "its log does not replay after event"),
        ("UPDATE events SET text = 'fold' WHERE kind = 'move' AND text LIKE 'deal%'", "its log does not replay after"),
        ("UPDATE seats SET points = '17'", "the points of its seats are not those of its hands"),
        ("UPDATE tables SET seq = seq + 1", "and its log ends with event"),
        ("UPDATE tables SET status = 'over'", "it is over, and its game is not"),
        ("UPDATE tables SET game = 'quince'", "there is no game quince"),
    ],
)
async def test_the_check_names_what_is_wrong(tables: Tables, tmp_path: Path, statement: str, expected: str) -> None:
    """One line a fault, with ids and without contents."""
    live = await play_hands(tables, await start_table(tables, hands=9), 3)
    change_stored(tmp_path, statement)
    texts, counts = await run_check(tables)
    assert counts.faults == len(texts) > 0
    assert any(expected in line for line in texts), texts
    assert all(line.startswith(f"table {live.id}") for line in texts)


@pytest.mark.parametrize(
    ("kind", "damage"),
    [
        ("start", "public = '{}'"),
        ("start", "public = 'null'"),
        ("start", """public = '{"seats": 3, "dealer": 99}'"""),
        ("start", """public = '{"seats": 0, "dealer": 0}'"""),
        ("commit", "hidden = '{}'"),
        ("commit", """hidden = '{"secret": 5}'"""),
        ("chance", "public = '{}'"),
        ("chance", "hidden = '{}'"),
        ("chance", """hidden = '{"cards": []}'"""),
        ("chance", """hidden = '{"cards": [1, 2]}'"""),
        ("chance", """hidden = '{"cards": null}'"""),
        ("move", "seat = 9"),
        ("move", "seat = NULL"),
        ("move", "text = ''"),
        ("move", "text = 'play'"),
        ("reveal", "text = '7'"),
    ],
)
async def test_corrupt_log_freezes_its_table(tables: Tables, tmp_path: Path, kind: str, damage: str) -> None:
    """Whatever its game stumbles on, nobody meets an error; nor does who asks for the proof, and the check agrees."""
    live = await play_hands(tables, await start_table(tables, hands=9), 1)
    change_stored(tmp_path, "DELETE FROM hands")
    change_stored(
        tmp_path, f"UPDATE events SET {damage} WHERE seq = (SELECT min(seq) FROM events WHERE kind = '{kind}')"
    )
    reloaded = await reload_cold(tables, live)
    assert reloaded.record.status == "frozen"
    with contextlib.suppress(Declined):
        check_proof(await read_proof(tables.store, reloaded))
    (text,), _ = await run_check(tables)
    assert "its log does not replay after event" in text


@pytest.mark.parametrize("query", ["hands", "get", "log", "hand"])
async def test_the_check_goes_on_beside_the_bot(
    tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, query: str
) -> None:
    """Hands end between any two things that it reads; then its word counts no less."""
    live = await play_hands(tables, await start_table(tables, hands=9), 2)
    run_query, other_tables = getattr(tables.store.tables, query), Tables(tables.store, rng=Random(1))

    async def play_on_after_read(*args: Any) -> Any:
        result = await run_query(*args)
        monkeypatch.undo()
        await play_hands(other_tables, await other_tables.find(live.id), 3)
        return result

    monkeypatch.setattr(tables.store.tables, query, play_on_after_read)
    texts, counts = await run_check(tables)
    assert texts == []
    assert counts.hands >= 2
    change_stored(tmp_path, "UPDATE tables SET seq = seq - 1")  # this the bot never does
    texts, _ = await run_check(tables)
    assert any("and its log goes on after it" in line for line in texts), texts


async def test_the_check_upgrades_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file may be one that an older bot is playing on."""
    path = tmp_path / "old.sqlite3"
    fresh(path)
    bring_next_revision(tmp_path, monkeypatch)
    before = path.read_bytes()
    assert await commands.check(Settings(database_url=f"sqlite+aiosqlite:///{path}")) == commands.EXIT_FAILED
    assert "from an older version: the bot brings it up to date when it starts" in capsys.readouterr().err
    assert path.read_bytes() == before


@pytest.mark.parametrize("kind", EventKind)
def test_every_kind_of_event_has_its_fold(kind: EventKind) -> None:
    """A kind that is new is missed here by name, and by pyright in the fold itself."""
    live = samples.make_table()
    if kind == EventKind.TAKE_BACK:  # moves are taken back at friendly tables
        live.record = replace(live.record, settings={"friendly": True})
    live.fold(
        [
            make_event(EventKind.COMMIT, 1, text="dealer"),
            make_event(EventKind.COMMIT, 2, text="0"),
            make_event(EventKind.START, 3),
        ]
    )
    if kind in {EventKind.MOVE, EventKind.REVEAL}:
        live.fold([make_event(EventKind.CHANCE, 4)])
    if kind == EventKind.TAKE_BACK:
        live.fold([make_event(EventKind.CHANCE, 3), make_event(EventKind.MOVE, 4)])
    live.fold([make_event(kind, 5)])


async def test_a_long_log_is_folded_with_the_event_loop_free(tables: Tables, tmp_path: Path) -> None:
    """Between its pages others get their turn."""
    live = await play_hands(tables, await start_table(tables, hands=100), 30)
    change_stored(tmp_path, "DELETE FROM hands")
    tables.evict(live.id)
    turns, loading = 0, asyncio.ensure_future(tables.find(live.id))
    while not loading.done():
        await asyncio.sleep(0)
        turns += 1
    assert turns > live.record.seq / 200
