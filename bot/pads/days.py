"""The days on which hands of score pads were played.

A hand's day is one for everybody: as typed, or the local day of the person who entered it. If only its instant is
known, each reader sees their own day.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final

from bot.people.time_zones import zone_of_name
from data.people.records import Preferences

FIRST_DAY: Final = date(1970, 1, 1)
"""The first day on which a hand can have been played."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def day_at(now: int, zone: tzinfo = UTC) -> date:
    """Return the day of an instant (ms) in a time zone."""
    return (_EPOCH + timedelta(milliseconds=now)).astimezone(zone).date()


def own_day(now: int, preferences: Preferences) -> str | None:
    """Return a user's day at an instant (ms), as ISO 8601; None if they have named no time zone."""
    return day_at(now, zone_of_name(preferences.zone)).isoformat() if preferences.zone else None


def noon_of(day: date, zone: tzinfo = UTC) -> int:
    """Return the instant (ms) at which it is noon on a day."""
    return max(0, (datetime.combine(day, time(12), zone) - _EPOCH) // timedelta(milliseconds=1))


def format_instant(at: int) -> str:
    """Return an instant (ms) as ISO 8601 in UTC, "2026-05-01T18:30:00.000Z", which no spreadsheet reformats."""
    return (_EPOCH + timedelta(milliseconds=at)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def format_for_file(played: int, day: str | None) -> str:
    """Return the time of a hand in files: its day, or else its instant (ms)."""
    return format_instant(played) if day is None else day


def format_for_print(played: int, day: str | None) -> str:
    """Return the day of a hand on paper: 2026-11-24; "2026-11-24 UTC" if only its instant (ms) is known."""
    return f"{day_at(played)} UTC" if day is None else day


def format_for_message(played: int, day: str | None, style: str = "d") -> str:
    """Return the day of a hand in markdown; if only its instant (ms) is known, as a Discord timestamp of that style."""
    if day is None:
        return f"<t:{played // 1000}:{style}>"
    parsed_day = date.fromisoformat(day)
    return f"{parsed_day.day} {parsed_day:%B} {parsed_day.year}"
