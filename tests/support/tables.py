"""Tables without Discord, and the moves of those who play there."""

from __future__ import annotations

from random import Random
from typing import Literal

from bot.tables.commands import lobby, play
from bot.tables.model.actor import Actor
from bot.tables.model.table_state import TableState
from bot.tables.model.votes import vote_on
from bot.tables.services.tables import Tables
from rules.players import player_of
from rules.registry import game_named
from tests.support.numbers import IDS
from tests.support.people import ADA, Person, make_actor

VOREN = game_named("voren")


async def open_lobby(tables: Tables, *others: Person, hands: int = 1) -> TableState:
    """Return a lobby of Ada, its host, and others."""
    live = await lobby.open_table(tables, VOREN, {"hands": hands}, (1, 2), make_actor(ADA))
    for other in others:
        await lobby.join(tables, live.id, make_actor(other))
    return live


async def begin_hand(tables: Tables, *others: Person, hands: int = 3) -> TableState:
    """Return a table of Ada, its host, and others in its first hand."""
    live = await open_lobby(tables, *others, hands=hands)
    await lobby.start(tables, live.id, make_actor(ADA))
    return live


async def read_event_kinds(tables: Tables, live: TableState) -> list[str]:
    """Return the kinds of all events of a table."""
    return [event.kind for event in await tables.store.tables.log(live.id)]


def read_votes(live: TableState, question: str, *, answer: Literal["seats", "void", "again"] = "seats") -> list[int]:
    """Return the seats that agree to a question at a table, or the seats of another list of its vote."""
    vote = vote_on(live, question)
    return [] if vote is None else vote.get(answer, [])


async def computer_moves(tables: Tables, live: TableState) -> None:
    """Make the move of the computer player that is to act."""
    assert live.state is not None
    seat = live.computers()[0]
    text = player_of(live.game).choose(live.state.view(seat), Random(1))
    await play.computer_move(tables, live.id, seat, live.decisions[seat], text)


async def play_to_end(tables: Tables, live: TableState) -> None:
    """Play to the end with first legal moves."""
    while live.record.status == "playing":
        assert live.state is not None
        if live.awaits_deal():
            await play.next_hand(tables, live.id, make_actor(ADA))
        else:
            await make_one_move(tables, live)


async def make_one_move(tables: Tables, live: TableState) -> None:
    """Make the first legal move of the person who is to act, or the computer player's move."""
    assert live.state is not None
    seat = live.state.to_act[0]
    user = live.record.seats[seat].user
    if user is None:
        await computer_moves(tables, live)
    else:
        await play.act(tables, live.id, live.state.legal(seat).moves[0], Actor(user, "", next(IDS)))
