"""Lists of tables at their longest."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import Any

import pytest

from bot.tables.model.table_state import TableState
from bot.ui.kit.components import Layout
from bot.ui.table import table_lists
from data.tables.records import SeatRecord, TableStatus
from tests.bot.tables.samples import OPTIONS, PACK, make_table

WIDE = "*" * 32
"""A name of which every letter has to be escaped."""


def make_tables(status: TableStatus, count: int) -> list[TableState]:
    """Return so many tables of ten people each, at which user 0 has the first seat."""
    lives: list[TableState] = []
    for number in range(count):
        live = make_table()
        seats = tuple(SeatRecord(number, seat, seat, "person", WIDE) for seat in range(10))
        ids = {"guild": 1 << 62, "channel": 1 << 62, "message_channel": 1 << 62, "message": 1 << 62}
        live.record = replace(live.record, id=10**6 + number, seats=seats, status=status, **ids)
        if status == "playing":
            cards: Any = PACK
            live.state = live.game.new(10, OPTIONS, 0).chance("deal", cards)
        lives.append(live)
    return lives


def count_letters(layout: Layout) -> int:
    """Return how many letters a message's texts have together."""
    return sum(len(part["content"]) for part in layout.parts[0]["components"] if "content" in part)


@pytest.mark.parametrize("status", ["lobby", "playing"])
def test_the_longest_lists_fit_into_a_message_and_say_what_is_left_out(status: TableStatus) -> None:
    for count in (1, 14, 40):
        lives = make_tables(status, count)
        layouts = [
            table_lists.lobby_list([live.record for live in lives]),
            table_lists.active_list(lives, {live.id: 1 for live in lives}, lambda _: "#" * 60, more=3),
            table_lists.active_list(
                lives, {}, lambda _: "#" * 60, 3, {live.id: dict.fromkeys(range(10), 1) for live in lives}
            ),
            table_lists.own_list(lives, 0, 0, defaultdict(lambda: WIDE * 4), more=3),
            table_lists.own_list(lives, 5, 0, defaultdict(lambda: WIDE * 4), more=3),
        ]
        for layout in layouts:
            assert count_letters(layout) <= 4000
        if count == 40:
            assert all(" more." in str(layout.parts) for layout in layouts)


@pytest.mark.parametrize("awaited", [True, False])
def test_paused_tables_are_listed_apart(awaited: bool) -> None:
    (live,) = make_tables("playing", 1)
    assert live.state is not None
    user = next(seat for seat in range(10) if (seat in live.state.awaited) is awaited)
    live.record = replace(live.record, settings={"paused": 5000})
    text = str(table_lists.own_list([live], user, 0, defaultdict(lambda: "Home")).parts)
    assert "**Waiting for others:**" not in text
    assert "**Paused:**" in text
    assert "paused <t:5:R>" in text
    assert ("then it is your turn" in text) is awaited


def test_a_table_at_which_one_is_asked_something_is_none_that_waits_for_others_alone() -> None:
    (live,) = make_tables("playing", 1)
    assert live.state is not None
    user = next(seat for seat in range(10) if seat not in live.state.awaited)
    other = next(seat for seat in range(10) if seat != user)
    live.record = replace(live.record, settings={"votes": {"pause": {"seats": [other], "seq": 1, "at": 1}}})
    text = str(table_lists.own_list([live], user, 0, defaultdict(lambda: "Home")).parts)
    assert "**With a question for you:**" in text
    assert "you are asked to pause it" in text
    assert "No table is waiting" not in text
    assert "**Waiting for others:**" not in text
    text = str(table_lists.own_list([live], other, 0, defaultdict(lambda: "Home")).parts)
    assert "With a question for you" not in text


def test_replaced_player_reads_how_to_return() -> None:
    (live,) = make_tables("playing", 1)
    assert live.state is not None
    (user, *_) = live.state.awaited
    live.record = replace(live.record, settings={"stand_ins": [user]})
    assert "press *My hand* there, then *I am back*" in str(
        table_lists.own_list([live], user, 0, defaultdict(lambda: "Home")).parts
    )


def test_a_list_says_who_is_away_of_those_that_are_waited_for() -> None:
    (live,) = make_tables("playing", 1)
    assert live.state is not None
    (awaited, *_) = live.state.awaited
    other = next(seat for seat in range(10) if seat not in live.state.awaited)
    names = {awaited: "Cleo", other: "Dora"}
    live.record = replace(
        live.record, seats=tuple(replace(seat, name=names.get(seat.seat, "x")) for seat in live.record.seats)
    )
    away = {live.id: {awaited: 7000, other: 8000}}
    text = str(table_lists.active_list([live], {live.id: 2000}, lambda _: "Hand 1", 0, away).parts)
    assert "waits for Cleo (<t:2:R>), Cleo is back <t:7:R>" in text
    assert "Dora" not in text
