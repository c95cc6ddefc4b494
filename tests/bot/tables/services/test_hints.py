"""Hints are found once for what a seat sees, and anew when that changes while its decision stands."""

from __future__ import annotations

from random import Random

from bot.search.search_processes import SearchProcesses
from bot.tables.commands import lobby
from bot.tables.model.table_state import TableState
from bot.tables.services.hints import Hints
from bot.tables.services.tables import Tables
from rules.contract import Game, View
from rules.players import Hint
from rules.registry import game_named
from rules.simulate import random_order
from tests.support.numbers import IDS
from tests.support.people import ADA, BELA

VOREN = game_named("voren")


class Counted(SearchProcesses):
    """Searches that keep what they were asked."""

    def __init__(self) -> None:
        super().__init__(0)
        self.asked: list[tuple[View, int]] = []

    async def advise(self, game: Game, view: View, seed: int) -> Hint:
        self.asked.append((view, seed))
        return Hint(view["moves"][0], f"hint {len(self.asked)}")


async def begun(tables: Tables) -> tuple[TableState, int]:
    """A friendly table in play, and the seat that is to decide."""
    table = await lobby.open_table(tables, VOREN, {"hands": 1}, (1, 2), ADA, next(IDS), settings={"friendly": True})
    await lobby.join(tables, table.id, BELA, next(IDS))
    table, _ = await lobby.start(tables, table.id, ADA, next(IDS))
    assert table.state is not None
    return table, table.state.to_act[0]


async def test_a_hint_is_found_once(tables: Tables) -> None:
    search = Counted()
    hints, (table, seat) = Hints(search), await begun(tables)
    assert hints.found(table, seat) is None
    hint = await hints.of(table, seat)
    assert hint == await hints.of(table, seat) == hints.found(table, seat)
    assert table.state is not None
    assert search.asked == [(table.state.view(seat), table.decisions[seat])]
    assert await hints.of(table, 1 - seat) is None


async def test_a_hint_is_found_anew_when_its_seat_sees_something_else(tables: Tables) -> None:
    search = Counted()
    hints, (table, seat) = Hints(search), await begun(tables)
    hint = await hints.of(table, seat)
    state = VOREN.new(2, table.record.options, 0)
    state = state.chance("deal", random_order(state, Random(5)))
    while seat not in state.to_act:
        state = state.apply(state.to_act[0], state.legal(state.to_act[0]).moves[0])
    table.state = state
    assert hints.found(table, seat) is None
    assert await hints.of(table, seat) != hint
    assert len(search.asked) == 2
