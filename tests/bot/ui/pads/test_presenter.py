"""What the rules refuse, said to those who sat there."""

from __future__ import annotations

from typing import Any

import pytest

from bot.pads.entry_forms import EntryContext, describe_refusal
from rules.contract import Refusal
from rules.registry import GAMES

NAMES = ("Ada {0}", "Bela", "Cleo")
HAND = {"placed": [], "tricks": 0, "own": 0}


@pytest.mark.parametrize(
    ("hands", "sentence"),
    [
        ([{**HAND, "placed": [1], "own": 1}, HAND, HAND], "Ada {0} won 0 cards in all, so not 1 of one suit."),
        ([{**HAND, "placed": [1]}, {**HAND, "placed": [2]}, HAND], "Ada {0} and Bela named equally many tricks."),
        (
            [{**HAND, "placed": [1, 2]}, HAND, {**HAND, "placed": [3], "right_lost": [3]}],
            "Only Declarer, Ada {0}, can double tricks, not Cleo.",
        ),
    ],
)
def test_seats_have_the_names_of_their_players(hands: list[dict[str, Any]], sentence: str) -> None:
    with pytest.raises(Refusal) as error:
        GAMES["abracadabra"].pad({"hands": hands, "success": "exact", "two_player": "dummy"})
    text = describe_refusal(error.value, EntryContext({}, NAMES, 0, 0))
    assert text.startswith(sentence)
    assert "P5" not in text


def test_a_seat_that_is_not_there_keeps_its_number() -> None:
    refusal = Refusal("bad_request", None, "The field {name} names seat {seat}.", name="stayed", seat=7)
    assert describe_refusal(refusal, EntryContext({}, NAMES, 0, 0)) == "The field stayed names seat 7."
