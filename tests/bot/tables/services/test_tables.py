"""Finding a table and changing it: what is kept in memory, which message shows it, which pings it owes."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.tables.commands import leave_and_end, lobby, play
from bot.tables.model.actor import Actor
from bot.tables.model.follow_up_work import NO_MENTIONS_SETTING
from bot.tables.services.tables import PING_RETRACTION_DELAY_MS, SHORT_DELAY_MS, Tables
from data.engine.errors import StoreError
from data.tables.records import Append, NewWork
from data.tables.settings import TableSettings
from data.tables.work import WorkKind, WorkState
from rules.registry import game_named
from tests.support.numbers import IDS
from tests.support.people import ADA, BELA, make_actor
from tests.support.tables import VOREN, make_one_move, open_lobby


async def test_a_message_posted_during_a_commit_stays_known(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that is being kept while the table gets another message does not bring the old message back."""
    live = await open_lobby(tables, BELA)
    await lobby.start(tables, live.id, make_actor(ADA))
    await tables.record_board(live, 2, 500, live.record.seq)
    append, waiting, released = tables.store.tables.append, asyncio.Event(), asyncio.Event()

    async def append_slowly(write: Append) -> int:
        waiting.set()
        await released.wait()
        return await append(write)

    monkeypatch.setattr(tables.store.tables, "append", append_slowly)
    leaving = asyncio.create_task(leave_and_end.leave(tables, live.id, make_actor(BELA)))
    await waiting.wait()
    await tables.record_board(live, 2, 600, live.record.seq)
    released.set()
    await leaving
    assert live.record.message == 600
    record = await tables.store.tables.get(live.id)
    assert record is not None
    assert record.message == 600


async def test_reloaded_table_shares_the_lock_of_its_message(tables: Tables) -> None:
    """Two copies of a table in memory never edit its message at once, and both know which message it is."""
    live = await open_lobby(tables, BELA)
    tables.evict(live.id)
    reloaded = await tables.find(live.id)
    assert reloaded is not live
    assert reloaded.showing is live.showing
    await tables.record_board(live, 2, 700, live.record.seq)
    assert reloaded.record.message == live.record.message == 700


@pytest.mark.parametrize(("mention", "delay"), [(None, 60), (0, 0), (3600, 3600), (NO_MENTIONS_SETTING, None)])
async def test_a_table_has_its_own_patience_before_it_mentions_anybody(
    tables: Tables, mention: int | None, delay: int | None
) -> None:
    """The option says when; a rematch and a restart find it with the table."""
    settings: TableSettings = {} if mention is None else {"mention": mention}
    live = await lobby.open_table(tables, VOREN, {"hands": 1}, (1, 2), make_actor(ADA), settings=settings)
    await lobby.join(tables, live.id, make_actor(BELA))
    tables.evict(live.id)
    live, _ = await lobby.start(tables, live.id, make_actor(ADA))
    owed = [work for work in await tables.store.work.of_table(live.id) if work.kind == WorkKind.PING]
    if delay is None:
        assert owed == []
    else:
        assert [round((work.due - live.record.updated) / 1000) for work in owed] == [delay]


async def test_player_in_the_middle_of_a_turn_is_pinged_later(tables: Tables) -> None:
    """They were there just now: they are mentioned later, the next player as ever."""
    live = await lobby.open_table(tables, game_named("five_crowns"), {}, (1, 2), make_actor(ADA))
    await lobby.join(tables, live.id, make_actor(BELA))
    live, _ = await lobby.start(tables, live.id, make_actor(ADA))
    delays = list[int]()
    for _ in range(2):
        assert live.state is not None
        seat = live.state.to_act[0]
        await play.act(
            tables, live.id, live.state.legal(seat).moves[0], Actor(live.record.seats[seat].user or 0, "", next(IDS))
        )
        (owed,) = [
            row for row in await tables.store.work.of_table(live.id, WorkKind.PING) if row.state == WorkState.DUE
        ]
        delays.append(round((owed.due - live.record.updated) / 1000))
    assert delays == [600, 60]


