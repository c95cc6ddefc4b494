"""The strong level's move and its reason, whatever a game's search has found."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any, cast

from rules.players import strong
from rules.players.facts import Fact
from rules.players.search import Estimate

WINS = Fact("You win this trick")
LEFT = Fact("You hold", "points", is_good=False)
VIEW: dict[str, Any] = {"moves": ["one", "two", "three"], "choices": []}


def game(*estimates: Estimate, heuristic: str = "one") -> Any:
    """A game's module whose search finds this."""
    return SimpleNamespace(
        choose=lambda _view, _rng: heuristic,
        why=lambda _view, move: f"{move} is a rule of thumb.",
        estimate=lambda _view, moves, _budget, _rng: tuple(estimates) if moves == [heuristic] else (),
    )


def advice(module: Any, view: dict[str, Any] = VIEW) -> tuple[str, str]:
    """The move and its reason, where no other is as good."""
    move, why, others = hint(module, view)
    assert not others
    return move, why


def hint(module: Any, view: dict[str, Any] = VIEW) -> tuple[str, str, tuple[str, ...]]:
    """The move, its reason, and the moves that are as good."""
    found = strong.advise(module, 8, view, Random(1))
    assert found.move == strong.choose(module, 8, view, Random(1))
    return found


def test_the_best_move_is_told_with_its_lead() -> None:
    found = game(Estimate("two", 5.0, 0.0), Estimate("one", 2.75, 0.5))
    assert advice(found) == ("two", "It brings about 2.2 points more than the next best move.")


def test_of_two_moves_the_other_is_not_called_the_next_best() -> None:
    found = game(Estimate("two", 5.0, 0.0), Estimate("one", 2.75, 0.5))
    two = {"moves": ["one", "two"], "choices": []}
    assert advice(found, two) == ("two", "It brings about 2.2 points more than the other move.")


def test_the_heuristic_players_move_is_told_with_its_reason() -> None:
    found = game(Estimate("one", 5.0, 0.0), Estimate("two", 4.0, 0.4))
    assert advice(found) == ("one", "one is a rule of thumb. It brings about 1 point more than the next best move.")


def test_a_lead_within_two_standard_errors_is_not_told() -> None:
    """The moves are called as good: another seed might find the other better."""
    found = game(Estimate("two", 5.0, 0.0), Estimate("one", 2.75, 1.2))
    assert hint(found) == ("two", "No other move is clearly better.", ("one",))


def test_heuristic_guesses_are_left_out_beside_a_search() -> None:
    found = game(Estimate("one", 5.0, 0.0), Estimate("two", 4.0, 0.4))
    found.why = lambda *_: "A pass costs 12 points. Playing on brings about 0 points, so ask for more."
    lead = "It brings about 1 point more than the next best move."
    assert advice(found) == ("one", f"A pass costs 12 points. {lead}")
    found.estimate = lambda *_: ()
    assert advice(found) == ("one", found.why())


def test_a_move_without_a_rule_of_thumb_is_told_by_what_playouts_show() -> None:
    often, rarely = {WINS: [1.0] * 9 + [0.0]}, {WINS: [1.0] + [0.0] * 9}
    shown = "You win this trick in 9 of 10 cases, with the next best move in 1."
    led = game(Estimate("two", 5.0, 0.0, often), Estimate("one", 4.0, 0.4, rarely))
    assert advice(led) == ("two", f"{shown} It brings about 1 point more than the next best move.")
    level = game(Estimate("two", 5.0, 0.0, often), Estimate("one", 3.0, 2.0, rarely))
    assert hint(level) == ("two", "You win this trick in 9 of 10 cases.", ("one",))


def test_beside_moves_that_are_as_good_a_weaker_one_tells_why() -> None:
    often, rarely = {WINS: [1.0] * 9 + [0.0]}, {WINS: [1.0] + [0.0] * 9}
    found = game(
        Estimate("two", 5.0, 0.0, often), Estimate("three", 5.0, 0.5, rarely), Estimate("one", 2.0, 0.1, rarely)
    )
    assert hint(found) == ("two", "You win this trick in 9 of 10 cases, with a weaker move in 1.", ("three",))
    alike = game(Estimate("two", 5.0, 0.0, often), Estimate("three", 5.0, 0.5, often), Estimate("one", 2.0, 0.1, often))
    assert hint(alike) == ("two", "You win this trick in 9 of 10 cases.", ("three",))


def test_two_moves_are_compared_once_in_a_unit() -> None:
    found = game(
        Estimate("two", 5.0, 0.0, {LEFT: [4.0, 6.0]}), Estimate("one", 2.0, 0.5, {LEFT: [8.0, 10.0]}), heuristic="one"
    )
    assert advice(found) == ("two", "You hold about 5 points, with the next best move about 9.")
    found.UNIT = "chip"
    assert advice(found)[1].endswith("It brings about 3 chips more than the next best move.")


