"""The worked examples of the rulebook."""

import pytest

from rules.melds import arrange, hand_of


@pytest.mark.clause("F2.2", "F4.2", "F4.1", "F3.3", "F5.2")
def test_the_rulebooks_worked_examples() -> None:
    for wild, cards, remaining in (
        (7, "9D 7S JD", 0),
        (7, "6D 7T 7T 9D", 0),
        (8, "8S QS QT", 0),
        (4, "JOKER 9H", 59),
    ):
        assert arrange(hand_of(cards.split()), wild).left == remaining
