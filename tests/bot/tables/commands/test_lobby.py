"""Opening, joining, starting."""

from __future__ import annotations

import asyncio

import pytest

from bot.common.errors import Declined, UnknownTable
from bot.tables.commands import leave_and_end, lobby, play
from bot.tables.model.table_state import TableState
from bot.tables.services import tables as module
from bot.tables.services.tables import Tables
from data.tables.records import Append
from rules.contract import Refusal
from tests.support.people import ADA, BELA, CLEO, Person, make_actor
from tests.support.tables import VOREN, open_lobby


async def test_a_lobby_fills_and_empties(tables: Tables) -> None:
    """Seats close up when somebody leaves, and the host's part goes on to the next person."""
    live = await open_lobby(tables, BELA, CLEO)
    assert live.names() == ("Ada", "Bela", "Cleo")
    with pytest.raises(Declined, match="already seated at this table"):
        await lobby.join(tables, live.id, make_actor(BELA))
    await leave_and_end.leave(tables, live.id, make_actor(ADA))
    assert [(seat.seat, seat.name) for seat in live.record.seats] == [(0, "Bela"), (1, "Cleo")]
    assert live.record.host == BELA.id
    with pytest.raises(Declined, match="no seat"):
        await lobby.start(tables, live.id, make_actor(ADA))
    await leave_and_end.leave(tables, live.id, make_actor(BELA))
    with pytest.raises(Declined, match="at least 2 players"):
        await lobby.start(tables, live.id, make_actor(CLEO))
    await leave_and_end.leave(tables, live.id, make_actor(CLEO))
    assert live.record.status == "ended"


async def test_ten_seats_are_all_there_are(tables: Tables) -> None:
    """The eleventh is told so; computers have names of their own."""
    live = await open_lobby(tables)
    for _ in range(9):
        await lobby.add_computer(tables, live.id, make_actor(ADA))
    assert len({seat.name for seat in live.record.seats}) == 10
    with pytest.raises(Declined, match="All 10 seats"):
        await lobby.add_computer(tables, live.id, make_actor(ADA))
    await lobby.join(tables, live.id, make_actor(BELA))  # people come before computer players
    assert [(seat.seat, seat.kind) for seat in live.record.seats[8:]] == [(8, "computer"), (9, "person")]
    for seat in range(1, 9):
        await lobby.join(tables, live.id, make_actor(Person(100 + seat, f"P{seat}")))
    assert {seat.kind for seat in live.record.seats} == {"person"}
    with pytest.raises(Declined, match="All 10 seats"):
        await lobby.join(tables, live.id, make_actor(CLEO))


async def test_only_computer_seats_are_taken_in_a_lobby(tables: Tables) -> None:
    """By its number, whether there is room or not; the log says whose it was."""
    live = await open_lobby(tables, BELA)
    await lobby.add_computer(tables, live.id, make_actor(ADA))
    await lobby.add_computer(tables, live.id, make_actor(ADA))
    for seat in (-1, 0, 1, 4, 99):
        with pytest.raises(Declined, match="No computer player sits there"):
            await lobby.join(tables, live.id, make_actor(CLEO), seat)
    with pytest.raises(Declined, match="already seated at this table"):
        await lobby.join(tables, live.id, make_actor(BELA), 2)
    await lobby.join(tables, live.id, make_actor(CLEO), 2)
    assert live.names() == ("Ada", "Bela", "Cleo", "Beatrix")
    event = (await tables.store.tables.log(live.id))[-1]
    assert (event.kind, event.seat, event.public) == ("join", 2, {"instead": "Ambrose"})


