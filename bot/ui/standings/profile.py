"""A person's results in words: all games, one game in full, and games against another player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import discord

from bot.common.text import escape
from bot.ui.kit.components import Layout, Part, button, picture, row, select
from bot.ui.kit.custom_ids import CustomId
from bot.ui.pads.sheet import points_text
from bot.ui.pictures import Picture
from bot.ui.scene.text import amount, numbered_names_text
from bot.ui.standings.figures import (
    SIGMAS,
    average,
    count_text,
    decimal,
    display_name,
    fewest_best,
    game_title,
    games_in_order,
    origin_text,
    percentage,
    provisional_text,
    rating,
    season_title,
    winning_rule,
)
from bot.ui.standings.leaderboard import STALE_NOTE, season_options
from bot.ui.standings.ranking import rating_condition
from bot.ui.table import layouts
from data.pads.records import FREE_GAME_ID
from data.standings.records import HeadToHead, Season, Standing, season_number
from rules.sentences import capital

ALL_GAMES: Final = "-"
"""The value for all games in custom ids and selects."""

NO_RESULTS: Final = "Nothing yet. Finish a game, or enter a hand on a pad."


class Profile(NamedTuple):
    """A person's standings page: user, name, standings by game, season (None: all time), and all seasons, newest first.

    `stale` says that some results are pending.
    """

    user: int
    name: str
    standings: dict[str, Standing]
    season: Season | None
    seasons: Sequence[Season]
    stale: bool

    @property
    def title(self) -> str:
        """The name as markdown."""
        return escape(display_name(self.name))


class RatingChart(NamedTuple):
    """A chart for a page, as a picture or in words."""

    picture: Picture | None = None
    words: Sequence[str] = ()

    def parts(self) -> list[Part]:
        """Return the chart's parts of a message."""
        if self.picture is None:
            return [layouts.text(*self.words)] if self.words else []
        beside = numbered_names_text(self.picture.numbered)
        return [picture(self.picture.filename, self.picture.alt), *([layouts.text(beside)] if beside else [])]


def overview_parts(person: Profile) -> list[Part]:
    """Return all games of a player, a few lines each."""
    heading = layouts.text(f"### {person.title}", f"-# {escape(season_title(person.season))}")
    games = [game for game in games_in_order() if game in person.standings]
    if not games:
        return [heading, layouts.text(NO_RESULTS)]
    return [
        heading,
        *(layouts.text(*_game_summary(person.standings[game])) for game in games),
        *_stale_parts(person.stale),
    ]


def _game_summary(standing: Standing) -> list[str]:
    """Return a summary of one game's results."""
    figures: list[str] = []
    if standing.games:
        figures.append(f"{count_text(standing.games, 'game')}, {standing.wins} won")
    if standing.hands:
        points = points_text(standing.points) if standing.hands == 1 else f"{decimal(average(standing))} points a hand"
        figures.append(f"{count_text(standing.hands, 'hand')}, {points}")
    if standing.rated:
        sure = f" (provisional, {provisional_text(standing)})" if standing.is_provisional else ""
        figures.append(f"rating {decimal(rating(standing))}{sure}")
    if standing.friendly:
        figures.append(f"{count_text(standing.friendly, 'friendly game')}")
    return [f"**{escape(game_title(standing.game))}**", " · ".join(figures) or "No hands yet."]


def game_parts(person: Profile, game: str, chart: RatingChart) -> list[Part]:
    """Return all results of a player in one game."""
    title = f"### {person.title} in {escape(game_title(game))}"
    heading = layouts.text(title, f"-# {escape(season_title(person.season))}")
    standing = person.standings.get(game)
    if standing is None:
        return [heading, layouts.text(f"{person.title} has no results in {escape(game_title(game))} here.")]
    lines = [
        *_games_line(standing),
        *_hands_line(standing),
        *_feat_lines(standing),
        *_rating_line(standing),
        *_friendly_line(standing),
    ]
    return [heading, layouts.text(*(f"- {line}" for line in lines)), *chart.parts(), *_stale_parts(person.stale)]


def _games_line(standing: Standing) -> list[str]:
    if not standing.games:
        return ["No games yet."]
    now = f"won {_streak_text(standing.streak)} now" if standing.streak else "none now"
    longest = f"; longest {_streak_text(standing.longest)}" if standing.longest else ""
    return [f"**Games won:** {percentage(standing.wins, standing.games)}", f"**Streak:** {now}{longest}"]


def _streak_text(count: int) -> str:
    return f"{count} in a row" if count > 1 else "1"


def _hands_line(standing: Standing) -> list[str]:
    """Return the lines on a person's hands, points and best hand."""
    if not standing.hands:
        return ["No hands yet."]
    at_tables = standing.hands - standing.at_pads
    lines = [
        f"**Hands:** {standing.hands} ({at_tables} at tables, {standing.at_pads} on pads)",
        (
            f"**Points a hand:** {decimal(average(standing))}, {amount(standing.points)} in all; "
            f"{winning_rule(standing.game)}"
        ),
    ]
    if standing.best is not None and standing.game != FREE_GAME_ID:
        fewest = " (the fewest)" if fewest_best(standing.game) else ""
        where = f", {origin_text(*standing.best_of)}" if standing.best_of else ""
        lines.append(f"**Best hand:** {amount(standing.best)}{fewest}{where}")
    return lines


