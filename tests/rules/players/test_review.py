"""Which moves a review calls better: what the hint says, and only where that is no chance."""

from __future__ import annotations

import pytest

from rules.players.hints import Hint
from rules.players.review import BetterMove, NextBest, better_move, closest, most_costly, next_best
from rules.players.search import Estimate
from rules.players.strong import Choice

STAY = Hint("stay", "You hold the highest card.")


def choice(*estimates: tuple[str, float, float], move: str = "stay") -> Choice:
    """A search that chose `move`; the heuristic player would stay."""
    return Choice(move, "stay", tuple(Estimate(*one) for one in estimates))


def test_the_move_of_the_hint_is_better_by_the_difference_with_the_heuristics_reason() -> None:
    found = choice(("poke", 5.0, 0.0), ("stay", 4.5, 2.0), ("fold", 1.0, 1.0))
    assert better_move("fold", found, STAY, "stay") == BetterMove("stay", 3.5, STAY.why)


def test_where_the_heuristic_would_move_otherwise_only_the_points_speak() -> None:
    found = choice(("poke", 5.0, 0.0), ("stay", 1.0, 1.0), move="poke")
    assert better_move("stay", found, STAY, "poke") == BetterMove("poke", 4.0, "")


def test_reason_names_the_playouts_against_the_move_made() -> None:
    found = choice(("stay", 5.0, 0.0), ("fold", 1.0, 1.0))._replace(why="You win a trick in 9 of 10 cases.")
    assert better_move("fold", found, STAY, "stay") == BetterMove("stay", 4.0, found.why)
    assert better_move("fold", found._replace(move="poke"), STAY, "stay") == BetterMove("stay", 4.0, STAY.why)


@pytest.mark.parametrize(
    ("made", "points", "error"),
    [("stay", 4.0, 0.0), ("fold", 3.95, 0.0), ("fold", 2.0, 2.0), ("fold", 4.5, 0.1)],
    ids=["the hint itself", "less than is shown", "within the noise", "better than the hint"],
)
def test_no_move_is_called_better_by_chance(made: str, points: float, error: float) -> None:
    found = choice(("stay", 4.0, 0.0), ("fold", points, error))
    assert better_move(made, found, STAY, "stay") is None


def test_where_nothing_was_searched_nothing_is_better() -> None:
    assert better_move("fold", choice(), STAY, "stay") is None


def test_a_review_tells_of_the_three_that_cost_most_the_largest_first() -> None:
    costs = {place: BetterMove("stay", points, "") for place, points in enumerate((1.0, 4.0, 2.0, 3.0))}
    assert [place for place, _ in most_costly(costs)] == [1, 3, 2]


def test_the_next_best_move_is_the_best_of_the_others_by_how_much_it_lags_behind() -> None:
    found = choice(("poke", 5.0, 0.0), ("stay", 4.5, 2.0), ("fold", 1.0, 1.0))
    assert next_best("poke", found) == NextBest("stay", 0.5)
    assert next_best("fold", found) == NextBest("poke", -4.0)
    assert next_best("poke", choice(("poke", 5.0, 0.0))) is None
    assert next_best("poke", choice()) is None


def test_the_closest_decisions_are_three_the_nearest_first() -> None:
    others = {place: NextBest("stay", points) for place, points in enumerate((1.0, 4.0, -0.5, 3.0))}
    assert [place for place, _ in closest(others)] == [2, 0, 3]
