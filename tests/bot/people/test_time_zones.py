"""Time zones: a city is found by its name, hours from UTC mean what they say, only places are offered."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import available_timezones

import pytest

from bot.common.errors import Declined
from bot.people.quiet_hours import zone_of
from bot.people.time_zones import city_of, zones
from bot.ui.settings.quiet_hours import zone_named, zones_like
from data.records import Preferences

REGIONS = ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
NOON = datetime(2026, 11, 24, 12, tzinfo=UTC)


NAMES = sorted(name for name in available_timezones() if name.partition("/")[0] in REGIONS)


@pytest.mark.parametrize("name", [name for name in NAMES if city_of(name) != "west"])
def test_zone_of_a_region_is_found_by_its_city(name: str) -> None:
    city = city_of(name).replace("_", " ")
    found = zone_named(city)
    assert city_of(found) == city_of(name)
    assert any(city_of(one) == city_of(name) for one in zones_like(city)[:3])
    assert zone_named(name.lower()) == name
    assert zone_of(Preferences(zone=name)).utcoffset(NOON) == zone_of(Preferences(zone=found)).utcoffset(NOON)


def test_zone_of_several_places_is_asked_for_with_their_names() -> None:
    with pytest.raises(Declined, match="Australia/West or Brazil/West"):
        zone_named("west")


def test_zone_with_two_names_is_offered_once() -> None:
    for typed, name in (
        ("istanb", "Europe/Istanbul"),
        ("Buenos", "America/Argentina/Buenos_Aires"),
        ("indianap", "America/Indiana/Indianapolis"),
        ("singap", "Asia/Singapore"),
    ):
        assert zones_like(typed) == [name]
    assert zone_named("Singapore") == "Singapore"


@pytest.mark.parametrize(
    ("text", "name", "minutes"),
    [
        ("GMT+2", "UTC+02:00", 120),
        ("utc+2", "UTC+02:00", 120),
        ("UTC -5", "UTC-05:00", -300),
        ("+5:30", "UTC+05:30", 330),
        ("GMT-03:30", "UTC-03:30", -210),
        ("+1245", "UTC+12:45", 765),
        ("UTC+0", "UTC+00:00", 0),
        ("UTC", "UTC", 0),
        ("gmt", "UTC", 0),
    ],
)
def test_zone_named_by_hours_is_ahead_of_utc_where_it_has_a_plus(text: str, name: str, minutes: int) -> None:
    assert zone_named(text) == name
    assert zones_like(text)[0] == name
    assert zone_of(Preferences(zone=name)).utcoffset(NOON) == timedelta(minutes=minutes)


@pytest.mark.parametrize("text", ["UTC+15", "-13", "UTC+2:60", "Etc/GMT+2", "Factory", "localtime", "Nowhere", ""])
def test_zone_that_no_place_has_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(Declined, match="time zone"):
        zone_named(text)


@pytest.mark.parametrize(
    ("short", "city"),
    [
        ("EST", "America/New_York"),
        ("EDT", "America/New_York"),
        ("pst", "America/Los_Angeles"),
        ("CET", "Europe/Berlin"),
        ("CEST", "Europe/Paris"),
        ("IST", "Asia/Kolkata"),
        ("MST", "America/Denver"),
        ("HST", "Pacific/Honolulu"),
    ],
)
def test_zone_named_by_an_abbreviation_is_answered_with_cities(short: str, city: str) -> None:
    assert city in zones_like(short)[:6]
    with pytest.raises(Declined, match="/") as refused:
        zone_named(short)
    assert "city" in refused.value.sentence


def test_zone_list_holds_places_alone() -> None:
    assert zones() <= available_timezones()
    assert not [name for name in zones() if name.startswith("Etc/") or name in {"Factory", "localtime", "EST", "GMT+0"}]
    assert len(zones_like("")) == 25
    assert "Europe/Berlin" in zones_like("")
    for typed in ("etc", "facto", "localt"):
        assert not [name for name in zones_like(typed) if "Etc" in name or name in {"Factory", "localtime"}]


def test_zone_that_is_known_no_longer_is_utc() -> None:
    assert zone_of(Preferences(zone="Mars/Olympus")) is UTC
    assert zone_of(Preferences(zone="")) is UTC
