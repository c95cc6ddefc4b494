"""In which season something counts: that in which it was played, if it was entered in time."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from data.result_records import Season

GRACE_DAYS: Final = 7
"""Days after a season's end in which what was played in it may still be entered."""

GRACE_MS: Final = GRACE_DAYS * 24 * 3600 * 1000


def season_at(seasons: Sequence[Season], played: int) -> Season | None:
    """The season, of a server's in order, in which something was played at that time (ms)."""
    place = bisect_right([season.began for season in seasons], played)
    return seasons[place - 1] if place else None


def came_too_late(season: Season, entered: int | None) -> bool:
    """Whether what was entered at that time (ms) counts in a season no more; None was played at a table here."""
    return entered is not None and season.ended is not None and entered > season.ended + GRACE_MS


def season_of(seasons: Sequence[Season], played: int, entered: int | None) -> Season | None:
    """The season in which it counts; None where it counts for all time alone."""
    season = season_at(seasons, played)
    return None if season is None or came_too_late(season, entered) else season
