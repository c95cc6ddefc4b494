"""Seasons in words: the list of them, the question before one begins, and what everybody is told then."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import discord

from bot.common.text import NAME_LIMIT, escape, name_of
from bot.standings.seasons import GRACE_DAYS, came_too_late, season_at
from bot.ui.kit.components import Layout, button, row
from bot.ui.standings.figures import season_title
from bot.ui.table import layouts
from data.result_records import ALL_TIME, Season

LISTED: Final = 40
"""Seasons of the list, the newest first."""

ARCHIVE: Final = "`/leaderboard` and `/stats` look into any season: choose it as `season`."


def season_list(seasons: Sequence[Season], *, manages: bool) -> Layout:
    """All seasons of a server, the newest first."""
    heading = layouts.text("### Seasons of this server", f"-# {ARCHIVE}" if seasons else "")
    lines = [_line(one) for one in seasons[:LISTED]] or ["There has been none yet: everything counts for all time."]
    if len(seasons) > LISTED:
        lines.append(f"-# … and {len(seasons) - LISTED} more. `season` finds them all by name.")
    begin = "`/season begin` begins another." if manages else "Whoever may manage the server begins one."
    return layouts.layout(heading, layouts.text(*lines), layouts.text(f"-# {begin}"))


def _line(one: Season) -> str:
    title = f"**{escape(season_title(one))}**"
    began = f"<t:{one.began // 1000}:D>"
    return f"- {title}: since {began}" if one.ended is None else f"- {title}: {began} to <t:{one.ended // 1000}:D>"


def question(name: str, present: Season | None) -> Layout:
    """What is asked before a season of that name begins, and what follows."""
    follows = (
        "What is played from now on counts for it, and for all time as before. Its standings and ratings begin with "
        "nothing for everybody; nothing that was played before is lost."
    )
    lines = [f"**Begin the season {escape(name)} now?**", follows]
    if present is not None:
        lines.append(
            f"The season {escape(season_title(present))} ends, and stays readable. What was played in it may be "
            f"entered on pads for {GRACE_DAYS} more days."
        )
    lines.append("This cannot be taken back. This channel is told that you did it.")
    last = ALL_TIME if present is None else present.number
    yes = button("seasonbegin", last, name, label="Begin it", style=discord.ButtonStyle.primary)
    return layouts.layout(layouts.text(*lines), row(yes))


def hand_counts(seasons: Sequence[Season], played: int, entered: int) -> str:
    """In which season a hand of a pad counts, if not in the present one; "" where there is nothing to say."""
    season = season_at(seasons, played)
    if season is None or season.ended is None:
        return ""
    title = escape(season_title(season))
    if came_too_late(season, entered):
        return f"It was played in the season {title}, which is closed: it counts for all time only."
    return f"It counts in the season {title}, in which it was played."


def game_counts(seasons: Sequence[Season], ended: int, finished: int) -> str:
    """The same of the game of a pad that is finished."""
    season = season_at(seasons, ended)
    if season is None or season.ended is None:
        return ""
    title = escape(season_title(season))
    if came_too_late(season, finished):
        return f"The game ended in the season {title}, which is closed: it counts for all time only."
    return f"The game counts in the season {title}, in which it ended."


def hands_too_late(seasons: Sequence[Season], hands: Iterable[tuple[int, int]]) -> str:
    """How many of some hands (when played, when entered) came too late for their seasons; "" for none."""
    seasons_of = [(season_at(seasons, played), entered) for played, entered in hands]
    late = sum(season is not None and came_too_late(season, entered) for season, entered in seasons_of)
    if late == 1:
        return "1 hand was played in a season that is closed, so it counts for all time only."
    return f"{late} hands were played in closed seasons, so they count for all time only." if late else ""


def begun(season: Season) -> Layout:
    """The answer to whoever began it."""
    title = escape(season_title(season))
    return layouts.layout(layouts.text(f"The season {title} has begun, and this channel is told so."))


def announcement(season: Season, before: Season | None, by: str) -> Layout:
    """What everybody is told."""
    who, title = escape(name_of(by, 0), NAME_LIMIT), escape(season_title(season))
    past = f" {escape(season_title(before))} is over: `/halloffame` has its winners." if before is not None else ""
    told = f"**{who} has begun the season {title}.**"
    return layouts.layout(
        layouts.text(told, f"Standings begin anew for everybody, beside those of all time.{past}"),
        row(button("counts", label="What counts?")),
        colour=layouts.GOLD,
    )
