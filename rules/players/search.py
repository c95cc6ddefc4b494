"""Search over hidden worlds: what each move brings on average, played out in the same worlds for all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from statistics import fmean
from typing import Final, NamedTuple

from rules.contract import State, Worlds
from rules.players.facts import NO_FACTS, Fact, Facts, standard_error

FEWEST_WORLDS: Final = 32
"""No move is given up before it was played out in so many worlds."""
HOPELESS_ERRORS: Final = 3.0
"""A move is given up when it is worse than the best by so many standard errors of their difference."""


class Played(NamedTuple):
    """The outcome of a move for the seat in a world: points, more than the others' where that matters, and facts.

    A move has the same facts in all worlds.
    """

    points: float
    facts: Mapping[Fact, float] = NO_FACTS


PlayOut = Callable[[State, Sequence[str]], Sequence[Played]]
"""What each of these moves brings the seat in a world."""


def lead_over_others(points: Sequence[float], seat: int) -> float:
    """Return the points of a seat less the mean of the others'."""
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


class Estimate(NamedTuple):
    """A move and the points that it is expected to bring; `error` is the standard error of its lag behind the best."""

    move: str
    points: float
    error: float
    facts: Facts = NO_FACTS


def estimate_moves(
    moves: Sequence[str], worlds: Worlds, play_out: PlayOut, budget: int, rng: Random
) -> tuple[Estimate, ...]:
    """Return the moves, the best first, played out in `budget` worlds at most; those that look hopeless in fewer."""
    points: dict[str, list[float]] = {move: [] for move in moves}
    facts: dict[str, list[Mapping[Fact, float]]] = {move: [] for move in moves}
    remaining = list(moves)
    for number in range(1, budget + 1):
        for move, played in zip(remaining, play_out(worlds.draw(rng), remaining), strict=True):
            points[move].append(played.points)
            facts[move].append(played.facts)
        if number % FEWEST_WORLDS == 0 and number < budget:
            estimates = _compared({move: points[move] for move in remaining})
            remaining = [
                estimate.move
                for estimate in estimates
                if estimates[0].points - estimate.points <= HOPELESS_ERRORS * estimate.error
            ]
            if len(remaining) == 1:
                break
    return tuple(estimate._replace(facts=_by_fact(facts[estimate.move])) for estimate in _compared(points))


def _by_fact(worlds: Sequence[Mapping[Fact, float]]) -> Facts:
    return {fact: [world[fact] for world in worlds] for fact in worlds[0]}


def _compared(points: dict[str, list[float]]) -> tuple[Estimate, ...]:
    """Return the estimates from the points in each world, the best first.

    A move given up is compared where it was tried.
    """
    longest = max(map(len, points.values()))
    best = max(
        (move for move, values in points.items() if len(values) == longest), key=lambda move: fmean(points[move])
    )
    estimates: list[Estimate] = []
    for move, values in points.items():
        lags = [one - other for one, other in zip(points[best], values, strict=False)]
        estimates.append(Estimate(move, fmean(points[best]) - fmean(lags), standard_error(lags)))
    return tuple(sorted(estimates, key=lambda estimate: (-estimate.points, estimate.move != best)))


def preferred(estimates: Sequence[Estimate], heuristic: str, errors: float) -> Estimate:
    """Return the best move; or the heuristic player's, if it lags by at most so many standard errors."""
    best = estimates[0]
    for estimate in estimates:
        if estimate.move == heuristic and best.points - estimate.points <= errors * estimate.error:
            return estimate
    return best
