"""The days on which hands of score pads were played.

A day is that of whoever entered the hand: as they typed it or, where they have named a time zone, as it was there. It
is one day for everybody. Of a hand that has none, only the instant is known: each reader sees the day of their own.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final

from bot.people.time_zones import zone_of_name
from data.records import Preferences

FIRST: Final = date(1970, 1, 1)
"""The first day on which a hand can have been played."""

_BEGIN: Final = datetime(1970, 1, 1, tzinfo=UTC)


def day_at(now: int, zone: tzinfo = UTC) -> date:
    """The day of an instant (ms) in a time zone."""
    return (_BEGIN + timedelta(milliseconds=now)).astimezone(zone).date()


def own_day(now: int, likes: Preferences) -> str | None:
    """Somebody's day at an instant (ms), as it is kept; None where they have named no time zone."""
    return day_at(now, zone_of_name(likes.zone)).isoformat() if likes.zone else None


def noon_of(day: date, zone: tzinfo = UTC) -> int:
    """The instant (ms) at which it is noon on a day."""
    return max(0, (datetime.combine(day, time(12), zone) - _BEGIN) // timedelta(milliseconds=1))


def moment(at: int) -> str:
    """An instant (ms) as ISO 8601 in UTC, "2026-05-01T18:30:00.000Z": no spreadsheet makes another of it."""
    return (_BEGIN + timedelta(milliseconds=at)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def written(played: int, day: str | None) -> str:
    """When a hand was played, as files have it: its day, or the instant (ms) where that alone is known."""
    return moment(played) if day is None else day


def printed_day(played: int, day: str | None) -> str:
    """The day of a hand on paper: 2026-11-24."""
    return day_at(played).isoformat() if day is None else day


def shown_day(played: int, day: str | None, style: str = "d") -> str:
    """The day of a hand, in markdown; where the instant (ms) alone is known, in that style of Discord's."""
    if day is None:
        return f"<t:{played // 1000}:{style}>"
    there = date.fromisoformat(day)
    return f"{there.day} {there:%B} {there.year}"
