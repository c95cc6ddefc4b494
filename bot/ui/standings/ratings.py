"""The course of ratings, game by game: as a picture with its alt text, and in words instead of the picture.

All three come from the same `rating_series`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from bot.common.text import NAME_LIMIT, escape
from bot.ui.charts.chart import Chart, Series
from bot.ui.charts.renderer import pick_evenly, render_chart, run_in_chart_worker
from bot.ui.pictures import Picture
from bot.ui.pictures.palette import GREEN_TABLE, Paint
from bot.ui.scene.text import MAX_ALT_LETTERS
from bot.ui.standings.figures import count_text, decimal, display_names, game_title, rating_of, spoken_figure
from data.standings.records import RatedGame

MAX_GAMES: Final = 500
"""Games of a player that a chart goes back."""

MAX_ROWS: Final = 8
"""Games that the chart in words tells of, and the last beside them."""

MIN_CHART_GAMES: Final = 2
"""Games that make a line."""


class RatingHistory(NamedTuple):
    """A player's rated games: their name as it is kept, how many there are, and the newest of them in their order."""

    name: str
    rated: int
    games: Sequence[RatedGame]


def rating_series(people: Sequence[RatingHistory]) -> tuple[Series[float], ...]:
    """Return the ratings of each person, as one line of the chart."""
    return tuple(
        Series(
            seat,
            person.name,
            tuple(
                (number, rating_of(game.mu, game.sigma))
                for number, game in enumerate(person.games, person.rated - len(person.games) + 1)
            ),
        )
        for seat, person in enumerate(people)
    )


def has_chart(people: Sequence[RatingHistory]) -> bool:
    """Whether there is a line to be drawn."""
    return any(len(person.games) >= MIN_CHART_GAMES for person in people)


async def draw_rating_chart(game: str, season: str, people: Sequence[RatingHistory], paint: Paint) -> Picture:
    """Draw the chart in a set of colours in a worker thread."""
    return await run_in_chart_worker(partial(draw_rating_chart_now, game, season, people, paint))


def draw_rating_chart_now(
    game: str, season: str, people: Sequence[RatingHistory], paint: Paint = GREEN_TABLE
) -> Picture:
    """Draw the chart in this thread. Equal charts give equal bytes."""
    labels = [
        person._replace(name=name) for person, name in zip(people, display_names([person.name for person in people]))
    ]
    beneath = f"Rating after each game · {season}"
    chart = Chart(f"{game_title(game)}: ratings", beneath, rating_series(labels), "game", _rating_text)
    return render_chart(chart, "ratings", alt_text(game, people), paint)


def _rating_text(value: float, _room: int) -> str:
    """Return a rating as it stands in the picture; it is never too long."""
    return decimal(value)


def alt_text(game: str, people: Sequence[RatingHistory]) -> str:
    """Return the ratings in words, the alternative to the picture; at most MAX_ALT_LETTERS long."""
    names = display_names([person.name for person in people])
    lines = [_rating_change(name, line) for name, line in zip(names, rating_series(people)) if line.totals]
    whole = f"Chart of ratings in {game_title(game)}. {' '.join(lines)}"
    return whole if len(whole) <= MAX_ALT_LETTERS else f"{whole[: MAX_ALT_LETTERS - 1]}…"


def _rating_change(name: str, series: Series[float]) -> str:
    """Return a line of the chart as a sentence."""
    numbers = [(number, round(value, 1)) for number, value in series.totals]
    (first, first_rating), (_, now) = numbers[0], numbers[-1]
    best_game, best_rating = max(numbers, key=lambda pair: pair[1])
    worst_game, worst_rating = min(numbers, key=lambda pair: pair[1])
    return (
        f"{name}, {count_text(len(numbers), 'game')}: {spoken_figure(decimal(first_rating))} after game {first}, "
        f"highest {spoken_figure(decimal(best_rating))} after game {best_game}, "
        f"lowest {spoken_figure(decimal(worst_rating))} after game {worst_game}, "
        f"now {spoken_figure(decimal(now))}."
    )


def rating_lines(people: Sequence[RatingHistory]) -> list[str]:
    """Return the chart in words: a line a person, with their ratings after every so many games and now."""
    names = display_names([person.name for person in people], NAME_LIMIT)
    lines: list[str] = []
    for name, series in zip(names, rating_series(people)):
        values = dict(series.totals)
        ratings = (
            [f"{number}: {decimal(values[number])}" for number in pick_evenly(list(values), MAX_ROWS)] if values else []
        )
        if ratings:
            lines.append(f"**{escape(name)}**, rating after game {' · '.join(ratings)}")
    return lines
