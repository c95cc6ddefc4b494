"""Tables of Voren at which orders are given."""

from __future__ import annotations

from typing import Any

from bot.tables.commands import arrange_lobby, lobby, play, set_premove
from bot.tables.model.premoves import seat_waiting_since_seq
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from rules.registry import game_named
from tests.support.people import ADA, BELA, CLEO, Person, make_actor

PEOPLE = [ADA, BELA, CLEO, *(Person(20 + number, f"Person {number}") for number in range(8))]


async def begin_hand(
    tables: Tables, game: str = "voren", people: int = 3, *, friendly: bool = False, **options: Any
) -> TableState:
    """Return a table in its first hand; nothing that leaves no choice is played by itself."""
    live = await lobby.open_table(
        tables, game_named(game), options, (1, 2), make_actor(ADA), settings={"forced": False}
    )
    for person in PEOPLE[1:people]:
        await lobby.join(tables, live.id, make_actor(person))
    if friendly:
        await arrange_lobby.change_settings(tables, live.id, {"friendly": True}, make_actor(ADA))
    return (await lobby.start(tables, live.id, make_actor(ADA)))[0]


def turn(live: TableState) -> int:
    """Return whose turn it is."""
    assert live.state is not None
    return live.state.to_act[0]


async def make_move(tables: Tables, live: TableState, text: str = "") -> tuple[TableState, int]:
    """Make the first legal move, or this one, of who is to act; return the table after it, and the move's number."""
    assert live.state is not None
    seat = turn(live)
    live, result = await play.act(tables, live.id, text or live.state.legal(seat).moves[0], make_actor(PEOPLE[seat]))
    return live, result.seq


async def leave_order(tables: Tables, live: TableState, seat: int, order: str) -> TableState:
    """Leave an order as somebody who waits."""
    return await set_premove.plan(tables, live.id, PEOPLE[seat].id, order, seat_waiting_since_seq(live, seat))


async def at_stay(tables: Tables, people: int = 3, *, friendly: bool = False, **options: Any) -> TableState:
    """Return a table of Voren once the dealer has dealt: three seats speak one after the other."""
    live = await begin_hand(tables, people=people, friendly=friendly, **options)
    return (await make_move(tables, live, "deal"))[0]


def after(live: TableState, steps: int) -> int:
    """Return the seat that comes so many turns after the one whose turn it is."""
    return (turn(live) + steps) % len(live.record.seats)
