"""What counts, in words that fit a message and name what people ask about."""

from __future__ import annotations

import pytest

from bot.ui.standings.what_counts import SUMMARY, counting_rules, counting_summary
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
    text = "\n".join(component["content"] for component in parts_of(counting_rules().parts) if component["type"] == 10)
    assert matter in text
    fits(counting_rules())


def test_at_first_it_is_six_short_lines() -> None:
    assert len(SUMMARY) == 6
    assert all(len(line) <= 90 for line in SUMMARY)
    fits(counting_summary())
