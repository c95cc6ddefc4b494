"""How ratings went, game by game: as a picture with its alt text, and in words instead of the picture.

All three come from the same `courses`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from bot.common.text import NAME_LIMIT, escape
from bot.ui.charts.chart import Chart, Series
from bot.ui.charts.renderer import pick_evenly, render_chart, run_in_worker
from bot.ui.pictures import Picture
from bot.ui.pictures.palette import GREEN_TABLE, Paint
from bot.ui.scene.text import ALT_LIMIT
from bot.ui.standings.figures import all_called, aloud, counted, decimal, game_title, rating_of
from data.result_records import RatedGame

NEWEST: Final = 500
"""Games of somebody that a chart goes back."""

ROWS: Final = 8
"""Games that the chart in words tells of, and the last beside them."""

WORTH: Final = 2
"""Games that make a line."""


class Rated(NamedTuple):
    """Somebody's rated games: their name as it is kept, how many there are, and the newest of them in their order."""

    name: str
    rated: int
    games: Sequence[RatedGame]


def courses(people: Sequence[Rated]) -> tuple[Series[float], ...]:
    """A line a person."""
    return tuple(
        Series(
            seat,
            one.name,
            tuple(
                (number, rating_of(game.mu, game.sigma))
                for number, game in enumerate(one.games, one.rated - len(one.games) + 1)
            ),
        )
        for seat, one in enumerate(people)
    )


def has_chart(people: Sequence[Rated]) -> bool:
    """Whether there is a line to be drawn."""
    return any(len(one.games) >= WORTH for one in people)


async def draw(game: str, season: str, people: Sequence[Rated], paint: Paint = GREEN_TABLE) -> Picture:
    """The chart in a set of colours, drawn in a worker thread."""
    return await run_in_worker(partial(draw_now, game, season, people, paint))


def draw_now(game: str, season: str, people: Sequence[Rated], paint: Paint = GREEN_TABLE) -> Picture:
    """The chart, drawn in this thread. Equal ones give equal bytes."""
    shown = [one._replace(name=name) for one, name in zip(people, all_called([one.name for one in people]))]
    beneath = f"Rating after each game · {season}"
    chart = Chart(f"{game_title(game)}: ratings", beneath, courses(shown), "game", _written)
    return render_chart(chart, "ratings", alt_text(game, people), paint)


def _written(value: float, _room: int) -> str:
    """A rating as it stands in the picture: it is never too long."""
    return decimal(value)


def alt_text(game: str, people: Sequence[Rated]) -> str:
    """How the ratings went, for those who do not see the picture; at most ALT_LIMIT long."""
    names = all_called([one.name for one in people])
    told = [_went(name, one) for name, one in zip(names, courses(people)) if one.totals]
    return f"Chart of ratings in {game_title(game)}. {' '.join(told)}"[:ALT_LIMIT]


def _went(name: str, course: Series[float]) -> str:
    """A line in a sentence."""
    numbers = [(number, round(value, 1)) for number, value in course.totals]
    (first, begun), (_, now) = numbers[0], numbers[-1]
    best, most = max(numbers, key=lambda one: one[1])
    least, fewest = min(numbers, key=lambda one: one[1])
    return (
        f"{name}, {counted(len(numbers), 'game')}: {aloud(decimal(begun))} after game {first}, "
        f"highest {aloud(decimal(most))} after game {best}, lowest {aloud(decimal(fewest))} after game {least}, "
        f"now {aloud(decimal(now))}."
    )


def lines(people: Sequence[Rated]) -> list[str]:
    """The chart in words: a line a person, with their ratings after every so many games and now."""
    names = all_called([one.name for one in people], NAME_LIMIT)
    found: list[str] = []
    for name, course in zip(names, courses(people)):
        values = dict(course.totals)
        shown = [f"{number}: {decimal(values[number])}" for number in pick_evenly(list(values), ROWS)] if values else []
        if shown:
            found.append(f"**{escape(name)}**, rating after game {' · '.join(shown)}")
    return found
