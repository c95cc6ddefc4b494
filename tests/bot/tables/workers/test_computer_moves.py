"""A computer player's move is that of its seat's level, and its event says how to find it again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.common.version import VERSION
from bot.search.search_processes import Chosen, SearchProcesses, Urgency
from bot.tables.commands import lobby, play
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from bot.tables.workers.computer_moves import move
from data.tables.events import EventKind
from data.tables.records import EventRecord, SeatLevel, SeatRecord, Work
from data.tables.work import WorkKind, WorkState
from rules.contract import Game, View
from rules.players import Level, player_of, strong_player
from rules.registry import game_named
from tests.bot.scheduler.schedulers import rows
from tests.support.people import ADA, by

CONFERENCE = game_named("conference")


async def begun(tables: Tables, level: SeatLevel) -> TableState:
    """A table of Conference at which a computer player of this level is to decide."""
    computers = [SeatRecord(0, seat, None, "computer", f"Name {seat}", level=level) for seat in (1, 2, 3)]
    table = await lobby.open_table(tables, CONFERENCE, {"hands": 1}, (1, 2), by(ADA), computers)
    table, _ = await lobby.start(tables, table.id, by(ADA))
    while not table.computers():
        assert table.state is not None
        move = player_of(CONFERENCE).choose(table.state.view(0), Random(1))
        table, _ = await play.act(tables, table.id, move, by(ADA))
    return table


async def owed(tables: Tables, table: TableState) -> Work:
    """The work item of the computer player's move."""
    (work,) = await rows(tables, table.id, WorkKind.COMPUTER)
    assert work.state == WorkState.DUE
    return work


async def last_move(tables: Tables, table: TableState) -> EventRecord:
    """The last move at a table, with its hidden part."""
    events = await tables.store.tables.log(table.id)
    return next(event for event in reversed(events) if event.kind == EventKind.MOVE)


@pytest.mark.parametrize("level", ["easy", "normal", "strong"])
async def test_a_move_is_its_levels_and_is_found_again_from_what_its_event_keeps(
    tables: Tables, level: SeatLevel
) -> None:
    search = SearchProcesses(0)
    table = await begun(tables, level)
    seat = table.computers()[0]
    assert table.state is not None
    view = table.state.view(seat)
    assert await move(tables, search, lambda: False, await owed(tables, table)) is None
    event = await last_move(tables, await tables.find(table.id))
    assert event.hidden is not None
    player: dict[str, Any] = event.hidden["player"]
    assert (player["level"], player["version"]) == (level, VERSION)
    again = strong_player(CONFERENCE, player["worlds"]) if level == "strong" else player_of(CONFERENCE, level)
    assert CONFERENCE.canonical(again.choose(view, Random(player["seed"]))) == event.text
    assert (player["worlds"] > 0) is (level == "strong")
    await search.close()


class Slow(SearchProcesses):
    """A search during which something happens at the table."""

    def __init__(self, tables: Tables, table: TableState) -> None:
        super().__init__(0)
        self.tables, self.table = tables, table

    async def choose(self, game: Game, level: Level, view: View, seed: int, urgency: Urgency) -> Chosen:
        found = await super().choose(game, level, view, seed, urgency)
        seat = self.table.computers()[0]
        await play.computer_move(self.tables, self.table.id, seat, self.table.decisions[seat], found.move)
        return found


async def test_a_move_that_comes_too_late_is_dropped(tables: Tables) -> None:
    table = await begun(tables, "strong")
    search = Slow(tables, table)
    work, seq = await owed(tables, table), table.record.seq
    assert await move(tables, search, lambda: False, work) is None
    table = await tables.find(table.id)
    moves = [
        event
        for event in await tables.store.tables.game_events(table.id, seq, table.record.seq)
        if event.kind == "move"
    ]
    assert len(moves) == 1
    await search.close()
