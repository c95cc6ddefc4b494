"""Tables of Voren at which orders are given."""

from __future__ import annotations

from typing import Any

from bot.tables.commands import arrange_lobby, lobby, play, set_premove
from bot.tables.model.premoves import seat_waiting_since_seq
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from rules.registry import game_named
from tests.support.people import ADA, PLAYERS, make_actor


async def begin_hand(
    tables: Tables, game: str = "voren", people: int = 3, *, friendly: bool = False, **options: Any
) -> TableState:
    """Return a table in its first hand. Forced moves are left to their players."""
    live = await lobby.open_table(
        tables, game_named(game), options, (1, 2), make_actor(ADA), settings={"forced": False}
    )
    for person in PLAYERS[1:people]:
        await lobby.join(tables, live.id, make_actor(person))
    if friendly:
        await arrange_lobby.change_settings(tables, live.id, {"friendly": True}, make_actor(ADA))
    return (await lobby.start(tables, live.id, make_actor(ADA)))[0]


def find_turn(live: TableState) -> int:
    """Return whose turn it is."""
    assert live.state is not None
    return live.state.to_act[0]


async def make_move(tables: Tables, live: TableState, text: str = "") -> tuple[TableState, int]:
    """Make the first legal move, or this one, of whoever is to act; return the table, and the move's number."""
    assert live.state is not None
    seat = find_turn(live)
    live, result = await play.act(tables, live.id, text or live.state.legal(seat).moves[0], make_actor(PLAYERS[seat]))
    return live, result.seq


async def plan_move(tables: Tables, live: TableState, seat: int, order: str) -> TableState:
    """Plan a move in a seat that waits; return the table."""
    return await set_premove.plan(tables, live.id, PLAYERS[seat].id, order, seat_waiting_since_seq(live, seat))


async def begin_stay(tables: Tables, people: int = 3, *, friendly: bool = False, **options: Any) -> TableState:
    """Return a table of Voren whose hand is dealt: one seat after the other says whether it stays."""
    live = await begin_hand(tables, people=people, friendly=friendly, **options)
    return (await make_move(tables, live, "deal"))[0]


def find_seat_after(live: TableState, steps: int) -> int:
    """Return the seat that acts so many turns after the one whose turn it is."""
    return (find_turn(live) + steps) % len(live.record.seats)