def test_moves_that_are_as_good_are_not_told_apart() -> None:
    found = game(
        Estimate("two", 5.0, 0.0, {WINS: [1.0] * 4}), Estimate("one", 4.0, 1.5, {WINS: [0.0] * 4}), heuristic="one"
    )
    assert hint(found) == ("two", "You win this trick in 10 of 10 cases.", ("one",))


def test_a_reason_that_counts_points_left_has_no_lead_in_points_beside_it() -> None:
    found = game(Estimate("one", 5.0, 0.0), Estimate("two", 4.0, 0.4))
    found.COUNTS_POINTS_LEFT = True
    found.why = lambda *_: "It leaves 3 points."
    assert advice(found) == ("one", "It leaves 3 points.")
    found.why = lambda *_: "You can go out now."
    assert advice(found) == ("one", "You can go out now. It brings about 1 point more than the next best move.")


def test_chips_that_are_guessed_beside_tricks_are_left_out() -> None:
    assert strong.without_guesses("About 1.2 tricks: 6 chips won. With no trick (9%) you lose 15 chips.") == (
        "About 1.2 tricks. With no trick (9%) you lose 15 chips."
    )
    assert strong.without_guesses("Keep your cards: they win about 1 trick, 4 chips.") == (
        "Keep your cards: they win about 1 trick."
    )
    assert strong.without_guesses("This lead wins about 8 points (about 93%).") == ""


def test_a_near_tie_is_the_heuristic_players_and_says_no_lead() -> None:
    found = game(Estimate("two", 5.0, 0.0), Estimate("one", 4.9, 0.5))
    assert hint(found) == ("one", "one is a rule of thumb.", ("two",))


def test_moves_that_are_as_good_are_named_the_best_first() -> None:
    found = game(
        Estimate("two", 5.0, 0.0), Estimate("three", 4.95, 0.1), Estimate("four", 4.0, 0.6), Estimate("one", 1.0, 0.1)
    )
    assert hint(found) == ("two", "No other move is clearly better.", ("three", "four"))


def test_the_only_move_is_made_without_a_search() -> None:
    def never(*_: object) -> None:
        raise AssertionError("nothing is to be searched")

    module = cast(
        "Any", SimpleNamespace(choose=lambda *_: "one", why=lambda *_: "It is the only move.", estimate=never)
    )
    assert advice(module, {"moves": ["one"], "choices": []}) == ("one", "It is the only move.")


def test_where_nothing_is_searched_the_heuristic_player_decides() -> None:
    assert advice(game()) == ("one", "one is a rule of thumb.")


# -- waste and mixed words


def test_a_wasteful_move_gives_way_where_another_may_be_as_good() -> None:
    found = game(Estimate("two", 5.0, 0.0), Estimate("three", 4.5, 0.4), Estimate("one", 4.0, 0.4))
    found.wasteful = lambda _view: {"two"}
    assert strong.choose(found, 8, VIEW, Random(1)) == "three"
    assert strong.advise(found, 8, VIEW, Random(1)).move == "three"
    found.wasteful = lambda _view: {"two", "three"}
    assert strong.choose(found, 8, VIEW, Random(1)) == "two", "the other lags by more than two errors"


def test_words_that_are_about_as_good_are_mixed_and_hints_are_not() -> None:
    found = game(Estimate("two", 5.0, 0.0), Estimate("three", 4.9, 0.4), Estimate("one", 4.7, 0.4))
    found.SPEAKS = "bargain"
    words = {**VIEW, "phase": "bargain"}
    assert {strong.choose(found, 8, words, Random(seed)) for seed in range(20)} == {"two", "three"}
    assert {strong.advise(found, 8, words, Random(seed)).move for seed in range(20)} == {"two"}
    cards = {**VIEW, "phase": "play"}
    assert {strong.choose(found, 8, cards, Random(seed)) for seed in range(20)} == {"two"}


def test_a_bluff_is_mixed_with_what_is_better_up_to_its_lag() -> None:
    found = game(Estimate("two", 5.0, 0.0), Estimate("three", 4.0, 0.1), Estimate("one", 4.0, 0.1))
    found.SPEAKS, found.bluffs = "bargain", lambda _view: {"three": 1.0, "one": 0.9}
    words = {**VIEW, "phase": "bargain"}
    assert {strong.choose(found, 8, words, Random(seed)) for seed in range(20)} == {"two", "three"}


def test_the_same_seed_mixes_the_same_word() -> None:
    found = game(Estimate("two", 5.0, 0.0), Estimate("three", 4.9, 0.4), Estimate("one", 4.9, 0.4))
    found.SPEAKS = "bargain"
    words = {**VIEW, "phase": "bargain"}
    for seed in range(5):
        assert len({strong.choose(found, 8, words, Random(seed)) for _ in range(3)}) == 1
