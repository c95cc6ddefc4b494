"""A view of Conference, in which a search takes long."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.registry import game_named
from tests.rules.players.positions import positions

CONFERENCE = game_named("conference")


def make_view() -> Any:
    """Return a view of a player who is to move."""
    state, seat = next(iter(positions(CONFERENCE, Random(1))))
    return state.view(seat)
