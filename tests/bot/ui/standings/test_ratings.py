"""The chart of ratings: what it says in words, aloud and drawn is the same, and lines are told apart without colour."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from bot.ui.scene.text import MAX_ALT_LETTERS
from bot.ui.standings.ratings import (
    RatingHistory,
    alt_text,
    draw_rating_chart_now,
    has_chart,
    rating_lines,
    rating_series,
)
from data.standings.records import RatedGame


def make_history(name: str, *ratings: float, before: int = 0) -> RatingHistory:
    """Return the ratings of somebody after these games, with so many games `before` them."""
    games = [RatedGame(1, 0, at, "table", at, 1, value + 3, 1.0) for at, value in enumerate(ratings)]
    return RatingHistory(name, before + len(games), games)


def test_a_line_goes_along_the_games_of_its_person() -> None:
    (first, second) = rating_series([make_history("Ada", 1.0, 2.5), make_history("Bela", 4.0, before=7)])
    assert first.totals == ((1, 1.0), (2, 2.5))
    assert second.totals == ((8, 4.0),)


def test_it_takes_two_games_to_make_a_line() -> None:
    assert not has_chart([make_history("Ada", 1.0), make_history("Bela")])
    assert has_chart([make_history("Ada", 1.0), make_history("Bela", 1.0, 2.0)])


def test_aloud_it_says_where_each_line_began_was_best_and_is_now() -> None:
    people = [make_history("Ada", -1.0, 4.0, 3.0), make_history("Bela", 2.0, 2.0, before=5)]
    assert alt_text("voren", people) == (
        "Chart of ratings in Voren. Ada, 3 games: minus 1.0 after game 1, highest 4.0 after game 2, "
        "lowest minus 1.0 after game 1, now 3.0. Bela, 2 games: 2.0 after game 6, highest 2.0 after game 6, "
        "lowest 2.0 after game 6, now 2.0."
    )


def test_in_words_the_last_rating_is_always_there() -> None:
    (line,) = rating_lines([make_history("Ada", *map(float, range(100)))])
    assert line.startswith("**Ada**, rating after game 20: 19.0 · 40: 39.0")
    assert line.endswith("100: 99.0")
    assert rating_lines([make_history("Ada")]) == []


@pytest.mark.parametrize("name", ["Ada", "\u7530" * 32, "דנה כהן", "\u200b", "$x^2$ \\frac{"])
def test_it_is_drawn_whoever_it_is_of(name: str) -> None:
    people = [make_history(name, 1.0, 2.0, 1.5), make_history(name, *map(float, range(500)), before=500)]
    picture = draw_rating_chart_now("voren", "Spring", people)
    with Image.open(io.BytesIO(picture.png)) as image:
        assert image.size == (picture.width, picture.height)
    assert len(picture.alt) <= MAX_ALT_LETTERS
    assert picture == draw_rating_chart_now("voren", "Spring", people)
