"""Quiet hours: time zones, nights, and absences of people."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Final

from bot.common.errors import Declined
from bot.common.time_spans import DAY_MS, Span
from bot.people.time_zones import zone_of_name
from data.people.records import Preferences

MAX_NIGHT_MINUTES: Final = 12 * 60
"""Minutes that a night may last."""

MAX_AWAY_DAYS: Final = 14
"""Days that a user may be away at a time."""

MAX_AWAY_DAYS_IN_QUARTER: Final = 30
"""Days that a user may be away within QUARTER_DAYS."""

QUARTER_DAYS: Final = 90
"""Days after which an absence no longer counts."""


BEFORE_NIGHT_MS: Final = 30 * 60 * 1000
"""Milliseconds before a user's night at which they are reminded of what would fall into it."""


def zone_of(preferences: Preferences) -> tzinfo:
    """Return a user's time zone; UTC if they have named none, or an unknown one."""
    return zone_of_name(preferences.zone)


def nights(preferences: Preferences, since: int, most: int | None = None) -> Iterator[Span]:
    """Yield a user's nights from `since` (ms) on, without end; none if they have named none.

    The first may have begun before. Each counts for at most `most` minutes from its beginning, if given.
    """
    if preferences.night is None or most == 0:
        return
    begin, end = preferences.night
    zone = zone_of(preferences)
    day = datetime.fromtimestamp(since / 1000, zone).date() - timedelta(days=1)
    while True:
        # By the wall clock there, on the day on which clocks are changed, too: a night may have an hour more or less.
        at = min(_wall_clock_ms(day, begin, zone))
        over = max(_wall_clock_ms(day + timedelta(days=end <= begin), end, zone))
        over = over if most is None else min(over, at + most * 60_000)
        if over > max(at, since):
            yield Span(at, over)
        day += timedelta(days=1)


def _wall_clock_ms(day: date, minutes: int, zone: tzinfo) -> tuple[int, int]:
    """Return the instants (ms) at which a wall clock shows so many minutes after midnight.

    They differ when clocks are changed.
    """
    moment = datetime.combine(day, time(minutes // 60, minutes % 60), zone)
    return int(moment.timestamp() * 1000), int(moment.replace(fold=1).timestamp() * 1000)


def night_end(preferences: Preferences, now: int) -> int | None:
    """Return the end (ms) of a user's night at `now`; None by day."""
    for night in nights(preferences, now):
        return night.end if night.begin <= now else None
    return None


def evening_before(preferences: Preferences, at: int) -> int | None:
    """Return the instant (ms) shortly before the night into which `at` falls; None by day."""
    for night in nights(preferences, at):
        return night.begin - BEFORE_NIGHT_MS if night.begin <= at else None
    return None


def absences(preferences: Preferences) -> Iterator[Span]:
    """Return a user's absences, past and present."""
    return (Span(begin, end) for begin, end in preferences.away)


def away_until(preferences: Preferences, now: int) -> int | None:
    """Return the end (ms) of a user's absence at `now`; None if they are not away."""
    return max((end for begin, end in preferences.away if begin <= now < end), default=None)


def begin_absence(preferences: Preferences, now: int, until: int) -> tuple[tuple[int, int], ...]:
    """Return a user's absences with one from `now` until `until`, in place of a present one.

    Raises Declined beyond the limits.
    """
    if until <= now:
        raise Declined("That time has passed.")
    # A change of the end of an absence keeps the beginning of the present one.
    began = next((begin for (begin, end) in preferences.away if begin <= now < end), now)
    if until - began > MAX_AWAY_DAYS * DAY_MS:
        raise Declined(f"You can be away for at most {MAX_AWAY_DAYS} days at a time.")
    others = [(begin, min(end, now)) for begin, end in preferences.away if end > now - QUARTER_DAYS * DAY_MS]
    absences = [*(other for other in others if other[0] != began), (began, until)]
    if sum(end - begin for begin, end in absences) > MAX_AWAY_DAYS_IN_QUARTER * DAY_MS:
        raise Declined(
            f"You can be away for at most {MAX_AWAY_DAYS_IN_QUARTER} days in {QUARTER_DAYS}. Let somebody play for you "
            "instead: `/table substitute`."
        )
    return tuple(absences)


def end_absence(preferences: Preferences, now: int) -> tuple[tuple[int, int], ...]:
    """Return a user's absences after they return at `now`. Raises Declined if they are not away."""
    if away_until(preferences, now) is None:
        raise Declined("You are not away.")
    return tuple((begin, min(end, now)) for begin, end in preferences.away if begin < now)
