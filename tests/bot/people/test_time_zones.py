"""Time zones: a city is found by its name, hours from UTC mean what they say, only places are offered."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import available_timezones

import pytest

from bot.common.errors import Declined
from bot.people.quiet_hours import zone_of
from bot.people.time_zones import city_of, zones
from bot.ui.settings.quiet_hours import find_zone, suggest_zones
from data.people.records import Preferences

REGIONS = ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
NOON = datetime(2026, 11, 24, 12, tzinfo=UTC)


def test_zone_of_a_region_is_found_by_its_city() -> None:
    names = [name for name in available_timezones() if name.partition("/")[0] in REGIONS and city_of(name) != "west"]
    assert len(names) > 400
    for name in sorted(names):
        city = city_of(name).replace("_", " ")
        result = find_zone(city)
        assert city_of(result) == city_of(name), name
        assert any(city_of(text) == city_of(name) for text in suggest_zones(city)[:3]), name
        assert find_zone(name.lower()) == name, name
        offsets = [zone_of(Preferences(zone=zone)).utcoffset(NOON) for zone in (name, result)]
        assert offsets[0] == offsets[1], name


def test_zone_of_several_places_is_asked_for_with_their_names() -> None:
    with pytest.raises(Declined, match="Australia/West or Brazil/West"):
        find_zone("west")


def test_zone_with_two_names_is_offered_once() -> None:
    for typed, name in (
        ("istanb", "Europe/Istanbul"),
        ("Buenos", "America/Argentina/Buenos_Aires"),
        ("indianap", "America/Indiana/Indianapolis"),
        ("singap", "Asia/Singapore"),
    ):
        assert suggest_zones(typed) == [name]
    assert find_zone("Singapore") == "Singapore"


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
    assert find_zone(text) == name
    assert suggest_zones(text)[0] == name
    assert zone_of(Preferences(zone=name)).utcoffset(NOON) == timedelta(minutes=minutes)


@pytest.mark.parametrize("text", ["UTC+15", "-13", "UTC+2:60", "Etc/GMT+2", "Factory", "localtime", "Nowhere", ""])
def test_zone_that_no_place_has_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(Declined, match="time zone"):
        find_zone(text)


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
    assert city in suggest_zones(short)[:6]
    with pytest.raises(Declined, match="/") as refused:
        find_zone(short)
    assert "city" in refused.value.sentence


def test_zone_list_holds_places_alone() -> None:
    assert zones() <= available_timezones()
    assert not [name for name in zones() if name.startswith("Etc/") or name in {"Factory", "localtime", "EST", "GMT+0"}]
    assert len(suggest_zones("")) == 25
    assert "Europe/Berlin" in suggest_zones("")
    for typed in ("etc", "facto", "localt"):
        assert not [name for name in suggest_zones(typed) if "Etc" in name or name in {"Factory", "localtime"}]


def test_zone_that_is_known_no_longer_is_utc() -> None:
    assert zone_of(Preferences(zone="Mars/Olympus")) is UTC
    assert zone_of(Preferences(zone="")) is UTC
