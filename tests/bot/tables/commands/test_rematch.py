"""What a rematch opens, and how it is found again."""

from __future__ import annotations

from itertools import cycle
from typing import get_args

import pytest

from bot.tables.commands import leave_and_end, lobby
from bot.tables.commands.lobby import INVITE
from bot.tables.commands.rematch import record_opening, rematch_of
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from data.tables.events import EventKind, SeatLevel
from data.tables.records import SeatRecord
from data.tables.work import WorkKind
from tests.support.numbers import IDS
from tests.support.people import ADA, BELA, CLEO, Person, make_actor
from tests.support.tables import VOREN, open_lobby


async def open_rematch(tables: Tables, former: TableState, who: Person, interaction: int) -> TableState:
    """Open a rematch as somebody; return it."""
    await record_opening(tables, former, interaction)
    return await lobby.open_table(tables, VOREN, {}, (1, 2), make_actor(who, interaction), former.record.seats)


async def end_table(tables: Tables, *people: Person, computers: int = 0) -> TableState:
    """Return a table of Ada and these people, with computer players of all levels, that was ended."""
    live = await open_lobby(tables, *people)
    for _, level in zip(range(computers), cycle(get_args(SeatLevel)), strict=False):
        await lobby.add_computer(tables, live.id, make_actor(ADA), level)
    await lobby.start(tables, live.id, make_actor(ADA))
    await leave_and_end.end(tables, live.id, make_actor(ADA), moderator=False)
    return live


async def test_it_seats_whoever_asked_and_the_computer_players_and_invites_the_others(tables: Tables) -> None:
    """In the log too, and owed as one message; nobody sits there who has not asked to."""
    old = await end_table(tables, BELA, CLEO, computers=2)
    live = await open_rematch(tables, old, BELA, next(IDS))
    assert [(seat.seat, seat.name, seat.kind, seat.points, seat.level) for seat in live.record.seats] == [
        (0, "Bela", "person", 0, None),
        (1, "Ambrose", "computer", 0, "easy"),
        (2, "Beatrix", "computer", 0, "normal"),
    ]
    joined = [event.public for event in await tables.store.tables.log(live.id) if event.kind == EventKind.JOIN]
    assert joined == [{}, {"computer": True, "level": "easy"}, {"computer": True, "level": "normal"}]
    assert live.record.host == BELA.id
    assert live.invited == {ADA.id: "Ada", CLEO.id: "Cleo"}
    assert [row.key for row in await tables.store.work.of_table(live.id, WorkKind.ANNOUNCE)] == [INVITE]
    invited = [
        (event.user, event.seat) for event in await tables.store.tables.log(live.id) if event.kind == EventKind.INVITE
    ]
    assert invited == [(ADA.id, None), (CLEO.id, None)]
    tables.evict(live.id)
    assert (await tables.find(live.id)).invited == {ADA.id: "Ada", CLEO.id: "Cleo"}


async def test_where_nobody_else_sat_nobody_is_invited(tables: Tables) -> None:
    """A game against computer players; nor is anybody by a table that is simply opened."""
    live = await open_rematch(tables, await end_table(tables, computers=1), ADA, next(IDS))
    assert live.names() == ("Ada", "Ambrose")
    for table in (live, await open_lobby(tables, BELA)):
        assert table.invited == {}
        assert await tables.store.work.of_table(table.id, WorkKind.ANNOUNCE) == []


async def test_a_full_table_has_its_rematch(tables: Tables) -> None:
    """Nine computer players and a person."""
    live = await open_rematch(tables, await end_table(tables, computers=9), ADA, next(IDS))
    assert len(live.record.seats) == 10
    assert len({seat.name for seat in live.record.seats}) == 10


async def test_it_is_found_again_until_it_is_closed(tables: Tables) -> None:
    """By the interaction that opened it, also by a process that was not there; once it has begun too."""
    old = await end_table(tables, BELA)
    assert await rematch_of(tables, old) is None
    live = await open_rematch(tables, old, ADA, next(IDS))
    tables.evict(old.id)
    tables.evict(live.id)
    old = await tables.find(old.id)
    rematch = await rematch_of(tables, old)
    assert rematch is not None
    assert rematch.id == live.id
    await lobby.join(tables, live.id, make_actor(BELA))
    await lobby.start(tables, live.id, make_actor(ADA))
    rematch = await rematch_of(tables, old)
    assert rematch is not None
    assert rematch.id == live.id
    await leave_and_end.end(tables, live.id, make_actor(ADA), moderator=True)
    assert await rematch_of(tables, old) is None


async def test_an_interaction_that_opened_nothing_is_no_rematch(tables: Tables) -> None:
    """The process was killed in between, or the limit was reached: the next one who asks opens it."""
    old = await end_table(tables, BELA)
    await record_opening(tables, old, next(IDS))
    tables.evict(old.id)
    old = await tables.find(old.id)
    assert old.record.settings.get("rematch")
    assert await rematch_of(tables, old) is None
    live = await open_rematch(tables, old, BELA, next(IDS))
    rematch = await rematch_of(tables, old)
    assert rematch is not None
    assert rematch.id == live.id


async def test_an_interaction_of_the_table_itself_is_no_rematch(tables: Tables) -> None:
    old = await end_table(tables, BELA)
    interaction = next(event.interaction for event in await tables.store.tables.log(old.id) if event.interaction)
    await record_opening(tables, old, interaction)
    assert await rematch_of(tables, old) is None


@pytest.mark.parametrize("kind", ["left", "person"])
async def test_nobody_is_invited_twice_or_without_a_user(tables: Tables, kind: str) -> None:
    """Whoever asks is not invited to what they opened; a seat that nobody has is nobody's."""
    seats = [SeatRecord(1, 0, ADA.id, "person", "Ada"), SeatRecord(1, 1, BELA.id, "left", "Bela")]
    if kind == "person":
        seats[1] = SeatRecord(1, 1, ADA.id, "person", "Ada")
    live = await lobby.open_table(tables, VOREN, {}, (1, 2), make_actor(ADA), seats)
    assert live.invited == {}
    assert live.names() == ("Ada",)
