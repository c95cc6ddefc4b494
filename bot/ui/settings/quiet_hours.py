"""Parsing time zones, quiet hours and times away."""

from __future__ import annotations

import re
from calendar import day_name
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Final

from bot.common.errors import Declined
from bot.common.time_spans import DAY_MS
from bot.people.quiet_hours import MAX_AWAY_DAYS, MAX_NIGHT_MINUTES, zone_of
from bot.people.time_zones import city_of, format_offset, parse_offset, sort_zones, zones, zones_by_abbreviation
from bot.ui.kit.components import MAX_SUGGESTIONS
from data.people.records import Preferences

CLOCK_TIME: Final = re.compile(r"([01]?[0-9]|2[0-3])(?:[:.h]([0-5][0-9]))? ?([ap]m)?", re.IGNORECASE)
"""A time of day: 23, 7:30, 11 pm."""

NOON_HOUR: Final = 12
"""The last hour that stands before am or pm."""

MORNING_MINUTE: Final = 8 * 60
"""The minute of the day at which somebody who has named no night is back from being away."""

UTC_NAMES: Final = frozenset({"utc", "gmt"})
"""Names of UTC."""

MAX_CITIES: Final = 3
"""So many are named where several are meant."""


def parse_clock_time(text: str) -> int:
    """Return a time of day in minutes after midnight. Raises Declined for other text."""
    match = CLOCK_TIME.fullmatch(text.strip())
    if match is None or (match[3] and not 1 <= int(match[1]) <= NOON_HOUR):
        raise Declined(f"{text.strip()[:20]!r} is not a time. Type it like 23, 7:30 or 11 pm.")
    hour, half = int(match[1]), (match[3] or "").lower()
    if half:
        hour = hour % NOON_HOUR + (NOON_HOUR if half == "pm" else 0)
    return hour * 60 + int(match[2] or 0)


def format_clock_time(minutes: int) -> str:
    """Return minutes after midnight as a time of day."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def make_night(begin: str, end: str) -> tuple[int, int]:
    """Return a night from one time of day to another. Raises Declined for other text, and a night that is too long."""
    times = parse_clock_time(begin), parse_clock_time(end)
    long = (times[1] - times[0]) % (24 * 60)
    if not 0 < long <= MAX_NIGHT_MINUTES:
        raise Declined(f"Quiet hours last at most {MAX_NIGHT_MINUTES // 60} hours.")
    return times


def find_zone(text: str) -> str:
    """Return the stored name of a time zone, from its name, its city, or hours from UTC.

    Raises Declined for other text.
    """
    if (offset := parse_offset(text)) is not None:
        return format_offset(offset)
    typed = text.strip().replace(" ", "_").casefold()
    if typed in UTC_NAMES:
        return "UTC"
    matches = [zone for zone in zones() if zone.casefold() == typed]
    matches = matches or sort_zones(zone for zone in zones() if city_of(zone) == typed)
    if len(matches) == 1:
        return matches[0]
    candidates = matches or zones_by_abbreviation().get(typed, ())[:MAX_CITIES]
    if candidates:
        raise Declined(f"Several places have that time zone. Type a city near you, like {' or '.join(candidates)}.")
    raise Declined("There is no such time zone. Type a city near you, like Berlin.")


def suggest_zones(text: str) -> list[str]:
    """Return suggested time zones for a text: an offset, a name, or a match; prefixes first."""
    if (offset := parse_offset(text)) is not None:
        return [format_offset(offset)]
    typed = text.strip().replace(" ", "_").casefold()
    called = ["UTC"] if typed in UTC_NAMES else []
    called += zones_by_abbreviation().get(typed, ())
    matches = sort_zones(zone for zone in zones() if typed in zone.casefold() and zone not in called)
    matches.sort(key=lambda zone: not city_of(zone).startswith(typed))
    return [*called, *matches][:MAX_SUGGESTIONS]


def suggest_days(preferences: Preferences, now: int) -> Iterator[tuple[str, str]]:
    """Yield suggestions for the end of a time away: each as text, and as input of `parse_moment`."""
    today = datetime.fromtimestamp(now / 1000, zone_of(preferences)).date()
    for ahead in range(1, MAX_AWAY_DAYS + 1):
        day = today + timedelta(days=ahead)
        if morning_timestamp(day, preferences) - now <= MAX_AWAY_DAYS * DAY_MS:
            called = "tomorrow, " if ahead == 1 else ""
            yield f"{called}{day:%A} {day.day} {day:%B}", day.isoformat()


def morning_timestamp(day: date, preferences: Preferences) -> int:
    """Return the time (ms) at which a person away until a day is back: the end of their night, if they set one."""
    minutes = MORNING_MINUTE if preferences.night is None else preferences.night[1]
    at = datetime.combine(day, datetime.min.time(), zone_of(preferences)).replace(
        hour=minutes // 60, minute=minutes % 60
    )
    return int(at.timestamp() * 1000)


def parse_moment(text: str, preferences: Preferences, now: int) -> int:
    """Parse a day, or a day and a time, of somebody's time zone (ms). Raises Declined.

    Examples: 2026-12-03, 2026-12-03 18:00, Thursday 3 December, Thursday. A day alone means its morning.
    """
    typed = set(_words(text))
    days = [value for name, value in suggest_days(preferences, now) if typed and typed <= set(_words(name))]
    weekday = text.strip().casefold() in {name.casefold() for name in day_name}
    text = days[0] if len(days) == 1 or (days and weekday) else text.strip()
    try:
        return morning_timestamp(date.fromisoformat(text), preferences)
    except ValueError:
        pass  # there may be a time of day as well
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise Declined("I cannot read that day. Choose one from the list, or type it like 2026-12-03.") from None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=zone_of(preferences))
    return int(moment.timestamp() * 1000)


def _words(text: str) -> list[str]:
    return text.casefold().replace(",", " ").split()
