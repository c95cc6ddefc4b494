"""About how long a game takes."""

from __future__ import annotations

import pytest

from bot.ui.game.duration import describe_duration


@pytest.mark.parametrize(
    ("moves", "seats", "text"),
    [
        (0.4, 2, "about 1 move a player, 5 minutes"),
        (3.4, 2, "about 3 moves a player, 5 minutes"),
        (19.4, 4, "about 19 moves a player, 10 minutes"),
        (56.1, 4, "about 55 moves a player, 30 minutes"),
        (340, 10, "about 340 moves a player, 8 hours"),
    ],
)
def test_moves_and_minutes_are_rounded_to_what_can_be_known(moves: float, seats: int, text: str) -> None:
    assert describe_duration(moves, seats) == f"{text} in all, or days at your own pace"
