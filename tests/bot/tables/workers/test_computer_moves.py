"""A computer player's move is that of its seat's level, and its event says how to find it again."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.common.version import VERSION
from bot.search.search_processes import Chosen, SearchProcesses, Urgency
from bot.tables.commands import exchange_notes, lobby, play
from bot.tables.model.partner_notes import for_seat
from bot.tables.model.shown_hands import shown_hands
from bot.tables.model.table_state import TableState
from bot.tables.services.silly_moves import call_silly, can_be_silly
from bot.tables.services.tables import Tables
from bot.tables.workers.computer_moves import move
from bot.ui.table.notes_page import hand_note
from data.tables.events import EventKind, NoteSecret
from data.tables.records import EventRecord, SeatLevel, SeatRecord, Work
from data.tables.work import WorkKind, WorkState
from rules.contract import Game, View
from rules.players import Level, player_of, strong_player
from rules.registry import game_named
from rules.views import ShownHand, shown_hands_of
from tests.bot.scheduler.schedulers import read_work
from tests.support.people import ADA, BELA, make_actor

CONFERENCE = game_named("conference")


async def begin_hand(tables: Tables, level: SeatLevel, hands: int = 1) -> TableState:
    """Return a table of Conference at which a computer player of this level is to decide."""
    computers = [SeatRecord(0, seat, None, "computer", f"Name {seat}", level=level) for seat in (1, 2, 3)]
    table = await lobby.open_table(tables, CONFERENCE, {"hands": hands}, (1, 2), make_actor(ADA), computers)
    table, _ = await lobby.start(tables, table.id, make_actor(ADA))
    while not table.computers():
        assert table.state is not None
        move = player_of(CONFERENCE).choose(table.state.view(0), Random(1))
        table, _ = await play.act(tables, table.id, move, make_actor(ADA))
    return table


async def read_computer_work(tables: Tables, table: TableState) -> Work:
    """Return the work item of the computer player's move."""
    (work,) = await read_work(tables, table.id, WorkKind.COMPUTER)
    assert work.state == WorkState.DUE
    return work


async def read_last_move(tables: Tables, table: TableState) -> EventRecord:
    """Return the last move at a table, with its hidden part."""
    events = await tables.store.tables.log(table.id)
    return next(event for event in reversed(events) if event.kind == EventKind.MOVE)


@pytest.mark.parametrize("level", ["easy", "normal", "strong"])
async def test_a_move_is_its_levels_and_is_found_again_from_what_its_event_keeps(
    tables: Tables, level: SeatLevel
) -> None:
    search = SearchProcesses(0)
    table = await begin_hand(tables, level)
    seat = table.computers()[0]
    assert table.state is not None
    view = table.state.view(seat)
    assert await move(tables, search, lambda: False, await read_computer_work(tables, table)) is None
    event = await read_last_move(tables, await tables.find(table.id))
    assert event.hidden is not None
    player: dict[str, Any] = event.hidden["player"]
    assert (player["level"], player["version"]) == (level, VERSION)
    same_player = strong_player(CONFERENCE, player["worlds"]) if level == "strong" else player_of(CONFERENCE, level)
    assert CONFERENCE.canonical(same_player.choose(view, Random(player["seed"]))) == event.text
    assert (player["worlds"] > 0) is (level == "strong")
    await search.close()


class OvertakenSearches(SearchProcesses):
    """Searches that end after another process has made the computer player's move."""

    def __init__(self, tables: Tables, table: TableState) -> None:
        super().__init__(0)
        self.tables, self.table = tables, table

    async def choose(self, game: Game, level: Level, view: View, seed: int, urgency: Urgency) -> Chosen:
        chosen = await super().choose(game, level, view, seed, urgency)
        seat = self.table.computers()[0]
        await play.computer_move(self.tables, self.table.id, seat, self.table.decisions[seat], chosen.move)
        return chosen


async def test_a_move_that_comes_too_late_is_dropped(tables: Tables) -> None:
    table = await begin_hand(tables, "strong")
    search = OvertakenSearches(tables, table)
    work, seq = await read_computer_work(tables, table), table.record.seq
    assert await move(tables, search, lambda: False, work) is None
    table = await tables.find(table.id)
    moves = [
        event
        for event in await tables.store.tables.game_events(table.id, seq, table.record.seq)
        if event.kind == "move"
    ]
    assert len(moves) == 1
    await search.close()


class RecordingSearches(SearchProcesses):
    """Searches that keep the views of their moves, and move as the heuristic player does."""

    def __init__(self) -> None:
        super().__init__(0)
        self.views: list[View] = []

    async def choose(self, game: Game, level: Level, view: View, seed: int, urgency: Urgency) -> Chosen:
        self.views.append(view)
        return Chosen(player_of(game).choose(view, Random(seed)), "normal", 0)


async def make_one_move(tables: Tables, search: SearchProcesses, table: TableState) -> TableState:
    """Make the move of a computer player, or else of Ada; return the table."""
    if table.computers():
        await move(tables, search, lambda: False, await read_computer_work(tables, table))
    else:
        assert table.state is not None
        text = player_of(CONFERENCE).choose(table.state.view(0), Random(1))
        await play.act(tables, table.id, text, make_actor(ADA))
    return await tables.find(table.id)


