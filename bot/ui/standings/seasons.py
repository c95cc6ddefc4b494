"""Seasons in words: the list of them, the question before one begins, and what everybody is told then."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import discord

from bot.common.text import NAME_LIMIT, escape, person_name
from bot.standings.seasons import GRACE_DAYS, is_too_late, season_at
from bot.ui.kit.components import Layout, Part, button, row
from bot.ui.kit.custom_ids import CustomId
from bot.ui.standings.figures import season_title
from bot.ui.table import layouts
from data.standings.records import Season

MAX_LISTED_SEASONS: Final = 40
"""Seasons of the list, the newest first."""

ARCHIVE_HINT: Final = "`/leaderboard` and `/stats` show any season: choose `season`."


def season_list(seasons: Sequence[Season], *, manages: bool) -> Layout:
    """Return all seasons of a server, the newest first."""
    heading = layouts.text("### Seasons of this server", f"-# {ARCHIVE_HINT}" if seasons else "")
    lines = [_season_line(season) for season in seasons[:MAX_LISTED_SEASONS]] or [
        "No seasons yet: everything counts for all time."
    ]
    if len(seasons) > MAX_LISTED_SEASONS:
        lines.append(f"-# … and {len(seasons) - MAX_LISTED_SEASONS} more.")
    begin = "Start one: `/season begin`." if manages else "Only managers of this server can start one."
    return layouts.layout(heading, layouts.text(*lines), layouts.text(f"-# {begin}"))


def _season_line(season: Season) -> str:
    title = f"**{escape(season_title(season))}**"
    began = f"<t:{season.began // 1000}:D>"
    return (
        f"- {title}: since {began}" if season.ended is None else f"- {title}: {began} to <t:{season.ended // 1000}:D>"
    )


def confirmation_panel(name: str, last: int, present: Season | None) -> Layout:
    """Return the question before a season of that name begins after number `last`, and its consequences."""
    follows = "Everyone's standings and ratings start at zero. All-time standings go on."
    lines = [f"**Start the season {escape(name)}?**", follows]
    if present is not None:
        lines.append(
            f"The season {escape(season_title(present))} ends but stays readable. Its hands can be entered on pads for "
            f"{GRACE_DAYS} more days."
        )
    lines.append("You cannot undo this. This channel will see that you did it.")
    yes = button(CustomId.BEGIN_SEASON, last, name, label="Start season", style=discord.ButtonStyle.primary)
    return layouts.layout(layouts.text(*lines), row(yes, _cancel_button()))


def end_panel(present: Season) -> Layout:
    """Return the question before the present season ends without another."""
    title = escape(season_title(present))
    lines = [
        f"**End the season {title}?**",
        f"Its winners are final, and it stays readable. Its hands can be entered on pads for {GRACE_DAYS} more days.",
        "Until the next season, games count only for all time.",
        "You cannot undo this. This channel will see that you did it.",
    ]
    yes = button(CustomId.END_SEASON, present.number, label="End season", style=discord.ButtonStyle.primary)
    return layouts.layout(layouts.text(*lines), row(yes, _cancel_button()))


def _cancel_button() -> Part:
    """Return the button that leaves a question unanswered."""
    return button(CustomId.CANCEL_QUESTION, label="Cancel")


def ended_text(season: Season) -> Layout:
    """Return the answer to the manager who ended a season."""
    return layouts.layout(layouts.text(f"The season {escape(season_title(season))} has ended."))


def end_announcement(season: Season, by: str) -> Layout:
    """Return the announcement of a season's end without another."""
    who, title = escape(person_name(by), NAME_LIMIT), escape(season_title(season))
    follows = (
        "*Hall of fame* under `/leaderboard` shows its winners. Until the next season, games count only for all time."
    )
    return layouts.layout(layouts.text(f"**{who} ended the season {title}.**", follows), colour=layouts.GOLD)


def season_text(seasons: Sequence[Season], played: int, entered: int, subject: str = "it") -> str:
    """Return the sentence on the season in which a pad's result counts; "" for the present season."""
    season = season_at(seasons, played)
    if season is None or season.ended is None:
        return ""
    title = escape(season_title(season))
    if is_too_late(season, entered):
        return f"The season {title} is closed, so {subject} counts only for all time."
    return f"{subject.capitalize()} counts in the season {title}."


def late_hands_text(seasons: Sequence[Season], hands: Iterable[tuple[int, int]]) -> str:
    """Return the number of hands that came too late for their seasons, in words; "" for none.

    `hands` are pairs of times: when played, when entered.
    """
    seasons_of = [(season_at(seasons, played), entered) for played, entered in hands]
    late = sum(season is not None and is_too_late(season, entered) for season, entered in seasons_of)
    if late == 1:
        return "1 hand counts only for all time: its season is closed."
    return f"{late} hands count only for all time: their seasons are closed." if late else ""


def begun_text(season: Season) -> Layout:
    """Return the answer to the manager who began a season."""
    title = escape(season_title(season))
    return layouts.layout(layouts.text(f"The season {title} has started."))


def announcement(season: Season, before: Season | None, by: str) -> Layout:
    """Return the announcement of a new season."""
    who, title = escape(person_name(by), NAME_LIMIT), escape(season_title(season))
    past = ""
    if before is not None:
        past = f" {escape(season_title(before))} is over: *Hall of fame* under `/leaderboard` shows its winners."
    sentence = f"**{who} started the season {title}.**"
    return layouts.layout(
        layouts.text(sentence, f"Everyone starts at zero. All-time standings go on.{past}"),
        row(button(CustomId.SHOW_WHAT_COUNTS, label="What counts?")),
        colour=layouts.GOLD,
    )