def _feat_lines(standing: Standing) -> list[str]:
    """Return the feats that the game counts beside points, by the game's names for them."""
    return [
        f"**{escape(capital(name.replace('_', ' ')))}:** {percentage(successes, tries)}"
        for name, (successes, tries) in standing.feats.items()
        if tries
    ]


def _rating_line(standing: Standing) -> list[str]:
    """Return the lines on a person's rating."""
    if standing.game == FREE_GAME_ID:
        return ["**Rating:** none for pads of any game."]
    if not standing.rated:
        return [f"**Rating:** none yet. {rating_condition(standing.game)}"]
    doubt = f"estimate {decimal(standing.mu)} ± {decimal(SIGMAS * standing.sigma)}"
    sentence = f"**Rating:** {decimal(rating(standing))} after {count_text(standing.rated, 'rated game')}; {doubt}"
    if standing.is_provisional:
        return [sentence, f"**Provisional:** {provisional_text(standing)} to a place on the leaderboard"]
    return [sentence]


def _friendly_line(standing: Standing) -> list[str]:
    if not standing.friendly:
        return []
    return [f"**Friendly games:** {standing.friendly} (not counted above)"]


def comparison_parts(
    person: Profile, other: str, records: Sequence[HeadToHead], game: str | None, chart: RatingChart
) -> list[Part]:
    """Return the results of two players in common games: a line a game."""
    whom = escape(display_name(other))
    where = "all games" if game is None else escape(game_title(game))
    heading = layouts.text(f"### {person.title} and {whom}", f"-# Head to head in {where} · All time")
    met = [record for record in records if record.ahead + record.level + record.behind + record.together]
    if not met:
        return [heading, layouts.text(f"{person.title} and {whom} have no games together here.")]
    order = {game: at for at, game in enumerate(games_in_order())}
    lines = [
        _meetings_line(record, person.title, whom)
        for record in sorted(met, key=lambda record: order.get(record.game, len(order)))
    ]
    return [heading, layouts.text(*lines), *chart.parts(), *_stale_parts(person.stale)]


def _meetings_line(against: HeadToHead, who: str, whom: str) -> str:
    """Return the line on two people's games of one kind."""
    apart = against.ahead + against.level + against.behind
    lines: list[str] = []
    if apart:
        level = f", level {against.level}" if against.level else ""
        lines.append(
            f"{who} ahead {against.ahead}, {whom} ahead {against.behind}{level}, of {count_text(apart, 'game')}"
        )
    if against.together:
        lines.append(f"partners in {count_text(against.together, 'game')}")
    return f"**{escape(game_title(against.game))}:** {'; '.join(lines)}"


def _stale_parts(stale: bool) -> list[Part]:
    return [layouts.text(STALE_NOTE)] if stale else []


def profile_controls(person: Profile, game: str | None) -> list[Part]:
    """Return the controls of a profile: another game or season, and showing it to all."""
    args = (person.user, season_number(person.season), game or ALL_GAMES)
    buttons = [
        button(CustomId.POST_STATS, *args, label="Show to all"),
        button(CustomId.SHOW_WHAT_COUNTS, label="What counts?"),
    ]
    if game is not None:
        by = ("wins" if game == FREE_GAME_ID else "rating", season_number(person.season), 0)
        buttons.append(button(CustomId.SHOW_LEADERBOARD, game, *by, label="Leaderboard"))
        best = person.standings[game].best_of if game in person.standings else None
        if best is not None and best[0].source == "table":
            buttons.append(button(CustomId.SHOW_REPLAY, best[0].number, best[1], label="Replay best hand"))
    games = [discord.SelectOption(label="All games", value=ALL_GAMES, default=game is None)]
    games += [
        discord.SelectOption(label=game_title(other), value=other, default=other == game)
        for other in games_in_order()
        if other in person.standings or other == game
    ]
    parts = [row(*buttons)]
    if len(games) > 1:
        parts.append(
            select(
                CustomId.CHOOSE_STATS_GAME,
                person.user,
                season_number(person.season),
                options=games,
                placeholder="Game …",
            )
        )
    if person.seasons:
        options = season_options(person.seasons, season_number(person.season))
        parts.append(
            select(
                CustomId.CHOOSE_STATS_SEASON, person.user, game or ALL_GAMES, options=options, placeholder="Season …"
            )
        )
    return parts


def comparison_controls(person: Profile, other: int, game: str | None, games: Sequence[str]) -> list[Part]:
    """Return the controls of a comparison."""
    show = button(CustomId.POST_VERSUS, person.user, other, game or ALL_GAMES, label="Show to all")
    parts = [row(show, button(CustomId.SHOW_WHAT_COUNTS, label="What counts?"))]
    options = [discord.SelectOption(label="All games", value=ALL_GAMES, default=game is None)]
    options += [discord.SelectOption(label=game_title(other), value=other, default=other == game) for other in games]
    return [
        *parts,
        *(
            [select(CustomId.CHOOSE_VERSUS_GAME, person.user, other, options=options, placeholder="Game …")]
            if games
            else []
        ),
    ]


def message(parts: Sequence[Part], controls: Sequence[Part] = ()) -> Layout:
    """Return these parts with their controls in one message."""
    return layouts.layout(*parts, *controls, colour=layouts.GREEN if controls else layouts.GOLD)