async def read_shown_events(tables: Tables, table: TableState) -> list[EventRecord]:
    """Return the events by which hands were shown at a table."""
    return [event for event in await tables.store.tables.log(table.id) if event.kind == EventKind.SHOW]


async def test_each_computer_player_shows_its_partner_its_hand_before_its_first_card(tables: Tables) -> None:
    """Once a hand. Nobody is told that something waits."""
    search, table = RecordingSearches(), await begin_hand(tables, "normal")
    hands: dict[int, list[str]] = {}
    while table.record.status == "playing":
        assert table.state is not None
        for seat in {*table.computers()} - {*hands}:
            if table.state.view(seat)["phase"] == "play":
                hands[seat] = table.state.view(seat)["hand"]
        table = await make_one_move(tables, search, table)
        assert not table.notes.waiting(table.record.seats, table.record.settings)
    events = await read_shown_events(tables, table)
    shown_cards = {event.seat: (event.public["to"], event.read_hidden(NoteSecret).get("cards")) for event in events}
    assert len(events) == 3
    assert shown_cards == {seat: ([seat ^ 1], hands[seat]) for seat in (1, 2, 3)}
    events_for_ada = for_seat(events, table.record.seats, 0, ADA.id)
    assert [(event.seat, event.name) for event in events_for_ada] == [(1, "Name 1")]


async def test_a_hand_that_a_computer_player_showed_does_not_wait_in_the_next_hand(tables: Tables) -> None:
    """Nor does the table say so when it is read anew."""
    search, table = RecordingSearches(), await begin_hand(tables, "normal", hands=4)
    while not table.awaits_deal():
        table = await make_one_move(tables, search, table)
    shown_to_ada = next(slip.seq for slip in table.notes.slips if slip.seat == 1)
    confided = await tables.store.tables.confidences(table.id)
    assert {slip.seat for slip in table.notes.slips} == {1, 2, 3}
    assert hand_note(table, 0, confided, shown_to_ada).startswith("**Name 1:** I hold ")
    table, _ = await play.next_hand(tables, table.id, make_actor(ADA))
    assert not table.notes.slips
    assert hand_note(table, 0, confided, shown_to_ada) == ""
    tables.evict(table.id)
    assert not (await tables.find(table.id)).notes.slips


async def test_a_computer_player_knows_the_hands_that_it_was_shown_and_no_others(tables: Tables) -> None:
    search, table, ada = RecordingSearches(), await begin_hand(tables, "normal"), None
    while table.record.status == "playing":
        assert table.state is not None
        if ada is None and table.state.view(0)["phase"] == "play":
            mark, times = exchange_notes.mark_of(table.record.seats[1:2]), exchange_notes.shown_before(table, 0)
            ada = ShownHand(0, tuple(table.state.view(0)["hand"]))
            table, _ = await exchange_notes.show(tables, table.id, mark, times, make_actor(ADA))
        shown_before = {
            event.seat: event.read_hidden(NoteSecret).get("cards") for event in await read_shown_events(tables, table)
        }
        count = len(search.views)
        table = await make_one_move(tables, search, table)
        for view in search.views[count:]:
            mate: int = view["seat"] ^ 1
            shown_hands = (
                [ShownHand(mate, tuple(shown_before[mate] or ()))] if mate in shown_before else list[ShownHand]()
            )
            assert list(shown_hands_of(view)) == shown_hands
    assert ada in {hand for view in search.views for hand in shown_hands_of(view)}


async def test_a_computer_player_does_not_know_what_the_one_before_it_was_shown(tables: Tables) -> None:
    table = await begin_hand(tables, "normal")
    mark, times = exchange_notes.mark_of(table.record.seats[1:2]), exchange_notes.shown_before(table, 0)
    table, _ = await exchange_notes.show(tables, table.id, mark, times, make_actor(ADA))
    confided = await tables.store.tables.confidences(table.id)
    (event,) = (event for event in confided if event.kind == EventKind.SHOW)
    sit_event = replace(
        event, seq=event.seq + 1, kind=EventKind.SIT, seat=1, user=BELA.id, public={"instead": "Name 1"}
    )
    leave_event = replace(sit_event, seq=event.seq + 2, kind=EventKind.LEAVE, public={"instead": "Name 5"})
    seats, last = table.record.seats, event.seq + 3
    assert len(shown_hands(confided, seats, 1, None, 0, last)) == 1
    assert shown_hands([*confided, sit_event, leave_event], seats, 1, None, 0, last) == ()
    assert len(shown_hands([*confided, sit_event, leave_event], seats, 1, None, 0, event.seq + 1)) == 1


async def test_a_silly_move_is_kept_with_the_hand_that_its_player_was_shown(tables: Tables) -> None:
    search, table = RecordingSearches(), await begin_hand(tables, "normal")
    while table.record.status == "playing":
        table = await make_one_move(tables, search, table)
    spans = await tables.store.tables.hands(table.id)
    moves = [event for event in await tables.store.tables.log(table.id) if can_be_silly(event)]
    for event in moves:
        await call_silly(tables.store, table, spans, 0, event.seq, ADA.id)
    views = [silly.view for silly in await tables.store.silly_moves.after(0, 0, 100)]
    assert views == search.views[-len(views) :]
    assert sum(bool(shown_hands_of(view)) for view in views) > 30
