"""Lists of tables at their longest."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.show import lists
from bot.tables.live import Live
from bot.wire.components import Layout
from data.records import SeatRecord, TableStatus
from tests.bot.tables.samples import OPTIONS, PACK, lobby

WIDE = "*" * 32
"""A name of which every letter has to be escaped."""


def tables(status: TableStatus, count: int) -> list[Live]:
    """So many tables of ten people each, at which user 0 has the first seat."""
    made: list[Live] = []
    for number in range(count):
        live = lobby()
        seats = tuple(SeatRecord(number, seat, seat, "person", WIDE) for seat in range(10))
        ids = {"guild": 1 << 62, "channel": 1 << 62, "message_channel": 1 << 62, "message": 1 << 62}
        live.record = replace(live.record, id=10**6 + number, seats=seats, status=status, **ids)
        if status == "playing":
            cards: Any = PACK
            live.state = live.game.new(10, OPTIONS, 0).chance("deal", cards)
        made.append(live)
    return made


def letters(layout: Layout) -> int:
    """How many letters a message's texts have together."""
    return sum(len(part["content"]) for part in layout.parts[0]["components"] if "content" in part)


@pytest.mark.parametrize("status", ["lobby", "playing"])
def test_the_longest_lists_fit_into_a_message_and_say_what_is_left_out(status: TableStatus) -> None:
    for count in (1, 14, 40):
        made = tables(status, count)
        shown = [
            lists.lobbies([live.record for live in made]),
            lists.under_way(made, {live.id: 1 for live in made}, lambda _: "#" * 60, more=3),
            lists.mine(made, 0, 0, lambda _: WIDE * 4, more=3),
            lists.mine(made, 5, 0, lambda _: WIDE * 4, more=3),
        ]
        for layout in shown:
            assert letters(layout) <= 4000
        if count == 40:
            assert all(" more." in str(layout.parts) for layout in shown)
