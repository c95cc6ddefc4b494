"""Leaderboards as messages: within Discord's limits whoever stands there, read out, drawn, and told apart."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace

import pytest
from PIL import Image

from bot.ui.pictures.palette import PAINTS, Paint
from bot.ui.scene.text import MAX_ALT_LETTERS
from bot.ui.standings.leaderboard import (
    OWN_ROW_MARK,
    STALE_NOTE,
    LeaderboardData,
    alt_text,
    heading,
    leaderboard_rows,
    lines,
    private_leaderboard,
    public_leaderboard,
)
from bot.ui.standings.leaderboard_picture import _drawn_names, draw_now
from bot.ui.standings.ranking import MEASURES, Measure, rank
from data.standings.records import Season, Standing
from tests.bot.ui.standings.samples import SPRING, SUMMER, standing
from tests.support.limits import fits, parts_of

NAMES = ("Ada", "W" * 32, "דנה כהן", "\u7530" * 32, "Ada", "\u200b", "Zoë Ольга", "*_`|<@1>" * 4, "🦊", "@everyone")
HUGE = 10**30 - 1


def make_standings(count: int) -> list[Standing]:
    """Return standings with the names that are hardest to show, numbers of thirty digits, negative and level."""
    return [
        standing(
            number,
            NAMES[number % len(NAMES)],
            points=(HUGE, -HUGE, 5, 5)[number % 4],
            rated=number % 14,
            mu=20.0 + number % 7,
            wins=number % 5,
        )
        for number in range(1, count + 1)
    ]


def make_leaderboard(
    people: Sequence[Standing], by: Measure = "rating", reader: int | None = None, game: str = "voren"
) -> LeaderboardData:
    return LeaderboardData(rank(people, game, by), SUMMER, [SUMMER, SPRING], False, reader)


@pytest.mark.parametrize("count", [0, 1, 10, 200, 2000])
@pytest.mark.parametrize("by", MEASURES)
def test_every_page_fits_a_message(count: int, by: Measure) -> None:
    leaderboard = make_leaderboard(make_standings(count), by, reader=count)
    seasons = [Season(1, number, "\u7530" * 31 + str(number % 10), 1, 2) for number in range(60, 0, -1)]
    leaderboard = leaderboard._replace(seasons=seasons, season=seasons[-1], stale=True)
    pages = leaderboard.ranking.pages
    for page in {0, 1, pages // 2, pages - 1}:
        picture = draw_now(leaderboard, page) if count and page < 2 else None
        for layout in (
            *(private_leaderboard(leaderboard, page, drawn, "That is said first.") for drawn in (None, picture)),
            public_leaderboard(leaderboard, None),
            public_leaderboard(leaderboard, picture),
        ):
            fits(layout)
            ids = [component["custom_id"] for component in parts_of(layout.parts) if "custom_id" in component]
            assert len(set(ids)) == len(ids)
            assert all(len(id_) <= 100 for id_ in ids)
            selects = [part["options"] for part in parts_of(layout.parts) if "options" in part]
            assert all(1 <= len(select) <= 25 for select in selects)
            assert all(sum(option.get("default", False) for option in select) == 1 for select in selects)
        assert len(alt_text(leaderboard, page)) <= MAX_ALT_LETTERS


@pytest.mark.parametrize("paint", PAINTS.values(), ids=PAINTS)
@pytest.mark.parametrize("by", MEASURES)
def test_a_page_is_drawn_as_wide_as_tables(by: Measure, paint: Paint) -> None:
    leaderboard = make_leaderboard(make_standings(30), by, reader=3)
    picture = draw_now(leaderboard, 0, paint)
    with Image.open(io.BytesIO(picture.png)) as image:
        assert image.size == (picture.width, picture.height)
    assert picture.width == 1100
    assert picture.height < 1700
    assert len(picture.png) < 100_000
    assert picture.alt == alt_text(leaderboard, 0)
    assert draw_now(leaderboard, 0, paint) == picture


def test_unprintable_names_are_numbered_and_explained_in_words() -> None:
    people = [standing(number, name, mu=50.0 - number) for number, name in enumerate(NAMES, 1)]
    leaderboard = make_leaderboard(people)
    picture = draw_now(leaderboard, 0)
    assert {number for number, _ in picture.numbered} == {9}
    text = "\n".join(
        component["content"]
        for component in parts_of(public_leaderboard(leaderboard, picture).parts)
        if component["type"] == 10
    )
    assert "no. 9 is **🦊**" in text


def test_of_a_name_whose_letters_the_picture_lacks_nothing_is_left_there() -> None:
    people = [standing(number, name, mu=50.0 - number) for number, name in enumerate(("Ada", "ตาล (2)", "ตาล"), 1)]
    names, messages = _drawn_names(leaderboard_rows(make_leaderboard(people), 0))
    assert names == ["Ada", "No. 2", "No. 3"]
    assert [number for number, _ in messages] == [2, 3]


def test_those_of_one_name_are_told_apart_and_a_name_that_shows_nothing_is_somebody() -> None:
    people = [standing(number, name, mu=50.0 - number) for number, name in enumerate(("Ada", "\u200b", "Ada"), 1)]
    assert [row.name for row in leaderboard_rows(make_leaderboard(people), 0)] == ["1 Ada", "Somebody", "3 Ada"]


def test_names_are_escaped_and_mention_no_user() -> None:
    names = ("@everyone", "<@12> **x**", "http://x")
    text = "\n".join(lines(make_leaderboard([standing(number, name) for number, name in enumerate(names, 1)]), 0))
    assert "@everyone" not in text
    assert "\\<@12> \\*\\*x" in text
    assert "http://" not in text


def test_only_the_readers_own_row_is_marked() -> None:
    people = [standing(1), standing(2)]
    assert [line.startswith(OWN_ROW_MARK) for line in lines(make_leaderboard(people, reader=1), 0)] == [False, True]
    assert not any(OWN_ROW_MARK in line for line in lines(make_leaderboard(people), 0))
    assert "that is you" in alt_text(make_leaderboard(people, reader=1), 0)
    assert draw_now(make_leaderboard(people, reader=1), 0).png != draw_now(make_leaderboard(people), 0).png


def test_those_without_a_place_stand_below_a_line_that_says_why() -> None:
    texts = lines(make_leaderboard([standing(1, rated=2), standing(2), standing(3, rated=3)]), 0)
    assert texts[1] == "**Provisional: fewer than ten rated games**"
    assert [line[:2] for line in texts] == ["1\\", "**", "– ", "– "]


@pytest.mark.parametrize(
    ("rated", "words"),
    [
        ((10, 10, 3), "2 people · 1 more not ranked yet"),
        ((3, 3), "All time · 2 people not ranked yet"),
        ((10,), "All time · 1 person"),
    ],
)
def test_it_says_how_many_stand_there(rated: tuple[int, ...], words: str) -> None:
    people = [standing(number, rated=games) for number, games in enumerate(rated, 1)]
    about = heading(make_leaderboard(people)._replace(season=None), 0)[1]
    assert words in about


def test_rating_is_explained_with_its_first_value() -> None:
    leaderboard = make_leaderboard([standing(1, rated=10)])
    assert "A rating is not points. Everyone begins at 0, and rises by beating others." in heading(leaderboard, 0)[2]


def test_a_leaderboard_that_is_behind_says_so_and_an_empty_one_too() -> None:
    def said(leaderboard: LeaderboardData) -> str:
        return "\n".join(
            component["content"]
            for component in parts_of(public_leaderboard(leaderboard, None).parts)
            if component["type"] == 10
        )

    assert STALE_NOTE in said(make_leaderboard([standing(1)])._replace(stale=True))
    assert STALE_NOTE not in said(make_leaderboard([standing(1)]))
    assert "Nobody yet. Finish a game" in said(make_leaderboard([]))
    assert "Fewest points first" in said(
        make_leaderboard([replace(standing(1), game="five_crowns")], "average", None, "five_crowns")
    )


def test_bars_begin_at_nothing_whatever_the_numbers_are() -> None:
    """Of thirty digits, below nothing, all the same: each page is drawn, and what is more has the longer bar."""
    from bot.ui.standings.leaderboard_picture import _lay_bar, _scale

    people = [standing(number, points=points) for number, points in enumerate((HUGE, HUGE // 2, 0, -HUGE), 1)]
    rows = make_leaderboard(people, "points").ranking.rows
    scale = _scale(rows)
    widths = [_lay_bar(row, scale, (100, 1100, 0))[0] for row in rows]
    assert [(width.x, width.width) for width in widths] == [(600, 500), (600, 249), (600, 4), (100, 500)]
    level = make_leaderboard([standing(1, points=0), standing(2, points=0)], "points")
    assert draw_now(level, 0).height > 0
