"""P2, P3: score-pad entries."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any, NamedTuple

import pytest

from rules.contract import Refusal
from rules.mitigati import GAME
from rules.mitigati.pad import POSSIBLE_WORTHS, fit_together, min_trumps_needed


def make_entry(card_points: Any, bonuses: Any = None, rule: Any = "each") -> dict[str, Any]:
    entry = {"card_points": card_points, "rule": rule}
    return entry if bonuses is None else {**entry, "bonuses": bonuses}


def count_points(entry: dict[str, Any]) -> list[int]:
    answer = GAME.pad(entry)
    assert list(answer) == ["points"]
    return answer["points"]


def assert_entry_refused(entry: dict[str, Any], code: str, clause: str) -> None:
    with pytest.raises(Refusal) as refusal:
        GAME.pad(entry)
    assert (refusal.value.code, refusal.value.clause) == (code, clause), refusal.value
    assert refusal.value.message


@pytest.mark.clause("P2")
def test_a_hand_that_was_played() -> None:
    assert count_points(make_entry([60, 46, 40])) == [11, -3, -9]
    assert count_points(make_entry([146, 0, 0])) == [97, -49, -49]
    assert count_points(make_entry([60, 46, 40], [20, 0, 10], "flat")) == [31, -3, 1]
    assert count_points(make_entry([60, 46, 40], [20, 0, 10])) == [11 + 30, -3 - 30, -9]


@pytest.mark.clause("P2")
@pytest.mark.parametrize("card_points", [[60, 46, 41], [0, 0, 0], [145, 1, 0], [2, 100, 44], [-10, 100, 56]])
def test_card_points_that_cannot_be(card_points: list[int]) -> None:
    assert_entry_refused(make_entry(card_points), "bad_entry", "P2")


@pytest.mark.clause("P2")
def test_numbers_without_end_are_refused_like_others() -> None:
    huge = 10**4299 * 9
    assert_entry_refused(make_entry([huge, huge, huge]), "bad_entry", "P2")
    assert_entry_refused(make_entry([60, 46, 40], [huge, 0, 0]), "bad_entry", "P2")
    assert_entry_refused({"words": [["offer", huge], None, None], "dealer": 0}, "bad_entry", "P3")


@pytest.mark.clause("P2")
@pytest.mark.parametrize("bonuses", [[1, 0, 0], [9, 0, 0], [-5, 0, 0], [56, 0, 0], [0, 100, 0]])
def test_bonuses_that_no_declaration_is_worth(bonuses: list[int]) -> None:
    assert_entry_refused(make_entry([60, 46, 40], bonuses), "bad_entry", "P2")


@pytest.mark.clause("P2")
@pytest.mark.parametrize("bonuses", [[11, 11, 0], [0, 10, 22], [20, 20, 20], [15, 15, 15], [55, 10, 0], [35, 35, 0]])
def test_bonuses_that_one_pack_cannot_hold_together(bonuses: list[int]) -> None:
    assert_entry_refused(make_entry([60, 46, 40], bonuses), "bad_entry", "P2")


@pytest.mark.clause("P2")
@pytest.mark.parametrize(
    "bonuses", [[10, 0, 0], [55, 0, 0], [20, 15, 0], [20, 15, 10], [10, 11, 0], [0, 35, 0], [17, 20, 15], [25, 0, 30]]
)
def test_bonuses_that_can_be(bonuses: list[int]) -> None:
    assert len(count_points(make_entry([60, 46, 40], bonuses))) == 3


@pytest.mark.clause("P3")
def test_a_hand_that_was_bought_off() -> None:
    words = [["ask", 20], ["offer", 10], ["offer", 12]]
    assert count_points({"words": words, "dealer": 2, "order": [1, 0, 2]}) == [20, -10, -10]
    assert count_points({"words": words, "dealer": 2, "order": [0, 2, 1]}) == [20, -8, -12]
    assert count_points({"words": [["offer", 7], None, None], "dealer": 0}) == [-7, 4, 3]
    assert count_points({"words": [["offer", 7], None, None], "dealer": 1}) == [-7, 3, 4]
    assert count_points({"words": [["offer", 7], ["ask", 3], None], "dealer": 1}) == [-7, 3, 4]
    assert count_points({"words": [["offer", 7], ["ask", 7], None], "dealer": 1}) == [-7, 7, 0]
    assert count_points({"words": [["offer", 4], ["ask", 7], ["offer", 3]], "dealer": 1}) == [-4, 7, -3]
    assert count_points({"words": [["offer", 200], None, ["ask", 200]], "dealer": 1, "order": []}) == [-200, 0, 200]


@pytest.mark.clause("P3")
@pytest.mark.parametrize(
    "entry",
    [
        {"words": [None, None, None], "dealer": 0},
        {"words": [["ask", 5], None, None], "dealer": 0},
        {"words": [["ask", 5], ["offer", 4], None], "dealer": 0},
        {"words": [["ask", 0], ["offer", 4], None], "dealer": 0},
        {"words": [["offer", 201], None, None], "dealer": 0},
        {"words": [["offer", -5], None, None], "dealer": 0},
        {"words": [["offer", 5], ["offer", 6], ["ask", 7]], "dealer": 0},
        {"words": [["offer", 5], ["offer", 6], ["ask", 7]], "dealer": 0, "order": [0, 1]},
        {"words": [["offer", 5], ["offer", 6], ["ask", 7]], "dealer": 0, "order": [0, 1, 1]},
        {"words": [["offer", 5], ["offer", 6], ["ask", 7]], "dealer": 0, "order": []},
    ],
)
def test_impossible_bargains(entry: dict[str, Any]) -> None:
    assert_entry_refused(entry, "bad_entry", "P3")


@pytest.mark.clause("P2", "P3")
@pytest.mark.parametrize(
    "entry",
    [
        {},
        {"card_points": [60, 46, 40]},
        {"rule": "each"},
        make_entry([60, 46, 40], rule="all"),
        make_entry([60, 46, 40], rule=None),
        make_entry([60, 46, 40], rule=["each"]),
        make_entry([60, 86]),
        make_entry([60, 46, 40, 0]),
        make_entry([60, 46, 40.0]),
        make_entry([146, True, False]),
        make_entry("146"),
        make_entry(None),
        make_entry([60, 46, 40], [0, 0]),
        make_entry([60, 46, 40], [0, 0, None]),
        make_entry([60, 46, 40], {}),
        {**make_entry([60, 46, 40]), "dealer": 0},
        {"words": [["offer", 5], None, None]},
        {"words": [["offer", 5], None, None], "dealer": 3},
        {"words": [["offer", 5], None, None], "dealer": -1},
        {"words": [["offer", 5], None, None], "dealer": True},
        {"words": [["offer", 5], None], "dealer": 0},
        {"words": [["offer", 5], None, None, None], "dealer": 0},
        {"words": [["offer", 5], None, ["pass", 1]], "dealer": 0},
        {"words": [["offer", 5], None, ["ask"]], "dealer": 0},
        {"words": [["offer", 5], None, ["ask", "1"]], "dealer": 0},
        {"words": [["offer", 5], None, "ask 1"], "dealer": 0},
        {"words": [["offer", True], None, None], "dealer": 0},
        {"words": "offer", "dealer": 0},
        {"words": [["offer", 5], None, None], "dealer": 0, "order": "012"},
        {"words": [["offer", 5], None, None], "dealer": 0, "order": [0, 1, 3]},
        {"words": [["offer", 5], None, None], "dealer": 0, "order": [0, True]},
        {"words": [["offer", 5], None, None], "dealer": 0, "rule": "each"},
    ],
)
def test_malformed_entries(entry: dict[str, Any]) -> None:
    assert_entry_refused(entry, "bad_request", "P3" if "words" in entry else "P2")


class Demand(NamedTuple):
    """The cards that a declaration takes: Kings, the Fool, 1, 21, and other trumps."""

    kings: int
    fool: int
    value: int
    world: int
    others: int


@cache
def list_demands(bonus: int) -> tuple[Demand, ...]:
    """Return every way to come to a bonus, by a second reading of M5: what each declaration takes."""
    values: set[Demand] = set()
    takes = [(n, number, world) for n in range(10, 22) for number in (0, 1) for world in (0, 1)]
    for (n, a_one, a_world), kings in product([(0, 0, 0), *takes], range(5)):
        for fool, entry, world in product((0, 1), repeat=3):
            honours = fool + entry + world
            rest = bonus - n
            ways = [
                kings + honours == 0 and rest == 0,
                kings == 4 and rest == 20 + 5 * honours,
                honours == 3 and rest == 15 + 5 * kings,
                kings == 4 and honours == 3 and rest == 35,
                kings + honours >= 4 and rest == 10 + 5 * (kings + honours - 4),
            ]
            demand = Demand(kings, fool, max(entry, a_one), max(world, a_world), n - a_one - a_world)
            if any(ways) and sum(demand) <= 25 and demand.others <= 19:
                values.add(demand)
    return tuple(
        d for d in values if not any(o != d and all(a <= b for a, b in zip(o, d, strict=True)) for o in values)
    )


def can_hold(bonuses: tuple[int, ...]) -> bool:
    """Check whether one pack meets one demand of each bonus."""
    return any(
        all(sum(part) <= most for part, most in zip(zip(*ways, strict=True), (4, 1, 1, 1, 19), strict=True))
        for ways in product(*map(list_demands, bonuses))
    )


@pytest.mark.clause("P2")
def test_declaration_worths_match_a_second_reading() -> None:
    assert {bonus for bonus in range(120) if list_demands(bonus)} == POSSIBLE_WORTHS
    assert max(POSSIBLE_WORTHS) == 55


@pytest.mark.clause("P2")
def test_single_pack_limits_match_a_second_reading() -> None:
    every = sorted(POSSIBLE_WORTHS)
    pairs = [(0, *pair) for pair in combinations_with_replacement(every, 2)]
    rng = Random(5)
    triples = [tuple(rng.choices([bonus for bonus in every if bonus <= 36], k=3)) for _ in range(80)]
    verdicts = {bonuses: fit_together(bonuses) for bonuses in [*pairs, *triples]}
    assert verdicts == {bonuses: can_hold(bonuses) for bonuses in verdicts}
    assert len(set(verdicts.values())) == 2
    assert min_trumps_needed(0, 0, 0, 0) == 0
