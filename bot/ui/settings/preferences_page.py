"""How somebody likes to play: a line a setting, with its state and what changes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

import discord
from discord import ui

from bot.people.quiet_hours import away_until, zone_of
from bot.ui.kit.components import Layout, Part, button, custom_id, section, select
from bot.ui.kit.custom_ids import CustomId
from bot.ui.kit.modals import labelled_modal, text_label
from bot.ui.pictures import paint_named
from bot.ui.settings.quiet_hours import format_clock_time, suggest_days
from bot.ui.table import layouts
from data.people.records import Preferences
from rules.sentences import capital

ZONE: Final = "zone"
BEGIN: Final = "begin"
END: Final = "end"
DAY: Final = "day"
"""The fields of the forms."""

COLOUR_TEXTS: Final[Mapping[str, str]] = {
    "green": "a green table",
    "light": "a light table",
    "distinct": "a green table, suits in colour-blind colours",
}
"""The look of pictures in each set of colours."""


class Switch(NamedTuple):
    """A setting that holds or not: its states in words, and the buttons that end and begin it."""

    on: str
    off: str
    ends: str
    begins: str


SWITCHES: Final[Mapping[str, Switch]] = {
    "pictures": Switch("**Pictures:** on", "**Pictures:** off, words only", "Hide pictures", "Show pictures"),
    "high_first": Switch("**Cards:** highest first", "**Cards:** lowest first", "Lowest first", "Highest first"),
    "confirms": Switch("**Confirm moves:** on", "**Confirm moves:** off", "Stop asking", "Ask me first"),
    "plays_only_card": Switch(
        "**Only one card allowed:** it is played for you",
        "**Only one card allowed:** you play it",
        "Play it myself",
        "Play it for me",
    ),
    "reminders": Switch(
        "**Reminders:** at half of your time, and near its end",
        "**Reminders:** off",
        "No reminders",
        "Remind me",
    ),
    "by_message": Switch(
        "**Remind:** by private message", "**Remind:** at the table", "At the table", "By private message"
    ),
    "no_statistics": Switch(
        "**Statistics:** you are left out", "**Statistics:** your games count", "Count my games", "Leave me out"
    ),
}
"""Each preference that is on or off."""


def preferences_page(settled: Preferences, now: int) -> Layout:
    """Return a person's preferences at `now` (ms), each setting beside the button that changes it."""
    return layouts.layout(layouts.text("### Your settings"), *_preference_lines(settled, now))


def _preference_lines(settled: Preferences, now: int) -> Iterator[Part]:
    """Yield the lines of the preferences, each with the button or select that changes it."""
    for setting, switch in SWITCHES.items():
        if setting == "by_message" and not settled.reminders:
            continue
        holds = bool(getattr(settled, setting))
        label = switch.ends if holds else switch.begins
        yield section(
            switch.on if holds else switch.off, button(CustomId.SET_PREFERENCE, setting, int(not holds), label=label)
        )
    yield section(describe_quiet_hours(settled, now), button(CustomId.OPEN_QUIET_HOURS_FORM, label="Set quiet hours"))
    until = away_until(settled, now)
    if until is None:
        yield section("**Away:** no", button(CustomId.OPEN_AWAY_FORM, label="I am away …"))
    else:
        yield section(f"**Away:** until <t:{until // 1000}:f>", button(CustomId.END_ABSENCE, label="I am back"))
    if settled.muted:
        tables = ", ".join(f"table {table_id}" for table_id in settled.muted)
        yield section(f"**Muted:** {tables}", button(CustomId.UNMUTE_ALL, label="Unmute all tables"))
    yield layouts.text("**Picture colours**")
    now_chosen = paint_named(settled.colours).name
    options = [
        discord.SelectOption(label=capital(colour_text), value=name, default=name == now_chosen)
        for name, colour_text in COLOUR_TEXTS.items()
    ]
    yield select(CustomId.SET_PREFERENCE, "colours", options=options, placeholder="Picture colours")


def describe_quiet_hours(settled: Preferences, now: int) -> str:
    """Return a person's quiet hours, and their local time at `now` (ms)."""
    zone = settled.zone or "UTC"
    if settled.night is None:
        return "**Quiet hours:** none"
    begin, end = map(format_clock_time, settled.night)
    local_time = datetime.fromtimestamp(now / 1000, UTC).astimezone(zone_of(settled))
    follows = "-# Nobody mentions you then. Your clock stops at tables that allow it."
    return f"**Quiet hours:** {begin} to {end} in {zone} (now {local_time:%H:%M})\n{follows}"


def quiet_form(settled: Preferences) -> ui.Modal:
    """Return the form of a person's time zone and quiet hours, filled in with the present ones."""
    begin, end = ("", "") if settled.night is None else map(format_clock_time, settled.night)
    fields = (
        (ZONE, "Time zone", "A city near you, or like UTC+2", settled.zone or ""),
        (BEGIN, "From", "Like 23, 22:30 or 11 pm. Empty: no quiet hours", begin),
        (END, "To", "Like 7, 6:45 or 7 am", end),
    )
    labels = (
        text_label(key, label, 40, hint=hint, value=now, required=key == ZONE) for key, label, hint, now in fields
    )
    return labelled_modal("Quiet hours", custom_id(CustomId.SUBMIT_QUIET_HOURS_FORM), *labels)


def away_form(settled: Preferences, now: int) -> ui.Modal:
    """Return the form in which a person enters their last day away."""
    days = [discord.SelectOption(label=name, value=value) for name, value in suggest_days(settled, now)]
    day = ui.Select[Any](custom_id=DAY, options=days[: layouts.MAX_SELECT_OPTIONS])
    until = ui.Label(text="Until", description="Your time stops until the morning of that day.", component=day)
    return labelled_modal("I am away", custom_id(CustomId.SUBMIT_AWAY_FORM), until)
