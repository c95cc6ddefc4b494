"""Percentages of a deal: worked examples, and what holds for all scores."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.standings.percentages import percentages

SCORES = st.dictionaries(st.integers(0, 30), st.integers(-5, 5), min_size=2)


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ({}, {}),
        ({"Ada": 7}, {}),
        ({"Ada": 7, "Bela": 3}, {"Ada": 100, "Bela": 0}),
        ({"Ada": 7, "Bela": 7}, {"Ada": 50, "Bela": 50}),
        (
            {"Ada": 9, "Bela": 4, "Cleo": 4, "Dora": 4, "Emil": -1},
            {"Ada": 100, "Bela": 50, "Cleo": 50, "Dora": 50, "Emil": 0},
        ),
        ({"Ada": 9, "Bela": 9, "Cleo": 1}, {"Ada": 75, "Bela": 75, "Cleo": 0}),
    ],
)
def test_examples(scores: dict[str, int], expected: dict[str, float]) -> None:
    assert percentages(scores) == expected


@given(SCORES)
def test_their_mean_is_fifty(scores: dict[int, int]) -> None:
    assert sum(percentages(scores).values()) / len(scores) == pytest.approx(50)


@given(SCORES)
def test_a_better_score_has_the_higher_percentage(scores: dict[int, int]) -> None:
    shares = percentages(scores)
    for number, share in shares.items():
        assert 0 <= share <= 100
        assert all((share > shares[other]) == (scores[number] > scores[other]) for other in scores)


@given(SCORES)
def test_where_fewest_win_the_order_is_turned_round(scores: dict[int, int]) -> None:
    turned = {who: -score for who, score in scores.items()}
    assert percentages(scores, fewest_win=True) == percentages(turned)
