"""The season of a result, where seasons follow each other or one was ended."""

from __future__ import annotations

import pytest

from bot.standings.seasons import GRACE_MS, season_of
from data.standings.records import Season

SPRING = Season(1, 1, "Spring", 100, 200)
SUMMER = Season(1, 2, "Summer", 300, None)


@pytest.mark.parametrize(
    ("played", "entered", "season"),
    [
        (99, None, None),
        (100, None, SPRING),
        (199, None, SPRING),
        (199, 200 + GRACE_MS, SPRING),
        (199, 201 + GRACE_MS, None),
        (200, None, None),
        (299, None, None),
        (300, None, SUMMER),
    ],
)
def test_game_between_two_seasons_counts_in_neither(played: int, entered: int | None, season: Season | None) -> None:
    assert season_of([SPRING, SUMMER], played, entered) == season
