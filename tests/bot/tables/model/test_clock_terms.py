"""When a clock has run out that stood still at times; nights and absences; what a table's settings say of its clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import islice, pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.common.errors import Declined
from bot.common.time_spans import DAY_MS, HOUR_SECONDS, Span, find_expiry, measure_elapsed
from bot.people.quiet_hours import (
    BEFORE_NIGHT_MS,
    MAX_AWAY_DAYS,
    MAX_AWAY_DAYS_IN_QUARTER,
    MAX_NIGHT_MINUTES,
    away_until,
    begin_absence,
    end_absence,
    evening_before,
    night_end,
    nights,
)
from bot.tables.model.clock_terms import (
    LENGTHS,
    MOVE,
    bank_left,
    is_late,
    near_end,
    pauses,
    plays_at_once,
    prompt,
    terms_of,
    times_late,
    usual_bank,
)
from bot.ui.settings.quiet_hours import make_night, parse_clock_time, parse_moment, suggest_days
from bot.ui.table.deadlines import duration_text
from data.people.records import Preferences
from data.tables.settings import TableSettings

SPANS = st.lists(
    st.tuples(st.integers(0, 300), st.integers(0, 80)).map(lambda pair: Span(pair[0], pair[0] + pair[1])), max_size=6
).map(sorted)


def is_still(at: int, *groups: list[Span]) -> bool:
    """Check whether a clock stands still from `at` to the next moment, because of any of these spans."""
    return any(span.begin <= at and (span.end is None or at < span.end) for spans in groups for span in spans)


@given(began=st.integers(0, 100), allowed=st.integers(0, 200), spans=SPANS, other=SPANS)
def test_a_clock_runs_out_when_moment_by_moment_it_has_run_long_enough(
    began: int, allowed: int, spans: list[Span], other: list[Span]
) -> None:
    at, remaining = began, allowed
    while remaining or is_still(at, spans, other):
        remaining -= not is_still(at, spans, other)
        at += 1
        if not remaining:
            break
    number = find_expiry(began, allowed, spans, other)
    assert number is not None
    assert measure_elapsed(began, number, spans, other) == allowed
    if allowed:
        assert number == at
        assert measure_elapsed(began, number - 1, spans, other) == allowed - 1


@given(began=st.integers(0, 100), now=st.integers(0, 500), spans=SPANS, other=SPANS)
def test_it_has_run_for_all_moments_in_which_it_did_not_stand_still(
    began: int, now: int, spans: list[Span], other: list[Span]
) -> None:
    assert measure_elapsed(began, now, spans, other) == sum(not is_still(at, spans, other) for at in range(began, now))


@given(began=st.integers(0, 100), allowed=st.integers(1, 200), since=st.integers(0, 400), spans=SPANS)
def test_suspended_clock_has_no_deadline(began: int, allowed: int, since: int, spans: list[Span]) -> None:
    deadline, ended = find_expiry(began, allowed, spans), [Span(since, None)]
    assert deadline is not None
    assert find_expiry(began, allowed, spans, ended) == (deadline if deadline <= since else None)
    assert measure_elapsed(began, 1000, spans, ended) == measure_elapsed(began, max(began, since), spans)


def test_a_clock_may_sleep_every_night_without_end() -> None:
    preferences = Preferences(zone="Europe/Berlin", night=(22 * 60, 7 * 60))
    noon = int(datetime(2026, 11, 24, 12, tzinfo=ZoneInfo("Europe/Berlin")).timestamp() * 1000)
    slept = find_expiry(noon, 24 * HOUR_SECONDS * 1000, nights(preferences, noon))
    assert slept is not None
    # 10 hours until ten in the evening, 15 by day, the rest of the next day's: nine hours of each night are left out.
    assert datetime.fromtimestamp(slept / 1000, ZoneInfo("Europe/Berlin")).isoformat() == "2026-11-25T21:00:00+01:00"
    least = find_expiry(noon, 24 * HOUR_SECONDS * 1000, nights(preferences, noon, 6 * 60))
    assert least is not None
    assert datetime.fromtimestamp(least / 1000, ZoneInfo("Europe/Berlin")).isoformat() == "2026-11-25T18:00:00+01:00"


def test_a_night_begins_by_the_clock_on_the_wall_also_where_clocks_are_changed() -> None:
    zone = ZoneInfo("Europe/Berlin")
    preferences = Preferences(zone="Europe/Berlin", night=(23 * 60, 6 * 60))
    friday = int(datetime(2026, 10, 23, 12, tzinfo=zone).timestamp() * 1000)
    begins = [datetime.fromtimestamp(span.begin / 1000, zone) for span in islice(nights(preferences, friday), 4)]
    assert [(moment.day, moment.hour) for moment in begins] == [(23, 23), (24, 23), (25, 23), (26, 23)]
    assert [
        (b - a).total_seconds() / HOUR_SECONDS for a, b in pairwise([moment.astimezone(UTC) for moment in begins])
    ] == [
        24,
        25,
        24,
    ]


def test_a_night_ends_by_the_clock_on_the_wall_also_where_clocks_are_changed() -> None:
    """Else whoever sleeps until seven is woken at six on the last Sunday of October."""
    zone = ZoneInfo("Europe/Berlin")
    preferences = Preferences(zone="Europe/Berlin", night=(22 * 60, 7 * 60))
    for year, month, day, hours in ((2026, 10, 25, 10), (2027, 3, 28, 8), (2027, 3, 29, 9)):
        early = int(datetime(year, month, day, 6, 59, tzinfo=zone).timestamp() * 1000)
        assert night_end(preferences, early) == early + 60_000
        assert night_end(preferences, early + 60_000) is None
        night = next(nights(preferences, early))
        assert night.end is not None
        assert (night.end - night.begin) / HOUR_SECONDS / 1000 == hours
        slept = next(nights(preferences, early - 4 * HOUR_SECONDS * 1000, 6 * 60))
        assert slept == Span(night.begin, night.begin + 6 * HOUR_SECONDS * 1000), (
            "a clock sleeps no longer than its table says"
        )


@given(begin=st.integers(0, 1439), long=st.integers(1, MAX_NIGHT_MINUTES), minutes=st.integers(0, 4 * 1440))
@example(begin=1320, long=540, minutes=3210)
@example(begin=150, long=90, minutes=2950)
def test_night_follows_the_local_time_over_clock_changes(begin: int, long: int, minutes: int) -> None:
    """From two days before clocks are changed to two days after that, in spring and in autumn."""
    end = (begin + long) % 1440
    preferences = Preferences(zone="Europe/Berlin", night=(begin, end))
    for first in (datetime(2026, 10, 23, tzinfo=UTC), datetime(2027, 3, 26, tzinfo=UTC)):
        now = first + timedelta(minutes=minutes)
        local_time = now.astimezone(ZoneInfo("Europe/Berlin"))
        local_minutes = local_time.hour * 60 + local_time.minute
        if (local_minutes - begin) % 1440 < long:
            assert night_end(preferences, int(now.timestamp() * 1000)) is not None


def test_night_ends_at_its_wake_time() -> None:
    preferences = Preferences(night=(23 * 60, 6 * 60))
    at = [int(datetime(2026, 11, 24, hour, tzinfo=UTC).timestamp() * 1000) for hour in (2, 12, 23)]
    assert [night_end(preferences, number) for number in at] == [
        at[0] + 4 * HOUR_SECONDS * 1000,
        None,
        at[2] + 7 * HOUR_SECONDS * 1000,
    ]
    assert night_end(Preferences(), at[0]) is None


def test_time_out_at_night_is_announced_before_the_night() -> None:
    preferences = Preferences(zone="Europe/Berlin", night=(22 * 60, 8 * 60))
    zone = ZoneInfo("Europe/Berlin")
    at = [int(datetime(2026, 11, 24, hour, tzinfo=zone).timestamp() * 1000) for hour in (3, 8, 21, 22)]
    before = datetime(2026, 11, 23, 22, tzinfo=zone).timestamp() * 1000 - BEFORE_NIGHT_MS
    assert [evening_before(preferences, number) for number in at] == [before, None, None, at[3] - BEFORE_NIGHT_MS]
    assert evening_before(Preferences(), at[0]) is None


def test_without_a_clock_no_terms_with_hours_one_move_is_banked() -> None:
    assert terms_of({}) is None
    assert terms_of({"clock": 0}) is None
    terms = terms_of({"clock": 6 * HOUR_SECONDS})
    assert terms is not None
    assert (terms.move, terms.bank, terms.out, terms.sleep) == (
        6 * HOUR_SECONDS * 1000,
        6 * HOUR_SECONDS * 1000,
        MOVE,
        0,
    )
    assert bank_left({"clock": HOUR_SECONDS, "bank_spent_ms": {"1": 1_000_000}}, 1) == HOUR_SECONDS * 1000 - 1_000_000
    assert bank_left({"clock": HOUR_SECONDS, "bank": 0}, 1) == 0
    late: TableSettings = {"time_outs": {"1": [2, 40]}}
    assert (times_late(late, 1), times_late(late, 0), is_late(late, 1, 40), is_late(late, 1, 41)) == (2, 0, True, False)
    assert pauses({"paused": 50, "pauses": [[10, 20]]}) == (Span(10, 20), Span(50, None))


def test_usual_extra_time_is_minutes_with_minutes_hours_with_hours_and_a_day_with_days() -> None:
    assert {duration_text(number): duration_text(usual_bank(number)) for number in LENGTHS[1:]} == {
        **dict.fromkeys(("3 minutes", "5 minutes", "10 minutes", "15 minutes"), "10 minutes"),
        **{hours: hours for hours in ("1 hour", "6 hours", "12 hours")},
        **dict.fromkeys(("1 day", "3 days", "7 days"), "1 day"),
    }
    terms = terms_of({"clock": LENGTHS[1]})
    assert terms is not None
    assert terms.bank == 600_000


@pytest.mark.parametrize(("length", "at_once"), [(0, False), (180, True), (900, True), (3600, False)])
def test_where_a_turn_takes_a_quarter_of_an_hour_at_most_people_play_at_once(length: int, *, at_once: bool) -> None:
    settings: TableSettings = {"clock": length}
    assert plays_at_once(settings) is at_once
    assert [prompt(settings, wait) for wait in (-1, 0, 120_000)] == ([-1, 0, 15_000] if at_once else [-1, 0, 120_000])
    assert near_end(3 * 60_000) == 2 * 60_000, "at least a minute is left"
    assert near_end(8 * HOUR_SECONDS * 1000) == 7 * HOUR_SECONDS * 1000


def test_every_length_of_a_clock_is_told_in_its_own_unit() -> None:
    assert [duration_text(number) for number in LENGTHS[1:]] == [
        "3 minutes", "5 minutes", "10 minutes", "15 minutes", "1 hour", "6 hours", "12 hours",
        "1 day", "3 days", "7 days",
    ]  # fmt: skip


def test_an_absence_is_bounded_one_by_one_and_all_together() -> None:
    now = 10**12
    preferences = Preferences(away=begin_absence(Preferences(), now, now + 3 * DAY_MS))
    assert away_until(preferences, now) == now + 3 * DAY_MS
    assert away_until(preferences, now + 3 * DAY_MS) is None
    longer = Preferences(away=begin_absence(preferences, now + DAY_MS, now + 5 * DAY_MS))
    assert longer.away == ((now, now + 5 * DAY_MS),), "it goes on, and is not another"
    home = end_absence(longer, now + 2 * DAY_MS)
    assert home == ((now, now + 2 * DAY_MS),)
    with pytest.raises(Declined, match="not away"):
        end_absence(Preferences(away=home), now + 3 * DAY_MS)
    with pytest.raises(Declined, match="at a time"):
        begin_absence(Preferences(), now, now + (MAX_AWAY_DAYS + 1) * DAY_MS)
    with pytest.raises(Declined, match="at a time"):  # with the days before the change of its end
        begin_absence(longer, now + 4 * DAY_MS, now + (MAX_AWAY_DAYS + 1) * DAY_MS)
    with pytest.raises(Declined, match="passed"):
        begin_absence(Preferences(), now, now)
    often = Preferences()
    for start in (0, 20):
        often = Preferences(away=begin_absence(often, now + start * DAY_MS, now + (start + MAX_AWAY_DAYS) * DAY_MS))
    with pytest.raises(Declined, match=str(MAX_AWAY_DAYS_IN_QUARTER)):
        begin_absence(often, now + 40 * DAY_MS, now + (40 + MAX_AWAY_DAYS) * DAY_MS)
    assert len(often.away) == 2


def test_typed_hours_are_read_or_refused() -> None:
    assert make_night("23", "6:45") == (23 * 60, 6 * 60 + 45)
    for begin, end in (("24", "6"), ("7", "7"), ("6", "23"), ("x", "6")):
        with pytest.raises(Declined):
            make_night(begin, end)


def test_absence_ends_after_the_night_or_at_eight() -> None:
    zone = ZoneInfo("Europe/Berlin")
    now = int(datetime(2026, 11, 25, 12, tzinfo=zone).timestamp() * 1000)
    for night, hour in ((None, 8), ((22 * 60, 7 * 60 + 30), 7.5)):
        preferences = Preferences(zone="Europe/Berlin", night=night)
        morning = int((datetime(2026, 11, 28, tzinfo=zone) + timedelta(hours=hour)).timestamp() * 1000)
        for text in ("2026-11-28", "Saturday 28 November", " saturday, 28 november", "28 November", "SATURDAY"):
            assert parse_moment(text, preferences, now) == morning, text
        assert parse_moment("tomorrow", preferences, now) == morning - 2 * DAY_MS
        evening = int(datetime(2026, 12, 3, 17, 30, tzinfo=UTC).timestamp() * 1000)
        assert parse_moment("2026-12-03 18:30", preferences, now) == evening
    assert parse_moment("2026-11-28", Preferences(), now) == int(
        datetime(2026, 11, 28, 8, tzinfo=UTC).timestamp() * 1000
    )
    for text in ("soon", "", "December", "1 6", "saturday november december"):
        with pytest.raises(Declined, match="cannot read"):
            parse_moment(text, Preferences(), now)


@pytest.mark.parametrize(
    ("text", "minutes"),
    [("23", 1380), ("7:30", 450), ("11pm", 1380), ("7:30 am", 450), ("12 AM", 0), ("12 pm", 720), (" 12:05am ", 5)],
)
def test_a_time_of_day_is_read_as_people_write_it(text: str, minutes: int) -> None:
    assert parse_clock_time(text) == minutes


@pytest.mark.parametrize("text", ["24", "7:60", "13 pm", "0 am", "noon", "", "7 a", "-1"])
def test_invalid_time_of_day_is_refused(text: str) -> None:
    with pytest.raises(Declined, match="is not a time"):
        parse_clock_time(text)


def test_every_day_that_is_offered_is_understood_as_it_is_written_and_may_be_chosen() -> None:
    for hour in (1, 12, 23):
        now = int(datetime(2026, 11, 25, hour, 30, tzinfo=UTC).timestamp() * 1000)
        days = list(suggest_days(Preferences(), now))
        assert len(days) in {MAX_AWAY_DAYS - 1, MAX_AWAY_DAYS}
        for name, value in days:
            assert parse_moment(name, Preferences(), now) == parse_moment(value, Preferences(), now)
            assert begin_absence(Preferences(), now, parse_moment(name, Preferences(), now))
