"""Time zones as people name them: a city's, or so many hours from UTC."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

NOT_PLACES: Final = frozenset(
    (
        *("CET", "CST6CDT", "EET", "EST", "EST5EDT", "Factory", "GMT", "GMT+0", "GMT-0", "GMT0", "Greenwich", "HST"),
        *("MET", "MST", "MST7MDT", "PST8PDT", "UCT", "Universal", "WET", "Zulu", "localtime"),
    )
)
"""Names that say nothing of when clocks are changed, or turn signs round, as those of `Etc/` do."""

FIRST: Final = (
    *("America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Phoenix"),
    *("America/Anchorage", "Pacific/Honolulu", "America/Toronto", "America/Mexico_City", "America/Sao_Paulo"),
    *("America/Argentina/Buenos_Aires", "Europe/London", "Europe/Dublin", "Europe/Lisbon", "Europe/Berlin"),
    *("Europe/Paris", "Europe/Madrid", "Europe/Rome", "Europe/Vienna", "Europe/Warsaw", "Europe/Amsterdam"),
    *("Europe/Stockholm", "Europe/Athens", "Europe/Helsinki", "Europe/Kyiv", "Europe/Istanbul", "Europe/Moscow"),
    *("Africa/Johannesburg", "Africa/Lagos", "Africa/Cairo", "Asia/Jerusalem", "Asia/Dubai", "Asia/Kolkata"),
    *("Asia/Shanghai", "Asia/Manila", "Asia/Tokyo", "Asia/Seoul", "Australia/Perth", "Australia/Adelaide"),
    *("Australia/Sydney", "Pacific/Auckland"),
)
"""The cities that are offered before others."""

OFFSET: Final = re.compile(r"(?:UTC|GMT)? ?([+-])(\d{1,2})(?::?([0-5]\d))?", re.IGNORECASE)
"""So many hours ahead of UTC, or behind it: UTC+2, GMT-3:30, +0530."""

FARTHEST: Final = {"+": timedelta(hours=14), "-": timedelta(hours=12)}
"""The clocks that are farthest ahead of UTC, and behind it."""

SAMPLED_DAYS: Final = 28
"""Days between the instants at which two zones are compared."""


@cache
def zones() -> frozenset[str]:
    """The names of the zones of places, and UTC. The first call reads files: make it on a thread (`load`)."""
    return frozenset(name for name in available_timezones() if name not in NOT_PLACES and not name.startswith("Etc/"))


@cache
def by_abbreviation() -> Mapping[str, tuple[str, ...]]:
    """The zones in which clocks have shown a short name this year, like EST or CEST. Reads files, as `zones` does."""
    found = defaultdict[str, set[str]](set)
    for name in zones():
        for at in _sampled():
            if (short := at.astimezone(ZoneInfo(name)).strftime("%Z")).isalpha():
                found[short.casefold()].add(name)
    return {short: tuple(in_order(names)) for short, names in found.items()}


def load() -> None:
    """Read all that is known of zones. Blocks for some tenths of a second; later calls find it in memory."""
    by_abbreviation()


def zone_of_name(name: str) -> tzinfo:
    """The zone that somebody has named; UTC where they have named none, or one that is known no longer."""
    if name in zones():
        return ZoneInfo(name)
    offset = offset_of(name)
    return UTC if offset is None else timezone(offset)


def offset_of(text: str) -> timedelta | None:
    """How far ahead of UTC so many hours are; None where the text says no such thing, or no clock shows it."""
    found = OFFSET.fullmatch(text.strip())
    if found is None:
        return None
    offset = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
    return None if offset > FARTHEST[found[1]] else offset * (1 if found[1] == "+" else -1)


def name_of_offset(offset: timedelta) -> str:
    """An offset as it is kept and shown: UTC+02:00."""
    minutes = int(offset.total_seconds() // 60)
    return f"UTC{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


def in_order(names: Iterable[str]) -> list[str]:
    """Zones with those of large cities first, one alone of those that have the same city and the same clocks."""
    found = dict[tuple[object, ...], str]()
    for name in sorted(names, key=_rank):
        found.setdefault((city_of(name), *_clocks(name)), name)
    return list(found.values())


def city_of(name: str) -> str:
    """The place of a zone, as one types it."""
    return name.rpartition("/")[2].casefold()


def _rank(name: str) -> tuple[object, ...]:
    place = FIRST.index(name) if name in FIRST else len(FIRST)
    return place, "/" not in name, -name.count("/"), name


@cache
def _clocks(name: str) -> tuple[object, ...]:
    """What clocks show there through the year."""
    zone = ZoneInfo(name)
    return tuple(at.astimezone(zone).utcoffset() for at in _sampled())


def _sampled() -> list[datetime]:
    begin = datetime(datetime.now(UTC).year, 1, 1, tzinfo=UTC)
    return [begin + timedelta(days=days) for days in range(0, 366, SAMPLED_DAYS)]
