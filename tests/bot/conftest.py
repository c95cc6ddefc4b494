"""Tables without Discord, and people who play at them."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from bot.tables.commands import lobby, play
from bot.tables.model.table_state import Live
from bot.tables.services.tables import Tables
from bot.tables.workers import computer_moves as computer_worker
from data.store import Store
from rules.registry import game_named
from tests.fresh import fresh
from tests.numbers import IDS

VOREN = game_named("voren")


@dataclass(frozen=True)
class Person:
    """Somebody who uses the bot."""

    id: int
    display_name: str


ADA, BELA, CLEO = Person(11, "Ada"), Person(12, "Bela"), Person(13, "Cleo")
PEOPLE = {11: ADA, 12: BELA, 13: CLEO}


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncGenerator[Tables]:
    """Tables on a fresh store."""
    fresh(tmp_path / "e.sqlite3")
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'e.sqlite3'}")
    yield Tables(store, secret=Random(1).randbytes, rng=Random(1), max_open=1000)
    await store.close()


async def opened(tables: Tables, *others: Person, hands: int = 1) -> Live:
    """A lobby with Ada as its host."""
    live = await lobby.open_table(tables, VOREN, {"hands": hands}, (1, 2), ADA, next(IDS))
    for other in others:
        await lobby.join(tables, live.id, other, next(IDS))
    return live


async def computer_moves(tables: Tables, live: Live) -> None:
    """The move of the computer player that is to act."""
    assert live.state is not None
    seat = live.computers()[0]
    text = computer_worker.chosen(live.game, live.state.view(seat), Random(1))
    await play.computer_move(tables, live.id, seat, live.decisions[seat], text)


async def played(tables: Tables, live: Live) -> None:
    """Play to the end with first legal moves."""
    while live.record.status == "playing":
        assert live.state is not None
        if live.awaiting():
            await play.next_hand(tables, live.id, ADA, next(IDS))
        else:
            await one_move(tables, live)


async def one_move(tables: Tables, live: Live) -> None:
    """The first legal move of the person who is to act, or the computer player's move."""
    assert live.state is not None
    seat = live.state.to_act[0]
    user = live.record.seats[seat].user
    if user is None:
        await computer_moves(tables, live)
    else:
        await play.act(tables, live.id, user, live.state.legal(seat).moves[0], next(IDS))