async def test_a_table_is_its_hosts_to_start_for_ten_minutes(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the millisecond; whoever is the host by then, and nobody without a seat at any time."""
    live = await open_lobby(tables, BELA, CLEO)
    opened_at = live.record.created
    monkeypatch.setattr(tables, "clock", lambda: opened_at + lobby.HOST_STARTS_WITHIN_MS - 1)
    with pytest.raises(
        Declined, match=f"Only the host, Ada, can start until <t:{(opened_at + lobby.HOST_STARTS_WITHIN_MS) // 1000}:t>"
    ):
        await lobby.start(tables, live.id, make_actor(BELA))
    await leave_and_end.leave(tables, live.id, make_actor(ADA))
    with pytest.raises(Declined, match="the host, Bela,"):
        await lobby.start(tables, live.id, make_actor(CLEO))
    assert live.record.status == "lobby"
    monkeypatch.setattr(tables, "clock", lambda: opened_at + lobby.HOST_STARTS_WITHIN_MS)
    with pytest.raises(Declined, match="no seat"):
        await lobby.start(tables, live.id, make_actor(ADA))
    await lobby.start(tables, live.id, make_actor(CLEO))
    assert live.record.status == "playing"


async def test_host_by_succession_starts_at_once(tables: Tables) -> None:
    """The ten minutes are for the host, whoever that is."""
    live = await open_lobby(tables, BELA, CLEO)
    await leave_and_end.leave(tables, live.id, make_actor(ADA))
    await lobby.start(tables, live.id, make_actor(BELA))
    assert live.record.status == "playing"


async def test_a_thread_has_one_table_at_a_time(tables: Tables) -> None:
    """Whether it was opened there or moved there; two that are opened at the same instant are one and a sentence."""
    channel, thread = 2, 3
    elsewhere = await open_lobby(tables)
    await tables.update_row(
        elsewhere.id, lambda record: Append(record.id, record.seq, changes={"thread": thread, "status": "playing"})
    )
    for who in (ADA, BELA):
        with pytest.raises(Declined, match=f"Table {elsewhere.id} is being played in this thread"):
            await lobby.open_table(tables, VOREN, {}, (1, thread), make_actor(who), exclusive_in_thread=True)
        await lobby.open_table(tables, VOREN, {}, (1, channel), make_actor(who))  # in the channel around it
    await leave_and_end.end(tables, elsewhere.id, make_actor(ADA), moderator=False)
    both = await asyncio.gather(
        *(
            lobby.open_table(tables, VOREN, {}, (1, thread), make_actor(who), exclusive_in_thread=True)
            for who in (ADA, BELA)
        ),
        return_exceptions=True,
    )
    refused = [table for table in both if isinstance(table, BaseException)]
    (live,) = (table for table in both if isinstance(table, TableState))
    assert [(type(table), str(live.id) in str(table)) for table in refused] == [(Declined, True)]
    assert live.record.channel == thread


async def test_only_those_at_the_table_may_start_it_or_move(tables: Tables) -> None:
    """A bystander is told that they have no seat; a late Join that it has begun."""
    live = await open_lobby(tables, BELA)
    for attempt in (lobby.start, lobby.add_computer, leave_and_end.leave):
        with pytest.raises(Declined, match="no seat"):
            await attempt(tables, live.id, make_actor(CLEO))
    with pytest.raises(Declined, match="Only the host, Ada, can start"):
        await lobby.start(tables, live.id, make_actor(BELA))
    await lobby.start(tables, live.id, make_actor(ADA))
    with pytest.raises(Declined, match="already started"):
        await lobby.join(tables, live.id, make_actor(CLEO))
    with pytest.raises(Declined, match="no seat"):
        await play.act(tables, live.id, "deal", make_actor(CLEO))


async def test_a_table_counts_for_who_opened_it_and_not_for_who_inherits_it(tables: Tables) -> None:
    """Whoever is host because others have left has opened nothing; nor is the opener let off by not being host."""
    tables.max_open = 2
    inherited = [await open_lobby(tables, BELA) for _ in range(2)]
    for live in inherited:
        await leave_and_end.leave(tables, live.id, make_actor(ADA))
        assert live.record.host == BELA.id
    for _ in range(2):
        await lobby.open_table(tables, VOREN, {}, (1, 2), make_actor(BELA))
    await open_lobby(tables)
    await lobby.join(tables, inherited[0].id, make_actor(ADA))
    for who in (ADA, BELA):
        with pytest.raises(Declined, match="You have 2 tables open"):
            await lobby.open_table(tables, VOREN, {}, (1, 2), make_actor(who))


async def test_a_server_keeps_no_more_tables_than_it_may(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit counts tables under way in that server; those in memory are let go and come back."""
    monkeypatch.setattr(tables, "max_live", 3)
    monkeypatch.setattr(module, "MAX_TABLES_IN_MEMORY", 2)
    first = await open_lobby(tables)
    for _ in range(2):
        await open_lobby(tables)
    with pytest.raises(Declined, match="3 open tables"):
        await open_lobby(tables)
    again = await tables.find(first.id)
    assert again is not first
    assert again.names() == ("Ada",)
    await lobby.join(tables, first.id, make_actor(BELA))
    assert (await tables.find(first.id)).names() == ("Ada", "Bela")
    with pytest.raises(UnknownTable):
        await tables.find(99)


async def test_wrong_options_open_nothing(tables: Tables) -> None:
    """An ante that is no multiple of three, an unknown option."""
    wrong: tuple[dict[str, int], ...] = ({"ante": 4}, {"speed": 1})
    for options in wrong:
        with pytest.raises(Refusal):
            await lobby.open_table(tables, VOREN, options, (1, 2), make_actor(ADA))
    assert await tables.store.tables.numbers(0, 1) == []
