"""When somebody sleeps, or is away: their time zone, their night, and the times for which they said so."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Final

from bot.common.errors import Declined
from bot.common.time_spans import DAY, Span
from bot.people.time_zones import zone_of_name
from data.records import Preferences

LONGEST_NIGHT: Final = 12 * 60
"""Minutes that a night may last."""

MOST_AWAY: Final = 14
"""Days that somebody may be away at a time."""

IN_ALL: Final = 30
"""Days that somebody may be away within the last QUARTER days."""

QUARTER: Final = 90
"""Days after which nobody counts for how long somebody was away."""

A_DAY: Final = DAY * 1000

BEFORE_NIGHT: Final = 30 * 60 * 1000
"""Milliseconds before somebody's night at which they are told what would fall into it."""


def zone_of(likes: Preferences) -> tzinfo:
    """Somebody's time zone; UTC where they have named none, or one that is known no longer."""
    return zone_of_name(likes.zone)


def nights(likes: Preferences, since: int, most: int | None = None) -> Iterator[Span]:
    """Somebody's nights from `since` (ms) on, the first of which may have begun before, without end; none where they
    have named none. Each counts for `most` minutes from its beginning at most, where that is given.
    """
    if likes.night is None or most == 0:
        return
    begin, end = likes.night
    zone = zone_of(likes)
    day = datetime.fromtimestamp(since / 1000, zone).date() - timedelta(days=1)
    while True:
        # By the wall clock there, on the day on which clocks are changed, too: a night may have an hour more or less.
        at = min(_at(day, begin, zone))
        over = max(_at(day + timedelta(days=end <= begin), end, zone))
        over = over if most is None else min(over, at + most * 60_000)
        if over > max(at, since):
            yield Span(at, over)
        day += timedelta(days=1)


def _at(day: date, minutes: int, zone: tzinfo) -> tuple[int, int]:
    """When (ms) a wall clock shows so many minutes after midnight: the same twice, but where it shows that twice, or
    never.
    """
    found = datetime.combine(day, time(minutes // 60, minutes % 60), zone)
    return int(found.timestamp() * 1000), int(found.replace(fold=1).timestamp() * 1000)


def wakes(likes: Preferences, now: int) -> int | None:
    """When the night ends in which somebody is at `now`; None where it is day for them."""
    for night in nights(likes, now):
        return night.end if night.begin <= now else None
    return None


def evening_before(likes: Preferences, at: int) -> int | None:
    """Shortly before the night into which `at` falls; None where it is day for somebody then."""
    for night in nights(likes, at):
        return night.begin - BEFORE_NIGHT if night.begin <= at else None
    return None


def absences(likes: Preferences) -> Iterator[Span]:
    """When somebody was, is, or will be away."""
    return (Span(begin, end) for begin, end in likes.away)


def away_until(likes: Preferences, now: int) -> int | None:
    """Until when somebody is away at `now`; None where they are not."""
    return max((end for begin, end in likes.away if begin <= now < end), default=None)


def going_away(likes: Preferences, now: int, until: int) -> tuple[tuple[int, int], ...]:
    """Somebody's times away, with one from `now` until `until` in place of one that lasts. Raises Declined where that
    is more than holds clocks.
    """
    if until <= now:
        raise Declined("That time has passed.")
    if until - now > MOST_AWAY * A_DAY:
        raise Declined(f"You can be away for at most {MOST_AWAY} days at a time.")
    others = [(begin, min(end, now)) for begin, end in likes.away if end > now - QUARTER * A_DAY]
    # Whoever changes until when they are away goes on with the time that has begun.
    began = next((begin for (begin, end) in likes.away if begin <= now < end), now)
    kept = [*(one for one in others if one[0] != began), (began, until)]
    if sum(end - begin for begin, end in kept) > IN_ALL * A_DAY:
        raise Declined(
            f"You can be away for at most {IN_ALL} days in {QUARTER}. Let somebody play for you instead: "
            "`/table substitute`."
        )
    return tuple(kept)


def come_home(likes: Preferences, now: int) -> tuple[tuple[int, int], ...]:
    """Somebody's times away once they are back at `now`. Raises Declined where they are not away."""
    if away_until(likes, now) is None:
        raise Declined("You are not away.")
    return tuple((begin, min(end, now)) for begin, end in likes.away if begin < now)
