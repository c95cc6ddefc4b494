"""A leaderboard in words: a page of it, what it is read out as, and the messages for everybody and for one person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import discord

from bot.common.text import NAME_LIMIT, escape
from bot.ui.kit.components import Layout, Part, button, picture, row, select
from bot.ui.kit.custom_ids import CustomId
from bot.ui.pictures import Picture
from bot.ui.scene.text import MAX_ALT_LETTERS
from bot.ui.standings.figures import ALL_TIME_TITLE, count_text, game_title, season_title, spoken_figure, standing_names
from bot.ui.standings.ranking import (
    MEASURE_NAMES,
    ROWS_PER_PAGE,
    RankedStanding,
    Ranking,
    figure_text,
    game_measures,
    measure_explanation,
    rating_condition,
    row_note,
    unranked_reason,
)
from bot.ui.table import layouts
from data.standings.records import ALL_TIME, Season, season_number

OWN_ROW_MARK: Final = "▶"
"""The mark before the reader's row."""

STALE_NOTE: Final = "-# Some results are still being added."

STALE_ERROR: Final = "Results are still being added. Look again in a minute."

NO_RESULTS: Final = "Nobody yet. Finish a game that is not friendly: friendly games do not count."

_ALT_NAME_LETTERS: Final = (NAME_LIMIT, 20, 12, 7, 4)
"""Letters of a name in alt text, by how little room there is."""


class LeaderboardData(NamedTuple):
    """A leaderboard for a reader (None: everybody): its season (None: all time), and all seasons, newest first.

    `stale` says that some results are pending.
    """

    ranking: Ranking
    season: Season | None
    seasons: Sequence[Season]
    stale: bool
    reader: int | None = None


class LeaderboardRow(NamedTuple):
    """A row of a page: its number in the whole list from 1, its place or None, and its columns as plain text."""

    number: int
    place: int | None
    name: str
    figure: str
    note: str
    mine: bool


def leaderboard_rows(board: LeaderboardData, page: int, letters: int = NAME_LIMIT) -> list[LeaderboardRow]:
    """Return the rows of a page, names in so many letters.

    Names that read the same are told apart by their rows' numbers.
    """
    ranking = board.ranking
    first = ranking.page(page) * ROWS_PER_PAGE
    ranked_rows: Sequence[RankedStanding] = ranking.rows[first : first + ROWS_PER_PAGE]
    names = standing_names([ranked.standing for ranked in ranked_rows], letters, first)
    return [
        LeaderboardRow(
            first + at + 1,
            ranked.place,
            names[at],
            figure_text(ranked, ranking.by),
            row_note(ranked, ranking.by),
            ranked.standing.user == board.reader,
        )
        for at, ranked in enumerate(ranked_rows)
    ]


def heading(board: LeaderboardData, page: int) -> list[str]:
    """Return the title of a leaderboard, and the number of its rows."""
    ranking = board.ranking
    ranked, apart = ranking.ranked, len(ranking.rows) - ranking.ranked
    people = count_text(ranked, "person", "people") if ranked else ""
    others = f"{apart} more" if ranked else count_text(apart, "person", "people")
    more = f"{others} not ranked yet" if apart else ""
    where = f"page {ranking.page(page) + 1} of {ranking.pages}" if ranking.pages > 1 else ""
    about = [f"By {MEASURE_NAMES[ranking.by]}", escape(season_title(board.season)), people, more, where]
    return [
        f"### Leaderboard of {escape(game_title(ranking.game))}",
        f"-# {' · '.join(filter(None, about))}",
        f"-# {said_aim}" if (said_aim := measure_explanation(ranking.game, ranking.by)) else "",
    ]


def lines(board: LeaderboardData, page: int) -> list[str]:
    """Return the page in words: a line a person, those without a place below a line that says why."""
    lines_so_far: list[str] = []
    rows = leaderboard_rows(board, page)
    for at, entry in enumerate(rows):
        if entry.place is None and (at == 0 or rows[at - 1].place is not None):
            lines_so_far.append(f"**{unranked_reason(board.ranking.by)}**")
        mark = f"{OWN_ROW_MARK} " if entry.mine else ""
        place = "–" if entry.place is None else f"{entry.place}\\."
        lines_so_far.append(f"{mark}{place} **{escape(entry.name)}** {entry.figure} · {entry.note}")
    return lines_so_far or empty_reason(board)


def empty_reason(board: LeaderboardData) -> list[str]:
    """Return the reason why a leaderboard is empty, and the place of players without a rank."""
    ranking = board.ranking
    if board.stale:
        return [STALE_ERROR]
    since = [] if board.season is None else [_since_text(board.season)]
    if ranking.by != "rating" or not ranking.unrated:
        return [NO_RESULTS, *since]
    others = f"Games with guests count, too: choose *By {MEASURE_NAMES['wins']}*."
    return [f"No rated game yet. {rating_condition(ranking.game)}", others, *since]


def _since_text(season: Season) -> str:
    """Return the span of a season, and the place of earlier results."""
    began = f"<t:{season.began // 1000}:f>"
    when = f"since {began}" if season.ended is None else f"from {began} to <t:{season.ended // 1000}:f>"
    return f"This season counts {when}. Other games are in *{ALL_TIME_TITLE}*."


