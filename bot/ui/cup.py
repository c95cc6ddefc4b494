"""The weekly cup in words: the ranking of a server, or of its two groups, and the comparison of servers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from bot.common.text import escape
from bot.standings.cup import BEST_DAYS, MIN_GROUPED, next_first_group
from bot.standings.places import places
from bot.ui.daily import date_text
from bot.ui.kit.components import Layout, text
from bot.ui.standings.figures import display_names, percent_text
from bot.ui.table import layouts
from data.deals.records import COMPARED_PEOPLE, WEEK_DAYS, CupResult, date_of, days_of

ROWS: Final = (15, 10, 7, 5, 3)
"""People of a group who are named, besides those who change groups; others are counted."""

MAX_LETTERS: Final = 3200
"""Letters of the rankings, besides the heading."""

MAX_SERVERS: Final = 10
"""Servers that are named besides the reader's own."""

EXPLANATION: Final = (
    "-# Percent: how many of the others you beat with the same cards, in all servers. Ties count half.",
    f"-# You get the mean of your best {BEST_DAYS} of {WEEK_DAYS} days. A day is your best hand; a missed day is 0.",
)


class ServerPlace(NamedTuple):
    """A server's place in the comparison, its name, and its result; `is_own` marks the reader's."""

    place: int
    name: str
    permille: int
    is_own: bool


def cup_mark(week: int) -> str:
    """Return the text by which the message with the cup of a week is found."""
    sunday = days_of(week)[-1]
    return f"## Cup of the week to {date_text(sunday)} {date_of(sunday).year}"


def cup_message(week: int, results: Collection[CupResult], servers: Sequence[ServerPlace] | None) -> Layout:
    """Return the cup of a week in a server. `servers` are the places in the comparison; None where it takes no part."""
    rankings = ([*_rankings(results, most), *_comparison(servers)] for most in ROWS)
    parts = next((parts for parts in rankings if sum(map(len, parts)) <= MAX_LETTERS), list[str]())
    heading = layouts.text(cup_mark(week), *(EXPLANATION if results else ()))
    return layouts.layout(heading, *map(text, parts or ["Nobody is ranked."]), colour=layouts.GOLD)


def _rankings(results: Collection[CupResult], most: int) -> list[str]:
    """Return the ranking of each group, or of all if there are no groups."""
    first = next_first_group(results)
    changes = {row.person for row in results if row.group_number == (2 if row.person in first else 1)}
    groups = [[row for row in results if row.group_number == number] for number in (None, 1, 2)]
    parts = [_ranking(group, changes, most) for group in groups if group]
    if groups[0] and len(results) >= MIN_GROUPED:
        parts.append("-# Next week there are two groups. The better half begins in Group 1.")
    return parts


def _ranking(group: Sequence[CupResult], changes: Collection[int], most: int) -> str:
    """Return a group's heading and ranking in markdown: its first places, and the people who change groups."""
    number = group[0].group_number
    place = places({row.person: row.permille for row in group}, fewest_win=False)
    rows = sorted(group, key=lambda row: (place[row.person], row.name))
    listed_rows = [row for at, row in enumerate(rows) if at < most or row.person in changes]
    lines = list[str]() if number is None else [f"**Group {number}**"]
    change = " · goes down" if number == 1 else " · goes up"
    for row, name in zip(listed_rows, display_names([row.name for row in listed_rows]), strict=True):
        note = change if row.person in changes else ""
        lines.append(f"{place[row.person]}\\. **{escape(name)}** {percent_text(row.permille / 10)}{note}")
    if len(rows) > len(listed_rows):
        lines.append(f"-# … and {len(rows) - len(listed_rows)} more.")
    return "\n".join(lines)


def _comparison(servers: Sequence[ServerPlace] | None) -> list[str]:
    """Return the comparison of servers in markdown."""
    if servers is None:
        return []
    lines = ["**Server against server**", f"-# The mean of the best {COMPARED_PEOPLE} people of each server."]
    for server, name in zip(servers, display_names([server.name for server in servers]), strict=True):
        note = " · this server" if server.is_own else ""
        lines.append(f"{server.place}\\. **{escape(name)}** {percent_text(server.permille / 10)}{note}")
    if not any(server.is_own for server in servers):
        lines.append(f"-# This server had fewer than {COMPARED_PEOPLE} people, so it has no place.")
    return ["\n".join(lines)]
