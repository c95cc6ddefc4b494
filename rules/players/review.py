"""The review of a hand: where another move would have brought a seat more, by searches of its own views."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import nlargest, nsmallest
from typing import Final, NamedTuple, TypeVar

from rules.players.hints import Hint
from rules.players.strong import Choice, is_as_good, without_guesses

MAX_BETTER_MOVES: Final = 3
"""Better moves of which a review tells."""
MAX_CLOSEST: Final = 3
"""Decisions of which a review tells that finds no better move."""

Key = TypeVar("Key")


class BetterMove(NamedTuple):
    """A move that would have been better: by how many points, and the reason for it; "" where only points speak."""

    move: str
    points: float
    why: str


def better_move(move_made: str, choice: Choice, advice: Hint, hint: str) -> BetterMove | None:
    """Return the move of the `hint` on a decision, if it is better than the one made; else None.

    A move that a hint would call as good is none to regret. `choice` has estimates of both, or none where nothing was
    searched. `advice` is the heuristic player's. What playouts show against the move made goes before its reason, which
    speaks of the hint's move alone.
    """
    estimates = {estimate.move: estimate for estimate in choice.estimates}
    if move_made == hint or move_made not in estimates or hint not in estimates:
        return None
    if is_as_good(estimates[move_made], estimates[hint]):
        return None
    points = estimates[hint].points - estimates[move_made].points
    reason = choice.why if hint == choice.move else ""
    return BetterMove(hint, points, reason or (without_guesses(advice.why) if hint == advice.move else ""))


class NextBest(NamedTuple):
    """The best move beside the one made, and by how many points that lags behind: less than 0 if it is ahead."""

    move: str
    points: float


def next_best(move_made: str, choice: Choice) -> NextBest | None:
    """Return the best alternative at a decision; None without a search or another move."""
    points = {estimate.move: estimate.points for estimate in choice.estimates}
    others = [move for move in points if move != move_made]
    if move_made not in points or not others:
        return None
    best = max(others, key=points.__getitem__)
    return NextBest(best, points[move_made] - points[best])


def closest(alternatives: Mapping[Key, NextBest]) -> list[tuple[Key, NextBest]]:
    """Return the decisions whose alternative came nearest to the move made, the nearest first."""
    return nsmallest(MAX_CLOSEST, alternatives.items(), key=lambda item: item[1].points)


def most_costly(better_moves: Mapping[Key, BetterMove]) -> list[tuple[Key, BetterMove]]:
    """Return the better moves that would have brought most, by decision, the largest first."""
    return nlargest(MAX_BETTER_MOVES, better_moves.items(), key=lambda item: item[1].points)