def alt_text(board: LeaderboardData, page: int) -> str:
    """Return a page as plain text, the alternative to its picture; at most MAX_ALT_LETTERS long."""
    ranking = board.ranking
    head = f"Leaderboard of {game_title(ranking.game)} by {MEASURE_NAMES[ranking.by]}, {season_title(board.season)}"
    if ranking.pages > 1:
        head += f", page {ranking.page(page) + 1} of {ranking.pages}"
    if not ranking.rows:
        return f"{head}: nobody yet."
    text = ""
    for letters in _ALT_NAME_LETTERS:
        text = f"{head}: {'; '.join(map(_spoken_row, leaderboard_rows(board, page, letters)))}."
        if len(text) <= MAX_ALT_LETTERS:
            return text
    return text[: MAX_ALT_LETTERS - 1] + "…"


def _spoken_row(entry: LeaderboardRow) -> str:
    """Return a row as it is read out."""
    place = "not ranked" if entry.place is None else f"place {entry.place}"
    return f"{place}, {entry.name}{', that is you' if entry.mine else ''}, {spoken_figure(entry.figure)} ({entry.note})"


def public_leaderboard(board: LeaderboardData, image: Picture | None) -> Layout:
    """Return the message for everybody: the first page. Its buttons answer in private."""
    args = (board.ranking.game, board.ranking.by, season_number(board.season))
    buttons = [button(CustomId.SHOW_RANKS, *args, 0, "all", label="All places")] if board.ranking.pages > 1 else []
    if board.ranking.rows:
        buttons.append(button(CustomId.SHOW_RANKS, *args, "me", label="My place"))
    buttons += [
        button(CustomId.SHOW_HALL_OF_FAME, board.ranking.game, label="Hall of fame"),
        button(CustomId.SHOW_WHAT_COUNTS, label="What counts?"),
    ]
    order = select(
        CustomId.SHOW_LEADERBOARD_BY,
        board.ranking.game,
        season_number(board.season),
        options=_order_options(board),
        placeholder="By …",
    )
    return layouts.layout(*_leaderboard_parts(board, 0, image), row(*buttons), order, colour=layouts.GOLD)


def private_leaderboard(board: LeaderboardData, page: int, image: Picture | None, answer: str) -> Layout:
    """Return the message for one person: a page, and the ways to others; `answer` is said first."""
    ranking, page = board.ranking, board.ranking.page(page)
    args = (ranking.game, ranking.by, season_number(board.season))
    buttons: list[Part] = []
    if ranking.pages > 1:
        buttons += [
            button(CustomId.TURN_LEADERBOARD_PAGE, *args, max(0, page - 1), "back", label="Higher", disabled=page == 0),
            button(
                CustomId.TURN_LEADERBOARD_PAGE, *args, page + 1, "on", label="Lower", disabled=page == ranking.pages - 1
            ),
        ]
    if ranking.page_of(board.reader or 0) is not None and ranking.pages > 1:
        buttons.append(button(CustomId.TURN_LEADERBOARD_PAGE, *args, "me", label="My place"))
    if ranking.rows:
        buttons.append(button(CustomId.POST_LEADERBOARD, *args, label="Show to all"))
    buttons.append(button(CustomId.SHOW_WHAT_COUNTS, label="What counts?"))
    choices: list[Part] = [
        select(
            CustomId.CHOOSE_LEADERBOARD_MEASURE,
            ranking.game,
            season_number(board.season),
            options=_order_options(board),
            placeholder="By …",
        )
    ]
    if board.seasons:
        options = season_options(board.seasons, season_number(board.season))
        choices.append(
            select(
                CustomId.CHOOSE_LEADERBOARD_SEASON, ranking.game, ranking.by, options=options, placeholder="Season …"
            )
        )
    above = [layouts.text(f"**{answer}**")] if answer else []
    return layouts.layout(*above, *_leaderboard_parts(board, page, image), row(*buttons), *choices)


def _leaderboard_parts(board: LeaderboardData, page: int, image: Picture | None) -> list[Part]:
    """Return a page as a picture or in words."""
    parts = [layouts.text(*heading(board, page))]
    if image is None:
        parts.append(layouts.text(*lines(board, page)))
    else:
        parts.append(picture(image.filename, image.alt))
        if image.numbered:
            parts.append(layouts.text(numbered_names(image.numbered)))
    return [*parts, *([layouts.text(STALE_NOTE)] if board.stale and board.ranking.rows else [])]


def numbered_names(numbered: Sequence[tuple[int, str]]) -> str:
    """Return a line in markdown beside a picture that shows these people by the numbers of their rows."""
    return f"-# In the picture {', '.join(f'no. {number} is **{escape(name)}**' for number, name in numbered)}."


def _order_options(board: LeaderboardData) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(label=f"By {MEASURE_NAMES[by]}", value=by, default=by == board.ranking.by)
        for by in game_measures(board.ranking.game)
    ]


def season_options(seasons: Sequence[Season], chosen: int) -> list[discord.SelectOption]:
    """Return the options of a select: all time, the newest seasons, and the `chosen` one even if it is older."""
    newest = list(seasons[: layouts.MAX_SELECT_OPTIONS - 2])
    newest += [season for season in seasons[len(newest) :] if season.number == chosen]
    return [
        discord.SelectOption(label=season_title(season), value=str(number), default=number == chosen)
        for number, season in ((ALL_TIME, None), *((season.number, season) for season in newest))
    ]
