"""Score sheets of all games: their setup, their totals, and who has won (K8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from rules.contract import OptionValue, Pack, Score


class Setup(Protocol):
    """The setup of a table."""

    @property
    def shrunk(self) -> Pack | None:
        """The pack of a test, or None for the full one."""
        ...

    def options(self) -> Mapping[str, OptionValue]:
        """Return all options by name."""
        ...


class Sheet(Protocol):
    """The score sheet while a hand is awaited or played, or after the last one."""

    @property
    def setup(self) -> Setup:
        """The setup of the table."""
        ...

    @property
    def number(self) -> int:
        """The 0-based number of the hand."""
        ...

    @property
    def dealer(self) -> int:
        """Who deals it."""
        ...

    @property
    def points(self) -> tuple[tuple[int, ...], ...]:
        """The points of the finished hands."""
        ...

    @property
    def totals(self) -> tuple[int, ...]:
        """By seat what those come to."""
        ...

    @property
    def is_complete(self) -> bool:
        """Whether the last hand is over."""
        ...


def sum_by_seat(points: Sequence[Sequence[int]], seats: int) -> tuple[int, ...]:
    """Return the sum of the points of these hands, by seat."""
    return tuple([sum([hand[seat] for hand in points]) for seat in range(seats)])


def score_of(sheet: Sheet, choose_best: Callable[[Iterable[int]], int]) -> Score:
    """Return the score as the sheet stands.

    `choose_best` gives the winning total, once the last hand is over; all who share it win together (K8.2).
    """
    totals, finished = sheet.totals, sheet.is_complete
    winning = choose_best(totals)
    winners = tuple(seat for seat, total in enumerate(totals) if total == winning) if finished else ()
    return Score(sheet.points, totals, finished, winners)
