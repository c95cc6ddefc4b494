"""The look at every picture finds what is outside it, and words that run out of their panel."""

from __future__ import annotations

from bot.ui.pictures import render_sketch
from bot.ui.pictures.items import Panel, Sketch, Words
from bot.ui.pictures.palette import PLATE
from tests.support.drawings import PROBLEMS, problems_of


def make_sketch(*words: Words) -> Sketch:
    """Return a picture with a panel and these words."""
    return Sketch(400, 100, [Panel(20, 20, 200, 60, PLATE), *words])


def test_content_inside_its_panel_is_accepted() -> None:
    assert problems_of(make_sketch(Words(30, 25, "101", ground=PLATE), Words(240, 25, "+5"))) == []


def test_words_that_run_out_of_their_panel_are_found() -> None:
    (text,) = problems_of(make_sketch(Words(30, 25, "Bid made +", ground=PLATE)))
    assert text.startswith("out of Panel(")


def test_content_outside_the_picture_is_detected() -> None:
    render_sketch(make_sketch(Words(-5, 25, "e")), "test", "")
    assert [problem.partition(":")[0] for problem in PROBLEMS] == ["outside a picture of 400 x 100"]
    PROBLEMS.clear()  # this test is about them
