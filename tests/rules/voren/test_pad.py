"""P1: the score pad's arithmetic."""

from random import Random
from typing import Any

import pytest

from rules.contract import Refusal
from rules.voren import GAME
from tests.rules.refusals import catch_refusal
from tests.rules.voren.decks import deal_at_random, table

HAND: dict[str, Any] = {
    "seats": 4,
    "ante": 3,
    "dealer": 3,
    "stayed": [0, 2, 3],
    "tricks": [1, 0, 2, 0],
    "wolf_exempt": None,
}


@pytest.mark.clause("P1")
def test_a_hand() -> None:
    assert GAME.pad(HAND) == {"points": [2, -3, 7, -6], "owes": [0, 0, 0, 15], "pot": 15}


@pytest.mark.clause("P1")
def test_matches_travel_and_the_limit_and_the_wolf_and_the_last_hand() -> None:
    owing = {**HAND, "dealer": 0, "owed": [0, 0, 0, 15]}
    assert GAME.pad(owing)["pot"] == 6 + 3 + 3 + 15
    assert GAME.pad(owing)["owes"] == [0, 0, 0, 27]
    assert GAME.pad({**owing, "limit": 5})["owes"] == [0, 0, 0, 15]
    assert GAME.pad({**HAND, "wolf_exempt": 3})["owes"] == [0, 0, 0, 0]
    assert GAME.pad({**HAND, "wolf_exempt": 0}) == GAME.pad(HAND)
    last = GAME.pad({**HAND, "last": True})
    assert last == {"points": [2 + 5, -3, 7 + 10, -6 - 15], "owes": [0, 0, 0, 0], "pot": 15}
    alone = {**HAND, "stayed": [1], "tricks": [0, 0, 0, 0]}
    assert GAME.pad(alone) == {"points": [-3, 12, -3, -6], "owes": [0, 0, 0, 0], "pot": 15}


@pytest.mark.clause("P1")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seats": 1, "tricks": [3], "stayed": [0], "dealer": 0}, "2 to 10"),
        ({"seats": 11, "tricks": [3] + [0] * 10}, "2 to 10"),
        ({"seats": -4}, "2 to 10"),
        ({"ante": 0}, "multiple of 3"),
        ({"ante": 4}, "multiple of 3"),
        ({"ante": 303}, "multiple of 3"),
        ({"limit": 101}, "limit"),
        ({"limit": -1}, "limit"),
        ({"tricks": [1, 0, 1, 0]}, "three tricks"),
        ({"tricks": [2, 0, 2, 0]}, "three tricks"),
        ({"tricks": [4, 0, -1, 0]}, "cannot be negative"),
        ({"stayed": [0], "tricks": [3, 0, 0, 0]}, "alone"),
        ({"tricks": [1, 1, 1, 0]}, "Seat 1 folded"),
        ({"stayed": [], "tricks": [0, 0, 0, 0]}, "Choose who stayed in"),
        ({"stayed": [0, 2, 3, 2]}, "names seat 2 twice"),
        ({"stayed": [1, 1], "tricks": [0, 0, 0, 0]}, "names seat 1 twice"),
        ({"owed": [15, 0, 18, 0]}, "the same"),
        ({"owed": [15, 15, 15, 15]}, "Not everyone can owe"),
        ({"owed": [16, 0, 0, 0]}, "whole number"),
        ({"ante": 6, "owed": [33, 0, 0, 0]}, "whole number"),
        ({"owed": [-15, 0, 0, 0]}, "at least"),
        ({"owed": [12, 0, 0, 0]}, "at least 15"),
        ({"owed": [6, 0, 0, 0], "limit": 3}, "at least 9"),
        ({"owed": [12, 0, 0, 0], "limit": 3}, "at most 9"),
        ({"owed": [12, 0, 0, 0], "limit": 6}, "at least 15"),
        ({"owed": [21, 0, 0, 0], "limit": 6}, "at most 18"),
        ({"wolf_exempt": 1}, "Seat 1 folded"),
        ({"stayed": [0], "tricks": [0, 0, 0, 0], "wolf_exempt": 0}, "alone"),
        ({"tricks": [3, 0, 0, 0], "wolf_exempt": 0}, "Treachery"),
    ],
)
def test_impossible_entries(change: dict[str, Any], said: str) -> None:
    refusal = catch_refusal(lambda: GAME.pad({**HAND, **change}))
    assert (refusal.code, refusal.clause) == ("bad_entry", "P1")
    assert said in refusal.message


