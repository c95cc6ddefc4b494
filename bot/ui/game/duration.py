"""About how long a game takes, as the lobby tells it."""

from __future__ import annotations

from typing import Final

SECONDS_PER_MOVE: Final = 8
"""The estimated time for a move of people at one table. Durations are rounded to 5 minutes for that reason."""

MAX_MINUTES: Final = 90
"""Minutes above which hours are said."""


def describe_duration(moves: float, seats: int) -> str:
    """Return the duration of a game with `moves` a player at a table of `seats`, as a part of a sentence."""
    minutes = max(5, 5 * round(moves * seats * SECONDS_PER_MOVE / 300))
    each = max(1, round(moves) if moves < 20 else 5 * round(moves / 5))
    time = f"{minutes} minutes" if minutes <= MAX_MINUTES else f"{round(minutes / 60)} hours"
    return f"about {each} move{'s' * (each > 1)} a player, {time} in all, or days at your own pace"
