"""Values of hands of the day: frozen, plain. A day is counted from 1970-01-01, in UTC."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

DAY_MS: Final = 24 * 3600 * 1000
"""Milliseconds of a day."""

GRACE_MS: Final = 60 * 1000
"""Milliseconds from the end of a day to its close: computer players end their turns, and nobody begins one."""

MAX_AWAY_MS: Final = DAY_MS // 2
"""Milliseconds of a day for which the bot may be away. After more, that day breaks no streak: people had no fair chance
to play.
"""

KEPT_DAYS: Final = 30
"""Days for which results and secrets are kept."""


@dataclass(frozen=True, slots=True)
class NewTry:
    """A try that begins with its table. `mark` stands for its person (rules/shuffle.py, `derived`)."""

    day: int
    game: str
    user: int
    guild: int | None
    mark: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class DailyHand:
    """The hand of a day in a game."""

    day: int
    game: str
    secret: bytes = field(repr=False)
    closed: int | None = None
    """When (ms) the day was closed; None while it is open."""


@dataclass(frozen=True, slots=True)
class DailyResult:
    """A finished try of a closed day that a server's ranking shows. `table` is None once its table is deleted."""

    game: str
    user: int
    name: str
    points: int
    streak: int
    """The days in a row, up to this one, on which the person finished a hand of the day in the server."""
    table: int | None


def day_of(now: int) -> int:
    """The day of a time (ms)."""
    return now // DAY_MS


def end_of(day: int) -> int:
    """When (ms) a day ends."""
    return (day + 1) * DAY_MS
