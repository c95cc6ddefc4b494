"""P4: the pad."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from rules.conference import GAME
from rules.contract import Refusal
from rules.simulate import random_move, random_order
from tests.rules.conference.stacked import new

ENTRY: dict[str, Any] = {
    "card_points": [80, 66],
    "tricks": [10, 9],
    "dealer": 0,
    "good_evil": "trumps",
    "gallowglass": False,
    "call": False,
}


def read_points(**changes: Any) -> list[int]:
    answer = GAME.pad({**ENTRY, **changes})
    assert set(answer) == {"points"}
    return answer["points"]


def read_message(**changes: Any) -> tuple[str, str | None]:
    with pytest.raises(Refusal) as error:
        GAME.pad({**ENTRY, **changes})
    assert error.value.message
    return error.value.code, error.value.clause


WRONG = ("bad_entry", "P4")
UNREADABLE = ("bad_request", "P4")
HIRED: dict[str, Any] = {"gallowglass": True}
CALLED: dict[str, Any] = {"call": True, "good_evil": "allegiance"}


@pytest.mark.clause("P4", "C8.2")
def test_the_side_with_83_wins_the_difference() -> None:
    assert read_points() == [15, 15, -15, -15]
    assert read_points(card_points=[66, 80], tricks=[9, 10]) == [-15, -15, 15, 15]
    assert read_points(card_points=[73, 73]) == [1, 1, -1, -1]


@pytest.mark.clause("P4", "C8.3")
def test_with_a_hired_suit() -> None:
    assert read_points(card_points=[60, 50], **HIRED) == [-13, -13, 13, 13]
    assert read_points(card_points=[60, 50], dealer=2, **HIRED) == [24, 24, -24, -24]
    assert read_points(card_points=[80, 30], dealer=3, **HIRED) == [51, 51, -51, -51]


@pytest.mark.clause("P4", "C8.4")
def test_with_a_call() -> None:
    assert read_points(card_points=[40, 30], **CALLED) == [11, 11, -11, -11]
    assert read_points(card_points=[30, 31], **CALLED) == [0, 0, 0, 0]
    assert read_points(card_points=[0, 0], tricks=[19, 0], **CALLED, **HIRED) == [19, 19, -19, -19]


@pytest.mark.clause("P4")
@pytest.mark.parametrize(
    "changes",
    [
        {"tricks": [10, 10]},
        {"tricks": [20, -1]},
        {"card_points": [80, 67]},
        {"card_points": [147, -1]},
        {"card_points": [100, 19], **HIRED},
        {"card_points": [100, 13], **CALLED},
        {"card_points": [80, 5], **CALLED, **HIRED},
        {"call": True},
        {"call": True, "good_evil": "none"},
        {"card_points": [145, 1], "tricks": [19, 0]},
        {"card_points": [125, 21], "tricks": [19, 0], "dealer": 2},
        {"card_points": [135, 11], "tricks": [19, 0], "dealer": 2, "good_evil": "none"},
        {"card_points": [21, 60], "tricks": [0, 19], **HIRED},
        {"card_points": [37, 109]},
        {"card_points": [39, 107], "good_evil": "none"},
    ],
)
def test_impossible_entries(changes: dict[str, Any]) -> None:
    assert read_message(**changes) == WRONG


@pytest.mark.clause("P4")
@pytest.mark.parametrize(
    "changes",
    [
        {"card_points": [100, 18], **HIRED},
        {"card_points": [100, 12], **CALLED},
        {"card_points": [80, 4], **CALLED, **HIRED},
        {"card_points": [146, 0], "tricks": [19, 0]},
        {"card_points": [126, 20], "tricks": [19, 0], "dealer": 2},
        {"card_points": [136, 10], "tricks": [19, 0], "dealer": 2, "good_evil": "none"},
        {"card_points": [20, 60], "tricks": [0, 19], **HIRED},
        {"card_points": [38, 108]},
        {"card_points": [40, 106], "good_evil": "none"},
        {"card_points": [80, 66], "good_evil": "allegiance"},
    ],
)
def test_barely_possible_entries(changes: dict[str, Any]) -> None:
    read_points(**changes)


@pytest.mark.clause("P4")
@pytest.mark.parametrize(
    "changes",
    [
        {"card_points": [80]},
        {"card_points": "80"},
        {"card_points": [80, 66.0]},
        {"card_points": [80, True]},
        {"tricks": [10, 9, 0]},
        {"tricks": None},
        {"dealer": 4},
        {"dealer": -1},
        {"dealer": True},
        {"dealer": "0"},
        {"good_evil": "both"},
        {"good_evil": None},
        {"gallowglass": 0},
        {"gallowglass": "E"},
        {"call": None},
        {"hands": 4},
    ],
)
def test_malformed_entries(changes: dict[str, Any]) -> None:
    assert read_message(**changes) == UNREADABLE


@pytest.mark.clause("P4")
@pytest.mark.parametrize("field", list(ENTRY))
def test_a_field_that_is_missing(field: str) -> None:
    with pytest.raises(Refusal) as error:
        GAME.pad({name: value for name, value in ENTRY.items() if name != field})
    assert (error.value.code, error.value.clause) == UNREADABLE


@pytest.mark.clause("P4")
@pytest.mark.parametrize("seed", range(24))
def test_played_hands_score_on_the_pad_as_at_the_table(seed: int) -> None:
    rng = Random(seed)
    options = {"good_evil": rng.choice(["trumps", "allegiance", "none"]), "gallowglass": seed % 2 == 0}
    state = new(dealer=seed % 4, **options)
    while not state.finished:
        if state.expects:
            state = state.chance("deal", random_order(state, rng))
        else:
            (seat,) = state.to_act
            state = state.apply(seat, random_move(state, seat, rng))
    last = state.view(None)["last"]
    entry = {
        "card_points": last["card_points"],
        "tricks": last["won"],
        "dealer": last["dealer"],
        "good_evil": options["good_evil"],
        "gallowglass": last["gallowglass"] not in (None, "none"),
        "call": bool(last["calls"]),
    }
    assert GAME.pad(json.loads(json.dumps(entry)))["points"] == last["points"]
