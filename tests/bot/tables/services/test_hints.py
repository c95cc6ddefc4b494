"""Hints are found once for what a seat sees, and anew when that changes while its decision stands."""

from __future__ import annotations

from random import Random

from bot.search.process import SearchFailed
from bot.search.search_processes import SearchProcesses
from bot.tables.commands import exchange_notes, lobby, play
from bot.tables.model.table_state import TableState
from bot.tables.services.hints import BUSY_TEXT, Hints
from bot.tables.services.tables import Tables
from rules.contract import Game, View
from rules.players import Hint, player_of
from rules.registry import game_named
from rules.simulate import random_order
from rules.views import ShownHand, with_shown_hands
from tests.support.people import ADA, BELA, make_actor
from tests.support.random_tables import PEOPLE, start_table

VOREN = game_named("voren")


class RecordingSearches(SearchProcesses):
    """Searches that keep the views and seeds of their hints."""

    def __init__(self) -> None:
        super().__init__(0)
        self.asked: list[tuple[View, int]] = []
        self.fails = False

    async def advise(self, game: Game, view: View, seed: int) -> Hint:
        self.asked.append((view, seed))
        if self.fails:
            raise SearchFailed("late")
        return Hint(next(iter(view["moves"]), ""), f"hint {len(self.asked)}")


async def begin_hand(tables: Tables) -> tuple[TableState, int]:
    """Return a friendly table in play, and the seat that is to decide."""
    table = await lobby.open_table(tables, VOREN, {"hands": 1}, (1, 2), make_actor(ADA), settings={"friendly": True})
    await lobby.join(tables, table.id, make_actor(BELA))
    table, _ = await lobby.start(tables, table.id, make_actor(ADA))
    assert table.state is not None
    return table, table.state.to_act[0]


async def test_a_hint_is_found_once(tables: Tables) -> None:
    search = RecordingSearches()
    hints, (table, seat) = Hints(search, tables.store), await begin_hand(tables)
    assert hints.find(table, seat) is None
    hint = await hints.of(table, seat)
    assert hint == await hints.of(table, seat) == hints.find(table, seat)
    assert table.state is not None
    assert search.asked == [(table.state.view(seat), table.decisions[seat])]
    assert await hints.of(table, 1 - seat) is None


async def test_a_hint_whose_search_fails_is_a_simpler_one_says_so_and_is_not_kept(tables: Tables) -> None:
    search = RecordingSearches()
    search.fails = True
    hints, (table, seat) = Hints(search, tables.store), await begin_hand(tables)
    assert table.state is not None
    simple = player_of(VOREN).advise(table.state.view(seat), Random(table.decisions[seat]))
    assert await hints.of(table, seat) == Hint(simple.move, f"{simple.why} {BUSY_TEXT}")
    assert hints.find(table, seat) is None
    search.fails = False
    assert await hints.of(table, seat) == hints.find(table, seat)
    assert len(search.asked) == 2


async def test_a_hint_is_found_anew_when_its_seat_sees_something_else(tables: Tables) -> None:
    search = RecordingSearches()
    hints, (table, seat) = Hints(search, tables.store), await begin_hand(tables)
    hint = await hints.of(table, seat)
    state = VOREN.new(2, table.record.options, 0)
    state = state.chance("deal", random_order(state, Random(5)))
    while seat not in state.to_act:
        state = state.apply(state.to_act[0], state.legal(state.to_act[0]).moves[0])
    table.state = state
    assert hints.find(table, seat) is None
    assert await hints.of(table, seat) != hint
    assert len(search.asked) == 2


async def test_a_hint_knows_the_hand_that_its_player_was_shown(tables: Tables) -> None:
    """Found anew once it is shown; what the others' hints are made from is as if nothing had been shown."""
    live = await start_table(tables, "conference", 4)
    search = RecordingSearches()
    hints, cards = Hints(search, tables.store), None
    for _ in range(12):
        assert live.state is not None
        (seat,) = live.state.to_act
        if seat == 0 and cards is None:
            await hints.of(live, seat)
            assert search.asked[-1][0] == live.state.view(seat)
            cards = tuple(live.state.view(1)["hand"])
            mark = exchange_notes.mark_of(exchange_notes.readers(live, 1))
            times = exchange_notes.shown_before(live, 1)
            live, _ = await exchange_notes.show(tables, live.id, mark, times, make_actor(PEOPLE[1]))
            assert live.state is not None
        await hints.of(live, seat)
        shown_hands = [ShownHand(1, cards)] if seat == 0 and cards else []
        assert search.asked[-1][0] == with_shown_hands(live.state.view(seat), shown_hands)
        move = player_of(live.game).choose(live.state.view(seat), Random(0))
        live, _ = await play.act(tables, live.id, move, make_actor(PEOPLE[seat]))
    assert cards is not None