async def test_work_of_a_doubtful_commit_is_looked_for(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commit is made and its answer is lost: nobody else tells the sleeper that something is owed."""
    live = await open_lobby(tables, BELA)
    append, due_times = tables.store.tables.append, list[int]()

    async def append_in_doubt(change: Append) -> int:
        await append(change)
        raise StoreError("the answer of the disk was lost")

    async def fail(_: object) -> None:
        raise StoreError("nor can it be read")

    tables.on_work_due.connect(due_times.append)
    monkeypatch.setattr(tables.store.tables, "append", append_in_doubt)
    owing = NewWork(WorkKind.DELETE_BOARD, "a", due=1)
    with pytest.raises(StoreError):
        await tables.update_row(live.id, lambda record: Append(record.id, record.seq, work=(owing,)))
    assert len(due_times) == 1
    await tables.find(live.id)
    monkeypatch.setattr(tables.store.tables, "stored", fail)
    with pytest.raises(StoreError):
        await lobby.add_computer(tables, live.id, make_actor(ADA))
    assert len(due_times) == 2


async def test_a_lobby_that_may_have_been_kept_is_looked_for(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its table was opened and nobody could hear of it: the intention to show it falls due, and the sleeper knows."""
    create, due_times = tables.store.tables.create, list[int]()

    async def create_in_doubt(*args: Any) -> None:
        await create(*args)
        raise StoreError("the answer of the disk was lost")

    async def fail(_: int) -> None:
        raise StoreError("nor can it be read")

    tables.on_work_due.connect(due_times.append)
    monkeypatch.setattr(tables.store.tables, "create", create_in_doubt)
    monkeypatch.setattr(tables.store.tables, "event_of_interaction", fail)
    with pytest.raises(StoreError):
        await open_lobby(tables)
    (owed,) = [work for work in await tables.store.work.of_table(1) if work.kind == WorkKind.FIND_BOARD]
    assert due_times
    assert owed.due <= min(due_times) <= tables.clock() + SHORT_DELAY_MS


async def test_work_of_a_cancelled_click_is_looked_for(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    live, due_times = await open_lobby(tables, BELA), list[int]()
    tables.on_work_due.connect(due_times.append)
    click = asyncio.create_task(lobby.add_computer(tables, live.id, make_actor(ADA)))
    await asyncio.sleep(0)
    click.cancel()
    with pytest.raises(asyncio.CancelledError):
        await click
    assert due_times


async def test_mentions_and_looks_of_a_table_that_ends_are_dropped(tables: Tables) -> None:
    live = await open_lobby(tables, BELA)
    await lobby.start(tables, live.id, make_actor(ADA))

    async def read_states() -> set[tuple[str, str]]:
        return {
            (work.kind, work.state)
            for work in await tables.store.work.of_table(live.id)
            if work.kind in {WorkKind.PING, WorkKind.CHECK_BOARD}
        }

    assert await read_states() == {(WorkKind.PING, WorkState.DUE), (WorkKind.CHECK_BOARD, WorkState.DUE)}
    await leave_and_end.end(tables, live.id, make_actor(ADA), moderator=True)
    assert await read_states() == {(WorkKind.PING, WorkState.CANCELLED), (WorkKind.CHECK_BOARD, WorkState.CANCELLED)}


async def test_mention_that_holds_no_more_is_taken_back_soon_where_nothing_else_is_owed(tables: Tables) -> None:
    quiet, due_times = Tables(tables.store, refresh=False), list[int]()
    live = await open_lobby(quiet, BELA)
    await lobby.start(quiet, live.id, make_actor(ADA))
    quiet.on_work_due.connect(due_times.append)
    await make_one_move(quiet, live)
    assert min(due_times) <= quiet.clock() + PING_RETRACTION_DELAY_MS
