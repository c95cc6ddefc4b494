"""Computer players of lessons: their moves are found again from what their events keep."""

from __future__ import annotations

from random import Random

import pytest

from bot.tables.commands import lessons
from bot.tables.commands.lessons import Plan
from bot.tables.services.finished_hand_steps import steps_of
from bot.tables.services.tables import Tables
from data.tables.events import EventKind, MoveSecret
from rules.contract import Game
from rules.players import player_of
from rules.registry import GAMES
from tests.support.people import ADA, make_actor


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
async def test_every_move_of_a_computer_player_is_made_again_from_its_event(tables: Tables, game: Game) -> None:
    plan = Plan({}, max(3, game.seats[0]), 0, 1, "any")
    table, _ = await lessons.begin(tables, game, plan, make_actor(ADA))
    table = await lessons.finished(tables, table)
    assert table.record.status == "over"
    steps = await steps_of(tables.store, table, [], 0)
    assert steps is not None
    result = 0
    for event in steps.events:
        if event.kind != EventKind.MOVE or event.seat is None:
            continue
        player = event.read_hidden(MoveSecret).get("player")
        assert (player is None) is (event.seat == plan.seat)
        if player is not None:
            view = steps.view_after(player["seen_seq"], event.seat)
            page = player_of(game, "normal").choose(view, Random(player["seed"]))
            assert game.canonical(page) == event.text
            result += 1
    assert result
