"""Plays of the tarot games that are worth the same."""

from __future__ import annotations

import pytest

from rules.players.tarot import distinct_plays
from rules.tarot.cards import CARDS, PLAIN


@pytest.mark.parametrize(
    ("cards", "between", "distinct"),
    [
        ("5E 7E", "6A", "5E"),
        ("7E 5E", "4E 8E", "7E"),  # the first of a group, wherever it ranks
        ("5E 7E", "6E", "5E 7E"),
        ("10E JE", "", "10E JE"),  # they count differently
        ("12 13 15", "14", "12 15"),
        ("5E 5A", "", "5E 5A"),
        ("FOOL 2", "", "FOOL 2"),
    ],
)
def test_of_cards_that_are_worth_the_same_the_first_is_played(cards: str, between: str, distinct: str) -> None:
    plays = {f"play {card}": CARDS.bit[card] for card in cards.split()}
    assert distinct_plays(plays, CARDS.mask(between.split())) == [f"play {card}" for card in distinct.split()]


def test_a_single_card_is_a_group_by_itself() -> None:
    plays = {card: CARDS.bit[card] for card in ("5E", "6E", "12", "13")}
    assert distinct_plays(plays, 0, PLAIN) == ["5E", "6E", "12"]
