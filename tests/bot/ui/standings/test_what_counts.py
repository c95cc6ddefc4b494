"""What counts, in words that fit a message and name what people ask about."""

from __future__ import annotations

import pytest

from bot.ui.standings.what_counts import SHORT, all_that_counts, what_counts
from tests.support.limits import fits, parts_of


@pytest.mark.parametrize(
    "matter",
    [
        "Friendly games",
        "Computer players",
        "Guests",
        "take over a seat",
        "ended early",
        "when time ran out",
        "fewer than half",
        "contested",
        "Without statistics",
        "Provisional",
        "fewer than 10 games",
        "A season",
    ],
)
def test_it_is_said_of_each_matter(matter: str) -> None:
    said = "\n".join(one["content"] for one in parts_of(all_that_counts().parts) if one["type"] == 10)
    assert matter in said
    fits(all_that_counts())


def test_at_first_it_is_six_short_lines() -> None:
    assert len(SHORT) == 6
    assert all(len(line) <= 90 for line in SHORT)
    fits(what_counts())
