"""The season in which a result counts: that in which it was played, if it was entered in time."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from data.standings.records import Season

GRACE_DAYS: Final = 7
"""Days after a season's end in which its results may still be entered."""

GRACE_MS: Final = GRACE_DAYS * 24 * 3600 * 1000


def season_at(seasons: Sequence[Season], played: int) -> Season | None:
    """Return the season, among a server's in order, at a time (ms).

    Returns None before the first and after one that was ended.
    """
    place = bisect_right([season.began for season in seasons], played)
    season = seasons[place - 1] if place else None
    return None if season is None or (season.ended is not None and played >= season.ended) else season


def is_too_late(season: Season, entered: int | None) -> bool:
    """Whether a result entered at that time (ms) is too late for a season; None: it was played at a table."""
    return entered is not None and season.ended is not None and entered > season.ended + GRACE_MS


def season_of(seasons: Sequence[Season], played: int, entered: int | None) -> Season | None:
    """Return the season in which a result counts; None if it counts for all time only."""
    season = season_at(seasons, played)
    return None if season is None or is_too_late(season, entered) else season
