"""The strong level: the move that brings most in the hidden worlds that agree with the view."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random
from types import ModuleType
from typing import Final, NamedTuple

from rules.contract import View
from rules.players.facts import CHANCE_ERRORS, NO_FACTS, tell, tell_difference
from rules.players.hints import Hint
from rules.players.search import Estimate, preferred
from rules.players.words import forced, gain

NEAR_TIE_ERRORS: Final = 0.5
"""The heuristic player's move is taken if it lags behind the best by at most so many standard errors.

Words that lag by no more are mixed: always the same one would show the hand.
"""
WASTE_ERRORS: Final = 2.0
"""A wasteful move is not made where another lags by at most so many standard errors."""
SHOWN_POINTS: Final = 0.1
"""A smaller lead is not told."""
GUESS: Final = re.compile(r"\b(about|less than) [\d.]+ (point|chip)s?\b")
GUESS_BESIDE_TRICKS: Final = re.compile(
    r"(?<=tricks|.trick)[:,] (about |less than )?(\d+|over a million) chips?( won)?\b"
)
"""Points or chips that the heuristic player guesses: a sentence on them, or a few words."""
NEXT_BEST: Final = "the next best move"
OTHER: Final = "the other move"
"""The same where there are but two."""
WEAKER: Final = "a weaker move"
"""The best of those that are not as good, where others are."""
NONE_BETTER: Final = "No other move is clearly better."
YOUR_MOVE: Final = "your move"


class Choice(NamedTuple):
    """The move of a search, the heuristic player's, and the estimates of all that were searched, the best first.

    `why` is what speaks for the move against one that it was compared with.
    """

    move: str
    heuristic: str
    estimates: tuple[Estimate, ...]
    why: str = ""


def choose(module: ModuleType, budget: int, view: View, rng: Random) -> str:
    """Return the move of a game's search; of words that are about as good any.

    Raises ValueError if there is nothing to do.
    """
    choice = search(module, budget, view, rng)
    if not choice.estimates or not hasattr(module, "SPEAKS") or view["phase"] != module.SPEAKS:
        return choice.move
    most = choice.estimates[0].points
    bluffs: Mapping[str, float] = module.bluffs(view) if hasattr(module, "bluffs") else {}
    near = [
        estimate.move
        for estimate in choice.estimates
        if most - estimate.points <= max(NEAR_TIE_ERRORS * estimate.error, bluffs.get(estimate.move, 0.0))
    ]
    return rng.choice(near)


def advise(module: ModuleType, budget: int, view: View, rng: Random) -> Hint:
    """Return the same move, with a reason, and by how much it is better than the next, or which others are about as
    good.

    The reason is the heuristic player's if it is its move, without what that guesses it to bring: the search knows
    better. What the playouts show stands in place of that, and where the heuristic player would move otherwise.
    """
    move, heuristic, estimates, _ = search(module, budget, view, rng)
    reason: str = module.why(view, move) if move == heuristic else ""
    if not estimates:
        return Hint(move, reason)
    explanation = without_guesses(reason)
    own = next(estimate for estimate in estimates if estimate.move == move)
    others = tuple(estimate.move for estimate in estimates if estimate.move != move and is_as_good(estimate, own))
    # Moves that are as good are not told apart.
    weaker = next((estimate for estimate in estimates if estimate.move not in (move, *others)), None)
    has_two = len(view["moves"]) == 2 and not view["choices"]
    named = OTHER if has_two else WEAKER if others else NEXT_BEST
    lead = _lead(own, weaker, _unit(module), named) if weaker and not others else ""
    if explanation.count(". ") < reason.count(". ") or not explanation:  # a sentence is missing
        differs = tell_difference(own.facts, weaker.facts, named) if weaker else ""
        explanation = " ".join(filter(None, (explanation, differs or tell(own.facts)))) or ("" if lead else NONE_BETTER)
    return Hint(
        move, explanation if lead and is_compared(module, explanation) else f"{explanation} {lead}".strip(), others
    )


def is_compared(module: ModuleType, explanation: str) -> bool:
    """Whether a reason compares moves in the unit of a search's lead. Two such comparisons would only puzzle."""
    compares = any(other in explanation for other in ("next best", OTHER, YOUR_MOVE))
    return (compares or getattr(module, "COUNTS_POINTS_LEFT", False)) and _unit(module) in explanation


def _unit(module: ModuleType) -> str:
    """Return the unit of a game's points."""
    return getattr(module, "UNIT", "point")


def is_as_good(estimate: Estimate, best: Estimate) -> bool:
    """Whether a move's lag behind the best is small, or may be chance: another seed might find none."""
    lag = best.points - estimate.points
    return lag < SHOWN_POINTS or lag <= CHANCE_ERRORS * estimate.error


def _lead(own: Estimate, following: Estimate, unit: str, named: str) -> str:
    """Return a sentence: the points by which a move is better than the next."""
    return f"It brings {gain(own.points - following.points, unit)} more than {named}."


def without_guesses(reason: str) -> str:
    """Return a reason without the sentences that guess what a move brings or costs: "Playing on brings about 3
    points.".
    """
    reason = GUESS_BESIDE_TRICKS.sub("", reason)
    sentences = reason.removesuffix(".").split(". ") if reason else []
    return " ".join(f"{sentence}." for sentence in sentences if not GUESS.search(sentence))


def search(module: ModuleType, budget: int, view: View, rng: Random) -> Choice:
    """Return the choice of a game's search.

    There are no estimates where one move is the only one, or where none is searched. Raises ValueError if the view's
    seat has nothing to do.
    """
    heuristic: str = module.choose(view, rng)
    if forced(view):
        return Choice(heuristic, heuristic, ())
    estimates: tuple[Estimate, ...] = module.estimate(view, [heuristic], budget, rng)
    if not estimates:
        return Choice(heuristic, heuristic, ())
    move = preferred(estimates, heuristic, NEAR_TIE_ERRORS).move
    wasted: set[str] = module.wasteful(view) if hasattr(module, "wasteful") else set()
    return Choice(_thrifty(move, wasted, estimates) if move in wasted else move, heuristic, estimates)


def _thrifty(move: str, wasted: set[str], estimates: Sequence[Estimate]) -> str:
    """Return the best move that wastes nothing where it is about as good; else this one."""
    best = estimates[0].points
    saved = (estimate for estimate in estimates if estimate.move not in wasted)
    return next((estimate.move for estimate in saved if best - estimate.points <= WASTE_ERRORS * estimate.error), move)


def compare(module: ModuleType, budget: int, moves: Sequence[str], view: View, rng: Random) -> Choice:
    """Return the choice of the same search, with estimates of these moves, too, and why it is better than the first of
    them.

    Raises ValueError as `search` does.
    """
    state = rng.getstate()
    choice = search(module, budget, view, rng)
    if choice.estimates and not {*moves} <= {estimate.move for estimate in choice.estimates}:
        rng.setstate(state)
        estimates: tuple[Estimate, ...] = module.estimate(view, [module.choose(view, rng), *moves], budget, rng)
        choice = choice._replace(estimates=estimates)
    facts = {estimate.move: estimate.facts for estimate in choice.estimates}
    why = ""
    if moves and choice.move in facts and moves[0] != choice.move:
        why = tell_difference(facts[choice.move], facts[moves[0]], YOUR_MOVE)
    return choice._replace(estimates=tuple(estimate._replace(facts=NO_FACTS) for estimate in choice.estimates), why=why)
