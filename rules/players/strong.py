"""The strong level: the move that brings most in the hidden worlds that agree with the view."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from types import ModuleType
from typing import Final, NamedTuple

from rules.contract import View
from rules.players.hints import Hint
from rules.players.search import Estimate, preferred
from rules.players.words import READABLE, about, forced, roughly

NEAR_TIE_ERRORS: Final = 0.5
"""The heuristic player's move is taken if it lags behind the best by at most so many standard errors."""
SHOWN_POINTS: Final = 0.1
"""A smaller lead is not told."""
NOISE_ERRORS: Final = 1.0
"""Nor is a lead of at most so many standard errors: another seed might find none."""


GUESS: Final = re.compile(r"\b(brings|costs) (about|less than)\b")


class Choice(NamedTuple):
    """The move of a search, the heuristic player's, and the estimates of all that were searched, the best first."""

    move: str
    heuristic: str
    estimates: tuple[Estimate, ...]


def choose(module: ModuleType, budget: int, view: View, rng: Random) -> str:
    """The move of a game's search. Raises ValueError if the view's seat has nothing to do."""
    return search(module, budget, view, rng).move


def advise(module: ModuleType, budget: int, view: View, rng: Random) -> Hint:
    """The same move, by how much it is better than the next, and the heuristic player's reason if it is its move.

    Of that reason what it guesses a move to bring is left out: the search knows better.
    """
    move, heuristic, estimates = search(module, budget, view, rng)
    reason: str = module.why(view, move) if move == heuristic else ""
    said = [without_guesses(reason) if estimates else reason] if reason else []
    found = {estimate.move: estimate for estimate in estimates}
    others = [estimate for estimate in estimates if estimate.move != move]
    if others:
        following = max(others, key=lambda estimate: estimate.points)
        lead = found[move].points - following.points
        if lead >= SHOWN_POINTS and lead > NOISE_ERRORS * following.error:
            unit: str = getattr(module, "UNIT", "point")
            points_more = about(lead, unit) if lead <= READABLE else roughly(lead, unit)
            said.append(f"It brings {points_more} more than the next best move.")
    return Hint(move, " ".join(filter(None, said)) or "Several moves are about as good.")


def without_guesses(reason: str) -> str:
    """A reason without the sentences that guess what a move brings or costs: "Playing on brings about 3 points."."""
    sentences = reason.removesuffix(".").split(". ")
    return " ".join(f"{sentence}." for sentence in sentences if not GUESS.search(sentence))


def search(module: ModuleType, budget: int, view: View, rng: Random) -> Choice:
    """The choice of a game's search. There are no estimates where one move is the only one, or where none is searched.

    Raises ValueError if the view's seat has nothing to do.
    """
    heuristic: str = module.choose(view, rng)
    if forced(view):
        return Choice(heuristic, heuristic, ())
    estimates: tuple[Estimate, ...] = module.estimate(view, [heuristic], budget, rng)
    move = preferred(estimates, heuristic, NEAR_TIE_ERRORS).move if estimates else heuristic
    return Choice(move, heuristic, estimates)


def compare(module: ModuleType, budget: int, moves: Sequence[str], view: View, rng: Random) -> Choice:
    """The choice of the same search, with estimates of these moves, too. Raises ValueError as it does."""
    state = rng.getstate()
    choice = search(module, budget, view, rng)
    if choice.estimates and not {*moves} <= {found.move for found in choice.estimates}:
        rng.setstate(state)
        estimates: tuple[Estimate, ...] = module.estimate(view, [module.choose(view, rng), *moves], budget, rng)
        return choice._replace(estimates=estimates)
    return choice
