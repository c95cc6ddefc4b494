"""Who may move and who is awaited: only the second are mentioned, replaced and played for by computers."""

from __future__ import annotations

from random import Random

import pytest

from bot.common.errors import Declined
from bot.tables.commands import leave_and_end, lobby, play
from bot.tables.model.actor import Actor
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from data.engine.clock import now_ms
from data.tables.work import WorkKind, WorkState
from rules.registry import game_named
from tests.support.numbers import IDS
from tests.support.people import ADA, BELA, CLEO, make_actor


async def play_until_cut(tables: Tables) -> TableState:
    """Return a table of Conference where all four may ask for a shuffle and one person is awaited to cut."""
    live = await lobby.open_table(
        tables, game_named("conference"), {"between_hands": "cut", "hands": 12}, (1, 2), make_actor(ADA)
    )
    for other in (BELA, CLEO):
        await lobby.join(tables, live.id, make_actor(other))
    await lobby.add_computer(tables, live.id, make_actor(ADA))
    await lobby.start(tables, live.id, make_actor(ADA))
    rng = Random(5)
    while True:
        live = await tables.find(live.id)
        state = live.state
        assert state is not None
        assert not state.finished
        if state.awaited != state.to_act and live.record.seats[state.awaited[0]].kind == "person":
            return live
        if live.awaits_deal():
            await play.next_hand(tables, live.id, make_actor(ADA))
            continue
        seat = state.awaited[0]
        legal = state.legal(seat)
        move = rng.choice(sorted(legal.moves)) if legal.moves else legal.choices[0].draw(rng)
        user = live.record.seats[seat].user
        if user is None:
            await play.computer_move(tables, live.id, seat, live.decisions[seat], move)
        else:
            await play.act(tables, live.id, move, Actor(user, "", next(IDS)))


async def test_only_awaited_players_are_pinged_and_timed(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    live = await play_until_cut(tables)
    assert live.state is not None
    (awaited,) = live.state.awaited
    assert live.state.to_act == (0, 1, 2, 3)
    assert live.computers() == ()
    pinged_seats = {
        row.payload["seat"]
        for row in await tables.store.work.of_table(live.id)
        if row.kind == WorkKind.PING and row.state == WorkState.DUE
    }
    assert pinged_seats == {awaited}
    assert not [
        row
        for row in await tables.store.work.of_table(live.id)
        if row.kind == WorkKind.COMPUTER and row.state == WorkState.DUE
    ]
    monkeypatch.setattr(tables, "clock", lambda: now_ms() + 25 * 3600 * 1000)
    assert await leave_and_end.absent_since(tables, live, awaited)
    for seat in {0, 1, 2} - {awaited}:
        with pytest.raises(Declined, match=r"is not waiting for|no person"):
            await leave_and_end.absent_since(tables, live, seat)
