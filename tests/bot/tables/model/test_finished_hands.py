"""From the rows of its finished hands every game goes on as from its log."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.tables.model import finished_hands
from data.tables.records import NewHand
from rules.contract import Chance, Game, Move, OptionValue, State
from rules.registry import GAMES
from rules.simulate import random_step, random_table
from rules.table import Table

HANDS = 3

SHORT: dict[str, dict[str, OptionValue]] = {"five_crowns": {"first": 3, "last": 6}}
"""Options of games whose hands are long: at random nobody goes out with many cards for thousands of turns."""


def play_hands(game: Game, seats: int, rng: Random) -> list[tuple[Table, NewHand]]:
    """Return the table after each of its first hands, with the row that is kept of that hand."""
    table, results, first = Table.new(game, seats, SHORT.get(game.id, {}), dealer=rng.randrange(seats)), [], 1
    while not table.state.finished and len(results) < HANDS:
        before, table = table, random_step(table, rng)
        if finished_hands.is_over(before.state, table.state):
            row = finished_hands.row_of(before.state, table.events[-1], table.state, (first, len(table.events)))
            results.append((table, row))
            first = len(table.events) + 1
    return results


def read_back(hand: NewHand) -> NewHand:
    """Return a row as it comes back from a database."""
    how, log, start = (json.loads(json.dumps(part)) for part in (hand.how, hand.log, hand.start))
    return replace(hand, how=how, log=log, start=start)


def all_views(state: State, seats: int) -> list[dict[str, Any]]:
    """Return the views of a bystander and of every seat."""
    return [state.view(seat) for seat in (None, *range(seats))]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
@pytest.mark.parametrize("is_full", [False, True], ids=["fewest seats", "most seats"])
def test_the_rows_lead_to_the_position_after_the_hand(game: Game, is_full: bool) -> None:
    """All views are the same, and so they stay while the game goes on."""
    rng, seats = Random(5), game.seats[is_full]
    points: list[tuple[int, ...]] = []
    results = play_hands(game, seats, rng)
    assert results
    for table, row in results:
        points.append(row.points)
        new_hand = read_back(row)
        state = finished_hands.position_after_hand(game, points, new_hand)
        assert all_views(state, seats) == all_views(table.state, seats)
        assert state.score() == table.state.score()
        if table.state.finished:
            continue
        next_table = random_table(table, rng) if table is results[-1][0] else table
        for step in next_table.events[len(table.events) :]:
            state, table = finished_hands.position_after(state, step), table.event(step)
            assert state.view(None) == table.state.view(None)
        assert all_views(state, seats) == all_views(next_table.state, seats)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_a_hands_log_has_one_entry_an_event(game: Game) -> None:
    """So an entry can be told for an event without its text; the seats are those that moved."""
    first_event = 0
    for table, row in play_hands(game, game.seats[0], Random(6)):
        events = table.events[first_event:]
        assert [entry.get("seat") for entry in row.log] == [
            event.seat if isinstance(event, Move) else None for event in events
        ]
        assert [entry.get("event") for entry in row.log] == [
            event.event if isinstance(event, Chance) else None for event in events
        ]
        assert (row.number, row.first, row.last) == (row.number, first_event + 1, len(table.events))
        first_event = len(table.events)


def test_a_row_grows_with_nothing() -> None:
    """Nothing of the hands before is in a row: the last of fifty is as long as the second, give or take its cards."""
    table, lengths, rng = Table.new(GAMES["voren"], 3, {"hands": 50}), [], Random(7)
    while not table.state.finished:
        before, table = table, random_step(table, rng)
        if finished_hands.is_over(before.state, table.state):
            row = finished_hands.row_of(before.state, table.events[-1], table.state, (1, 2))
            lengths.append(len(json.dumps(row.start)))
    assert len(lengths) == 50
    assert max(lengths) < 1.2 * lengths[1]


def test_hands_that_are_not_whole_are_told() -> None:
    """A row that is missing in front or in the middle."""
    rows = [row for _, row in play_hands(GAMES["voren"], 2, Random(1))]
    assert finished_hands.are_whole([])
    assert finished_hands.are_whole(rows)
    assert not finished_hands.are_whole(rows[1:])
    assert not finished_hands.are_whole([rows[0], rows[2]])
