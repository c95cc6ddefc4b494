"""Tables full of strong computer players, each game to its end: they search beside the bot, and none gives way."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.common.errors import Stale
from bot.tables.commands import play
from bot.tables.model.actor import Actor
from bot.tables.model.table_state import TableState
from data.tables.events import EventKind
from rules.players import player_of
from rules.registry import GAMES
from tests.support.house import House, Seated, start_house
from tests.support.numbers import IDS
from tests.support.people import Person, make_actor

SHORT: dict[str, dict[str, Any]] = {
    "abracadabra": {"deals": 1},
    "conference": {"hands": 1},
    "five_crowns": {"first": 4, "last": 4},
    "mitigati": {"hands": 1},
    "voren": {"hands": 3},
}
"""Options with which a game ends soon."""


async def fill_table(house: House, game: str) -> Seated:
    """Open a table of Ada and strong computer players, in all seats that Abracadabra or Five Crowns has."""
    table = await house.open("Ada", start=False, game=game.replace("_", ""), **SHORT[game])
    live = await house.live(table)
    await house.add_computer("Ada", table.lobby, "strong:fill" if live.game.seats[1] <= 4 else "strong")
    if live.game.seats[1] > 4:
        for _ in range(2):
            await house.add_computer("Ada", table.lobby, "strong")
    await house.press("Ada", table.lobby, "Start")
    return table


async def move_for_ada(house: House, live: TableState) -> None:
    """Make the move that the game waits for from Ada, who plays as the heuristic player does."""
    tables, ada = house.services.tables, live.record.host
    assert ada is not None
    seat = live.seat_of(ada)
    try:
        if live.awaits_deal():
            await play.next_hand(tables, live.id, make_actor(Person(ada, "Ada")))
        elif live.state is not None and seat in live.state.awaited and seat is not None:
            move = player_of(live.game).choose(live.state.view(seat), house.rng)
            await play.act(tables, live.id, move, Actor(ada, "", next(IDS)))
        else:
            await asyncio.sleep(0.01)
    except Stale:
        pass  # the automatic move of an only card was quicker


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_table_full_of_strong_players_plays_to_the_end(game: str) -> None:
    async with start_house(search_processes=1) as house:
        table = await fill_table(house, game)
        live = await house.live(table)
        assert {seat.level for seat in live.record.seats} == {None, "strong"}
        async with asyncio.timeout(100):
            while live.record.status == "playing":
                await move_for_ada(house, live)
        events = await house.store.tables.log(live.id)
        results = [(event.hidden or {}).get("player") for event in events if event.kind == EventKind.MOVE]
        players = [player for player in results if player is not None]
        assert {player["level"] for player in players} == {"strong"}
        assert live.record.status == "over"
        assert house.services.search.replaced == 0
        assert len(house.services.search.pids) == 1
    assert house.services.search.pids == ()