@pytest.mark.clause("P1")
@pytest.mark.parametrize(
    "change",
    [
        {"owed": [15, 0, 0, 0]},
        {"owed": [15, 15, 0, 15]},
        {"owed": [9, 0, 9, 0], "limit": 3},
        {"owed": [15, 0, 0, 0], "limit": 5},
        {"owed": [3 * 10**25, 0, 0, 0]},
        {"limit": 100, "owed": [300, 0, 0, 0]},
        {"stayed": [3, 2, 0]},
    ],
)
def test_possible_entries(change: dict[str, Any]) -> None:
    answer = GAME.pad({**HAND, **change})
    assert sum(answer["points"]) == 0


@pytest.mark.parametrize("missing", sorted(HAND))
def test_a_missing_field(missing: str) -> None:
    entry = {name: value for name, value in HAND.items() if name != missing}
    refusal = catch_refusal(lambda: GAME.pad(entry))
    assert (refusal.code, refusal.clause) == ("bad_request", "P1")


@pytest.mark.parametrize(
    "change",
    [
        {"pot": 15},
        {"seats": "4"},
        {"seats": True},
        {"seats": 4.0},
        {"ante": None},
        {"dealer": 4},
        {"dealer": -1},
        {"stayed": 0},
        {"stayed": [0, 4]},
        {"stayed": ["0", "2"]},
        {"tricks": [1, 2]},
        {"tricks": [1, 0, 2, False]},
        {"tricks": None},
        {"owed": [0, 0, 0]},
        {"owed": 0},
        {"wolf_exempt": 4},
        {"wolf_exempt": False},
        {"last": 1},
        {"limit": "0"},
    ],
)
def test_malformed_entries(change: dict[str, Any]) -> None:
    refusal = catch_refusal(lambda: GAME.pad({**HAND, **change}))
    assert (refusal.code, refusal.clause) == ("bad_request", "P1")


@pytest.mark.clause("P1")
@pytest.mark.parametrize("seed", range(20))
def test_the_pad_agrees_with_games(seed: int) -> None:
    """Each finished hand of a random game, written down on the pad, scores the same."""
    rng = Random(seed)
    seats, limit = rng.randint(2, 8), rng.choice((0, 0, 2, 9))
    at = table(seats, rng.randrange(seats), limit=limit, ante=rng.choice((3, 30)))
    owed = [0] * seats
    while not at.state.finished:
        if at.state.expects:
            at = deal_at_random(at, rng)
            continue
        number, seat = len(at.state.score().hands), at.state.to_act[0]
        at = at.move(seat, rng.choice(at.state.legal(seat).moves))
        if len(at.state.score().hands) == number:
            continue
        last = at.state.view(None)["last"]
        entry = {
            "seats": seats,
            "ante": at.options["ante"],
            "limit": limit,
            "dealer": last["dealer"],
            "stayed": [player for player, state in enumerate(last["states"]) if state != "folded"],
            "tricks": last["taken"],
            "owed": owed,
            "wolf_exempt": last["exempt"],
            "last": at.state.finished,
        }
        try:
            answer = GAME.pad(entry)
        except Refusal as refusal:
            pytest.fail(f"{refusal}: {entry}")
        assert answer == {"points": last["points"], "owes": last["owes"], "pot": last["pot"]}
        owed = answer["owes"]
