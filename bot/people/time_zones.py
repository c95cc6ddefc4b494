"""Time zones as people name them: by a city, or by an offset from UTC."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

NON_PLACE_ZONES: Final = frozenset(
    (
        *("CET", "CST6CDT", "EET", "EST", "EST5EDT", "Factory", "GMT", "GMT+0", "GMT-0", "GMT0", "Greenwich", "HST"),
        *("MET", "MST", "MST7MDT", "PST8PDT", "UCT", "Universal", "WET", "Zulu", "localtime"),
    )
)
"""Zones that are no places: they say nothing of clock changes, or turn signs round like `Etc/`."""

FIRST_OFFERED: Final = (
    *("America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Phoenix"),
    *("America/Anchorage", "Pacific/Honolulu", "America/Toronto", "America/Mexico_City", "America/Sao_Paulo"),
    *("America/Argentina/Buenos_Aires", "Europe/London", "Europe/Dublin", "Europe/Lisbon", "Europe/Berlin"),
    *("Europe/Paris", "Europe/Madrid", "Europe/Rome", "Europe/Vienna", "Europe/Warsaw", "Europe/Amsterdam"),
    *("Europe/Stockholm", "Europe/Athens", "Europe/Helsinki", "Europe/Kyiv", "Europe/Istanbul", "Europe/Moscow"),
    *("Africa/Johannesburg", "Africa/Lagos", "Africa/Cairo", "Asia/Jerusalem", "Asia/Dubai", "Asia/Kolkata"),
    *("Asia/Shanghai", "Asia/Manila", "Asia/Tokyo", "Asia/Seoul", "Australia/Perth", "Australia/Adelaide"),
    *("Australia/Sydney", "Pacific/Auckland"),
)
"""Zones that are offered first."""

OFFSET_PATTERN: Final = re.compile(r"(?:UTC|GMT)? ?([+-])(\d{1,2})(?::?([0-5]\d))?", re.IGNORECASE)
"""An offset: UTC+2, GMT-3:30, +0530."""

MAX_OFFSETS: Final = {"+": timedelta(hours=14), "-": timedelta(hours=12)}
"""The largest offsets in use, ahead and behind."""

SAMPLED_DAYS: Final = 28
"""Days between two samples when zones are compared."""


@cache
def zones() -> frozenset[str]:
    """Return the names of places' zones, and UTC. The first call reads files: make it in a thread (`load_zones`)."""
    return frozenset(
        name for name in available_timezones() if name not in NON_PLACE_ZONES and not name.startswith("Etc/")
    )


@cache
def zones_by_abbreviation() -> Mapping[str, tuple[str, ...]]:
    """Return zones by the abbreviations that clocks show this year, like EST. Reads files, as `zones` does."""
    names_by_abbreviation = defaultdict[str, set[str]](set)
    for name in zones():
        for at in _sample_times():
            if (short := at.astimezone(ZoneInfo(name)).strftime("%Z")).isalpha():
                names_by_abbreviation[short.casefold()].add(name)
    return {short: tuple(sort_zones(names)) for short, names in names_by_abbreviation.items()}


def load_zones() -> None:
    """Load all zones. Blocks for some tenths of a second; later calls use memory."""
    zones_by_abbreviation()


def zone_of_name(name: str) -> tzinfo:
    """Return the zone of that name or offset; UTC for none, or an unknown one."""
    if name in zones():
        return ZoneInfo(name)
    offset = parse_offset(name)
    return UTC if offset is None else timezone(offset)


def parse_offset(text: str) -> timedelta | None:
    """Return the offset of a text like UTC+2; None for other texts, and for offsets not in use."""
    match = OFFSET_PATTERN.fullmatch(text.strip())
    if match is None:
        return None
    offset = timedelta(hours=int(match[2]), minutes=int(match[3] or 0))
    return None if offset > MAX_OFFSETS[match[1]] else offset * (1 if match[1] == "+" else -1)


def format_offset(offset: timedelta) -> str:
    """Return an offset as stored and shown: UTC+02:00."""
    minutes = int(offset.total_seconds() // 60)
    return f"UTC{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


def sort_zones(names: Iterable[str]) -> list[str]:
    """Return zones with large cities first; of zones with equal city and clocks, one."""
    by_rules = dict[tuple[object, ...], str]()
    for name in sorted(names, key=_rank):
        by_rules.setdefault((city_of(name), *_offsets_of(name)), name)
    return list(by_rules.values())


def city_of(name: str) -> str:
    """Return the city of a zone, as people type it."""
    return name.rpartition("/")[2].casefold()


def _rank(name: str) -> tuple[object, ...]:
    place = FIRST_OFFERED.index(name) if name in FIRST_OFFERED else len(FIRST_OFFERED)
    return place, "/" not in name, -name.count("/"), name


@cache
def _offsets_of(name: str) -> tuple[object, ...]:
    """Return the zone's offsets through the year."""
    zone = ZoneInfo(name)
    return tuple(at.astimezone(zone).utcoffset() for at in _sample_times())


def _sample_times() -> list[datetime]:
    begin = datetime(datetime.now(UTC).year, 1, 1, tzinfo=UTC)
    return [begin + timedelta(days=days) for days in range(0, 366, SAMPLED_DAYS)]
