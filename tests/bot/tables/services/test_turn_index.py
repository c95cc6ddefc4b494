"""Which tables wait for whom: as they say themselves, through moves, restarts and leaving, without reading any."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random

import pytest

from bot.tables.commands import leave_and_end, play
from bot.tables.model.actor import Actor
from bot.tables.services import turn_index_warmup
from bot.tables.services.tables import Tables
from bot.tables.services.turn_index import NO_OTHER_TABLES, OtherTables, waiting_since_ms
from bot.tables.services.turn_index_warmup import warm_up
from bot.ui.table.table_lists import awaits_user
from data.engine.clock import now_ms
from data.engine.errors import StoreError
from rules.simulate import random_of
from tests.support.numbers import IDS
from tests.support.people import ADA, BELA, CLEO, make_actor
from tests.support.tables import begin_hand, make_one_move


async def test_turn_index_equals_the_tables_after_every_event(tables: Tables) -> None:
    """Three tables, random moves, hands that end, a player who leaves, tables that are forgotten and read anew."""
    rng, people = Random(3), {person.id: person for person in (ADA, BELA, CLEO)}
    lives = [await begin_hand(tables, BELA, CLEO, hands=2) for _ in range(3)]
    waited = 0
    for number in range(400):
        live = lives[place := rng.randrange(3)]
        if live.record.status != "playing":
            continue
        if live.awaits_deal():
            await play.next_hand(tables, live.id, make_actor(ADA))
        elif number == 40:
            await leave_and_end.leave(tables, live.id, make_actor(CLEO))
        else:
            seat = live.state.to_act[0] if live.state else 0
            if live.record.seats[seat].user is None:
                await make_one_move(tables, live)
            else:
                move = random_of(live.state.legal(seat), rng) if live.state else ""
                await play.act(tables, live.id, move, Actor(live.record.seats[seat].user or 0, "", next(IDS)))
        if rng.random() < 0.2:
            tables.evict(live.id)
            lives[place] = await tables.find(live.id)
        if (live := lives[place]).awaits_deal():
            assert live.last_hand is not None
            (last,) = await tables.store.tables.game_events(live.id, live.last_hand.last - 1, live.last_hand.last)
            assert abs((waiting_since_ms(live, 0) or 0) - last.at) < 1000
        for user in people:
            ids = {table.id for table in lives if awaits_user(table, user, now_ms())}
            assert set(tables.turn_index._by_user.get(user, {})) == ids
            waited += len(ids)
    assert all(table.record.status == "over" for table in lives)
    assert waited > 100
    assert not tables.turn_index._by_user
    assert not tables.turn_index._of_table


async def test_longest_waiting_table_is_next_and_other_servers_are_only_counted(
    tables: Tables,
) -> None:
    """Since when is known of a table that was read anew, too: since the event that made somebody awaited."""
    lives = [await begin_hand(tables, BELA) for _ in range(4)]
    here, first, second, third = lives
    for live in lives:
        while live.state is not None and live.seat_of(BELA.id) not in live.state.awaited:
            await make_one_move(tables, live)
    events = {live.id: await tables.store.tables.log(live.id) for live in lives}
    for live in lives:
        seat = live.seat_of(BELA.id) or 0
        at = events[live.id][live.decisions[seat] - 1].at
        number = waiting_since_ms(live, seat)
        assert number is not None
        assert abs(number - at) < 1000
        tables.evict(live.id)
        again = await tables.find(live.id)
        assert waiting_since_ms(again, seat) == at
        assert waiting_since_ms(again, 1 - seat) is None
    other_tables = tables.turn_index.other_tables(BELA.id, here)
    assert other_tables.next is not None
    assert (other_tables.more, other_tables.abroad) == (2, 0)
    assert other_tables.next.table_id in {first.id, second.id, third.id}
    others = (
        events[each_table.id][each_table.decisions[each_table.seat_of(BELA.id) or 0] - 1].at for each_table in lives[1:]
    )
    assert other_tables.next.since == min(others)
    assert other_tables.next.name == f"Voren, table {other_tables.next.table_id}"
    abroad = tables.turn_index._by_user[BELA.id]
    for table in (first.id, second.id):
        abroad[table] = abroad[table]._replace(guild=77)
    other_tables = tables.turn_index.other_tables(BELA.id, here)
    assert other_tables == OtherTables(abroad[third.id], 0, 2)
    assert tables.turn_index.other_tables(ADA.id, here).next is None


async def test_tables_that_were_not_met_yet_are_taken_up_once(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a restart; not again, and anew where the store failed."""
    lives = [await begin_hand(tables, BELA, CLEO) for _ in range(3)]
    for live in lives:
        while live.state is not None and live.seat_of(BELA.id) not in live.state.awaited:
            await make_one_move(tables, live)
    fresh = Tables(tables.store, rng=Random(1))
    here = await fresh.find(lives[0].id)
    assert fresh.turn_index.other_tables(BELA.id, here) == NO_OTHER_TABLES
    numbers, tables_of = list[int](), fresh.store.tables.of_user

    async def fails(*_: int) -> None:
        raise StoreError("The store is busy.")

    async def counted(user: int) -> object:
        numbers.append(user)
        return await tables_of(user)

    monkeypatch.setattr(fresh.store.tables, "of_user", fails)
    assert not await warm_up(fresh, BELA.id, here)

    async def is_cancelled(*_: int) -> None:
        raise asyncio.CancelledError

    monkeypatch.setattr(fresh.store.tables, "of_user", is_cancelled)
    with pytest.raises(asyncio.CancelledError):
        await warm_up(fresh, BELA.id, here)
    monkeypatch.setattr(fresh.store.tables, "of_user", counted)
    monkeypatch.setattr(turn_index_warmup, "MAX_TABLES", 1)
    assert await warm_up(fresh, BELA.id, here)
    assert fresh.in_memory == 2
    assert not await warm_up(fresh, BELA.id, here)
    assert numbers == [BELA.id]
    other_tables = fresh.turn_index.other_tables(BELA.id, here)
    assert other_tables.next is not None
    assert other_tables.next.table_id in {live.id for live in lives[1:]}
    assert (other_tables.more, other_tables.abroad) == (0, 0)
    await fresh.evict_person(BELA.id)
    assert fresh.turn_index.other_tables(BELA.id, here) == NO_OTHER_TABLES
    for live in lives:  # what is left of it keeps nothing else from being noted
        await fresh.find(live.id)
    assert await warm_up(fresh, BELA.id, await fresh.find(here.id)) is False
    assert numbers == [BELA.id, BELA.id]


async def test_a_table_that_is_paused_waits_for_nobody_nor_one_where_a_computer_player_moves(tables: Tables) -> None:
    """For the player in whose seat it moves, that is; between two hands anybody may go on."""
    live = await begin_hand(tables, BELA, CLEO)
    while live.state is not None and live.state.phase != "stay":
        await make_one_move(tables, live)
    assert live.state is not None
    (seat,) = live.state.awaited
    user, record = live.record.seats[seat].user or 0, live.record
    assert awaits_user(live, user, now_ms())
    for settings in ({"paused": 5}, {"stand_ins": [seat]}):
        live.record = replace(record, settings={**record.settings, **settings})
        tables.turn_index.update(live)
        assert not awaits_user(live, user, now_ms())
        assert not tables.turn_index._by_user
    live.record = replace(record, settings={**record.settings, "stand_ins": [1 - seat]})
    tables.turn_index.update(live)
    assert awaits_user(live, user, now_ms())
    assert set(tables.turn_index._by_user) == {user}
