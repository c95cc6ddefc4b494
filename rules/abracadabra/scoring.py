"""A8.1 to A8.5: what a deal scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.abracadabra.cards import sum_of_values
from rules.abracadabra.fate import fates
from rules.abracadabra.records import Deal, Setup, Sheet, Trick
from rules.contract import Score
from rules.sheets import score_of


class Tally(NamedTuple):
    """A seat's input to the scoring: numbers of cards and tricks, and sums of values.

    `left` are the won cards on the left (A8.2); `right` those still face up on the right less those turned down.
    """

    placed: int
    left: int
    right: int
    tricks: int
    own: int
    pile: bool


class Parts(NamedTuple):
    """The points of a seat, clause by clause: A8.1 to A8.5."""

    success: int
    left: int
    right: int
    tricks: int
    own: int


def succeeds(tally: Tally, at_least: bool) -> bool:
    """Whether a seat's tricks are as many as its placed cards, or with `at_least` no fewer (A8.1)."""
    if at_least and tally.placed:
        return tally.tricks >= tally.placed
    return tally.tricks == tally.placed


def score_parts(tallies: Sequence[Tally], at_least: bool) -> tuple[Parts, ...]:
    """Return what each seat scores (A8)."""
    success = [succeeds(tally, at_least) for tally in tallies]
    success_points = 10 * (len(tallies) + 1 - sum(success))  # A8.1: 40, 30, 20, 10 for four seats, and so on
    return tuple(
        Parts(
            success=success_points if succeeded else 0,
            left=tally.left,  # A8.2
            right=2 * tally.right,  # A8.3
            tricks=tally.tricks,  # A8.4
            own=(4 if tally.pile else 2) * tally.own,  # A8.5
        )
        for tally, succeeded in zip(tallies, success, strict=True)
    )


def settle(setup: Setup, deal: Deal, tricks: Sequence[Trick]) -> tuple[Parts, ...]:
    """Return what each seat scores for a deal that is over (A8); nothing for a void one, which has no tricks (A4.2)."""
    if not tricks:
        return (Parts(0, 0, 0, 0, 0),) * setup.seats
    tallies = [
        Tally(
            placed=(placed or 0).bit_count(),
            left=sum_of_values(fate.won),
            right=sum_of_values(fate.right) - sum_of_values(fate.turned),
            tricks=fate.tricks,
            own=fate.own,
            pile=bool(pile),
        )
        for placed, pile, fate in zip(deal.placed, deal.piles, fates(deal, tricks), strict=True)
    ]
    return score_parts(tallies, setup.success == "at_least")


def score(sheet: Sheet) -> Score:
    """Return the score: the highest total wins, and all that share it win together (A8.6, K8.2)."""
    return score_of(sheet, max)
