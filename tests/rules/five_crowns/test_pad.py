"""P6: what people write down after a deal at a physical table."""

from itertools import combinations_with_replacement
from typing import Any

import pytest

from rules.contract import Refusal
from rules.five_crowns.pad import countable_points
from rules.five_crowns.success_counts import of_entry
from tests.rules.five_crowns.stacked import GAME


def count_points(dealt: int, remaining: list[Any], out: int | None = None) -> list[int]:
    return GAME.pad({"dealt": dealt, "left": remaining, "out": out})["points"]


def catch_refusal(entry: dict[str, Any]) -> Refusal:
    with pytest.raises(Refusal) as error:
        GAME.pad(entry)
    assert error.value.message
    return error.value


@pytest.mark.clause("F5.2")
def test_cards_or_points() -> None:
    assert count_points(3, [["JOKER", "9H", "4D"], [], ["3S", "3H", "QT"]], 1) == [63, 0, 52]
    assert count_points(11, [["jd", "kS", "10t"], 33, []]) == [43, 33, 0]
    assert count_points(3, [0, 0]) == [0, 0]  # the stock ran out and both had melds


def test_going_out_is_counted_if_the_entry_determines_it() -> None:
    assert of_entry(1, [63, 0, 0]) == [{"went_out": (int(seat == 1), 1)} for seat in range(3)]
    assert of_entry(None, [63, 0, 52]) == []  # the seat without points may have had melds when the stock ran out
    assert of_entry(None, [63, 12, 52]) == [{"went_out": (0, 1)}] * 3


@pytest.mark.parametrize("left", [["3S"], ["JOKER"], 5, 20])
def test_the_seat_that_went_out_has_nothing_left(left: Any) -> None:
    refusal = catch_refusal({"dealt": 8, "left": [0, left], "out": 1})
    assert (refusal.code, refusal.clause) == ("bad_entry", "P6")


@pytest.mark.parametrize(
    ("dealt", "impossible", "possible"),
    [
        (3, (1, 5, 11, 151, 10**30, -1), (12, 150, 63)),  # none or three cards are left, and threes count 20
        (4, (2, 201), (3, 10, 13, 200, 12)),
        (13, (1, 2, 13 * 50), (3, 4, 6 * 50 + 7 * 20)),
    ],
)
def test_points_that_no_hand_of_that_size_can_count(
    dealt: int, impossible: tuple[int, ...], possible: tuple[int, ...]
) -> None:
    for number in impossible:
        refusal = catch_refusal({"dealt": dealt, "left": [0, number], "out": 0})
        assert (refusal.code, refusal.clause) == ("bad_entry", "P6"), number
    for number in possible:
        assert count_points(dealt, [0, number], 0) == [0, number]


def test_countable_points_equal_an_exhaustive_search() -> None:
    """All choices of cards of a deal of four, one by one."""
    values = [3, *range(5, 14), 20, 50]
    sums = {sum(cards) for size in (0, 1, 4) for cards in combinations_with_replacement(values, size)}
    assert {number for number in range(300) if countable_points(4, 2) >> number & 1} == sums
    assert countable_points(13, 3) >> (9 * 50 + 4 * 20) & 1
    assert not countable_points(13, 2) >> (9 * 50 + 4 * 20) & 1


def test_cards_that_cannot_be_left() -> None:
    for remaining in (["3S", "4S"], ["3S"], ["4S"] * 2, ["5S", "6D", "7H", "9C", "JT"]):
        assert catch_refusal({"dealt": 3, "left": [remaining, []], "out": None}).code == "bad_entry"
    assert count_points(4, [["3S"], []]) == [3, 0]


@pytest.mark.clause("F1.1")
def test_no_more_copies_than_the_decks_hold() -> None:
    three = [["5S", "9D", "KH"]] * 3
    refusal = catch_refusal({"dealt": 3, "left": [*three, 0], "out": None})
    assert (refusal.code, refusal.clause) == ("bad_entry", "P6")
    assert count_points(3, [*three, *[0] * 6]) == [27] * 3 + [0] * 6  # nine seats have three decks
    assert catch_refusal({"dealt": 3, "left": [*three, ["5S", "8D", "8H"], *[0] * 6], "out": None}).code == "bad_entry"
    assert catch_refusal({"dealt": 4, "left": [["JOKER"] * 4, ["JOKER"] * 4], "out": None}).code == "bad_entry"
    assert catch_refusal({"dealt": 4, "left": [["1S"], 0], "out": None}).code == "bad_entry"


def test_a_deal_has_three_to_thirteen_cards() -> None:
    for dealt in (2, 14):
        refusal = catch_refusal({"dealt": dealt, "left": [0, 0], "out": None})
        assert (refusal.code, refusal.clause) == ("bad_entry", "P6")
        assert "3 to 13 cards each" in refusal.message


GOOD: dict[str, Any] = {"dealt": 5, "left": [0, 12], "out": 0}


@pytest.mark.parametrize(
    "change",
    [
        {"dealt": "5"},
        {"dealt": True},
        {"dealt": 5.0},
        {"dealt": None},
        {"left": "5S"},
        {"left": [0]},
        {"left": [0] * 13},
        {"left": [0, None]},
        {"left": [0, True]},
        {"left": [0, 1.5]},
        {"left": [0, [5]]},
        {"left": {"0": 0}},
        {"out": 2},
        {"out": -1},
        {"out": "0"},
        {"out": False},
        {"more": 1},
    ],
)
def test_malformed_entries(change: dict[str, Any]) -> None:
    assert catch_refusal({**GOOD, **change}).code == "bad_request"


@pytest.mark.parametrize("name", GOOD)
def test_missing_fields(name: str) -> None:
    assert catch_refusal({key: value for key, value in GOOD.items() if key != name}).code == "bad_request"
    assert GAME.pad(GOOD) == {"points": [0, 12]}
