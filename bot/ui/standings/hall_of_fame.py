"""The hall of fame in words: what has never been done better in each game, and who won the seasons that are past."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import discord

from bot.common.text import escape
from bot.pads.days import format_for_message
from bot.ui.kit.components import Layout, Part, button, row, select
from bot.ui.kit.custom_ids import CustomId
from bot.ui.scene.text import amount
from bot.ui.standings.figures import (
    GUEST_SUFFIX,
    count_text,
    decimal,
    display_name,
    fewest_best,
    game_title,
    games_in_order,
    origin_text,
    rating,
    season_title,
    standing_names,
)
from bot.ui.standings.leaderboard import STALE_NOTE
from bot.ui.standings.ranking import rank
from bot.ui.table import layouts
from data.pads.records import FREE_GAME_ID
from data.standings.records import BestHand, Season, Standing
from rules.sentences import listed

ALL_GAMES: Final = "-"
"""The value for all games in custom ids and selects."""

MAX_NAMED_PLAYERS: Final = 3
"""Tied players listed by name; the rest are counted. The overview of all games lists one."""

MAX_PAST_SEASONS: Final = 10
"""Seasons whose winners are listed, the newest first."""


class GameRecords(NamedTuple):
    """The records of a game.

    `best` is the earliest of the best hands, None where there is none or hands cannot be compared. `past` are the
    newest past seasons, and `more` are not listed. `stale`: results are still being added.
    """

    game: str
    standings: Sequence[Standing]
    best: BestHand | None
    past: Sequence[tuple[Season, Sequence[Standing]]]
    more: int
    stale: bool


def _leaders_by(standings: Sequence[Standing], value: Callable[[Standing], Any]) -> list[Standing]:
    """Return the players with the greatest value, by name."""
    most = max(map(value, standings), default=None)
    return sorted(
        (standing for standing in standings if value(standing) == most),
        key=lambda standing: (standing.name.casefold(), standing.user),
    )


def record_lines(fame: GameRecords, most: int = MAX_NAMED_PLAYERS) -> list[str]:
    """Return the lines of a game, each with so many names at most; none where nothing is recorded."""
    game, all_of = fame.game, fame.standings
    if not all_of:
        return []
    lines: list[str] = []
    if game != FREE_GAME_ID:
        sure = _leaders_by([standing for standing in all_of if standing.rated and not standing.is_provisional], rating)
        sentence = (
            f"{_joined_names(sure, most)} {decimal(rating(sure[0]))}" if sure else "nobody has ten rated games yet"
        )
        lines.append(f"**Highest rating:** {sentence}")
    if won := _leaders_by([standing for standing in all_of if standing.wins], lambda standing: standing.wins):
        lines.append(f"**Most games won:** {_joined_names(won, most)} {won[0].wins}")
    if long := _leaders_by(
        [standing for standing in all_of if standing.longest > 1], lambda standing: standing.longest
    ):
        lines.append(f"**Longest streak:** {_joined_names(long, most)} {long[0].longest} in a row")
    if best := fame.best:
        level = sum(1 for standing in all_of if standing.best == best.points) - 1
        others = f" · tied with {level} more" if level > 0 else ""
        fewest = " (the fewest)" if fewest_best(game) else ""
        name = display_name(best.name) + (
            GUEST_SUFFIX if any(standing.user == best.user and standing.guest for standing in all_of) else ""
        )
        where = origin_text(best.origin, best.number)
        when = format_for_message(best.at, best.day, "D")
        lines.append(f"**Best hand ever:** **{escape(name)}** {amount(best.points)}{fewest}, {when}, {where}{others}")
    return lines


def _joined_names(level: Sequence[Standing], most: int = MAX_NAMED_PLAYERS) -> str:
    """Return the names of players who are level, at most so many, and how many more there are."""
    names = [f"**{escape(name)}**" for name in standing_names(level[:most])]
    more = [f"{len(level) - most} more"] if len(level) > most else []
    return listed([*names, *more])


def winners_line(game: str, season: Season, standings: Sequence[Standing]) -> str:
    """Return the winners of a season: the highest certain rating, or the most games if there is none."""
    title = f"**{escape(season_title(season))}**"
    ranking = rank(standings, game, "rating")
    first = [] if game == FREE_GAME_ID else [ranked.standing for ranked in ranking.rows if ranked.place == 1]
    if first:
        return f"- {title}: {_joined_names(first)}, rating {decimal(rating(first[0]))}"
    if won := _leaders_by([standing for standing in standings if standing.wins], lambda standing: standing.wins):
        return f"- {title}: {_joined_names(won)}, {count_text(won[0].wins, 'game')} won"
    return f"- {title}: nobody"


def hall_parts(halls: Sequence[GameRecords], game: str | None) -> list[Part]:
    """Return the hall of fame of one game, with the winners of seasons, or of all games at a glance."""
    which = "" if game is None else f" of {escape(game_title(game))}"
    parts: list[Part] = [layouts.text(f"### Hall of fame{which}", "-# All time")]
    for fame in halls:
        lines = record_lines(fame, 1 if game is None else MAX_NAMED_PLAYERS)
        if game is None:
            if lines:
                parts.append(layouts.text(f"**{escape(game_title(fame.game))}**", *(f"- {line}" for line in lines)))
            continue
        parts.append(layouts.text(*(f"- {line}" for line in lines or ["Nobody has finished a game yet."])))
        if fame.past:
            past = [winners_line(game, season, standings) for season, standings in fame.past]
            more = f"-# … and {count_text(fame.more, 'earlier season')}: see `/leaderboard`." if fame.more else ""
            parts.append(layouts.text("**Season winners**", *past, more))
    if len(parts) == 1:
        parts.append(layouts.text("Nothing yet. Finish a game first."))
    if any(fame.stale for fame in halls):
        parts.append(layouts.text(STALE_NOTE))
    return parts


def public_hall(halls: Sequence[GameRecords], game: str | None) -> Layout:
    """Return the message for everybody."""
    more = (
        [button(CustomId.SHOW_HALL_OF_FAME, game, label="More games")]
        if game is not None
        else [button(CustomId.SHOW_HALL_OF_FAME, label="One game")]
    )
    buttons = row(*more, button(CustomId.SHOW_WHAT_COUNTS, label="What counts?"))
    return layouts.layout(*hall_parts(halls, game), buttons, colour=layouts.GOLD)


def private_hall(halls: Sequence[GameRecords], game: str | None) -> Layout:
    """Return the message for one person, with the way to every game."""
    options = [discord.SelectOption(label="All games", value=ALL_GAMES, default=game is None)]
    options += [
        discord.SelectOption(label=game_title(other), value=other, default=other == game) for other in games_in_order()
    ]
    show = button(CustomId.POST_HALL_OF_FAME, game or ALL_GAMES, label="Show to all")
    buttons = row(show, button(CustomId.SHOW_WHAT_COUNTS, label="What counts?"))
    return layouts.layout(
        *hall_parts(halls, game),
        buttons,
        select(CustomId.CHOOSE_HALL_OF_FAME_GAME, options=options, placeholder="Game …"),
    )
