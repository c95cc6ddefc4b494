"""Tables without Discord that are played by random moves."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from random import Random
from typing import Any

from bot.tables.commands import lobby, play
from bot.tables.model.actor import Actor
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from rules.registry import GAMES
from rules.simulate import random_of
from tests.support.numbers import IDS
from tests.support.people import Person, make_actor

PEOPLE = [Person(11 + seat, f"Person {seat}") for seat in range(10)]


async def start_table(tables: Tables, game: str = "voren", seats: int = 3, **options: int) -> TableState:
    """Open a table of people that has just been dealt."""
    live = await lobby.open_table(tables, GAMES[game], options, (1, 2), make_actor(PEOPLE[0]))
    for person in PEOPLE[1:seats]:
        await lobby.join(tables, live.id, make_actor(person))
    live, _ = await lobby.start(tables, live.id, make_actor(PEOPLE[0]))
    return live


async def make_random_step(tables: Tables, live: TableState, rng: Random) -> TableState:
    """Make one random move, or begin the next hand; return the table."""
    assert live.state is not None
    if live.awaits_deal():
        return (await play.next_hand(tables, live.id, make_actor(PEOPLE[0])))[0]
    seat = rng.choice(live.state.to_act)
    text = random_of(live.state.legal(seat), rng)
    return (await play.act(tables, live.id, text, make_actor(PEOPLE[seat])))[0]


async def make_staying_move(tables: Tables, live: TableState, rng: Random, seat: int | None = None) -> TableState:
    """Make a random move of a seat, by default the first to act, in which nobody folds; return the table."""
    assert live.state is not None
    seat = live.state.to_act[0] if seat is None else seat
    legal, user = live.state.legal(seat), live.record.seats[seat].user
    move = "stay" if "stay" in legal.moves else random_of(legal, rng)
    if user is None:
        return (await play.computer_move(tables, live.id, seat, live.decisions[seat], move))[0]
    return (await play.act(tables, live.id, move, Actor(user, "", next(IDS))))[0]


async def play_hands(tables: Tables, live: TableState, hands: int) -> TableState:
    """Play so many hands; return the table while the next is under way."""
    rng = Random(live.id)
    while live.record.status == "playing" and live.state and (live.state.number < hands or not live.hand_start_seq):
        live = await make_random_step(tables, live, rng)
    return live


def read_log_state(live: TableState) -> tuple[Any, ...]:
    """Return all that a table in memory knows of its log."""
    assert live.state is not None
    views = [live.state.view(seat) for seat in (None, *range(len(live.record.seats)))]
    ended = live.last_hand and (live.last_hand.number, live.last_hand.points, live.last_hand.how, live.last_hand.log)
    return (
        views,
        ended,
        live.state.score(),
        live.hand_start_seq,
        live.decisions,
        live.draws,
        live.record.seats,
        live.record.seq,
    )


async def reload_cold(tables: Tables, live: TableState) -> TableState:
    """Read the same table anew."""
    tables.evict(live.id)
    return await tables.find(live.id)


def change_stored(folder: Path, statement: str) -> None:
    """Change what is stored without the bot's knowing."""
    connection = sqlite3.connect(folder / "e.sqlite3")
    assert connection.execute(statement).rowcount > 0
    connection.commit()
    connection.close()
