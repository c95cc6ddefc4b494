"""A chart as a value: its lines and what they go along."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

Number = TypeVar("Number", int, float)


class Course(NamedTuple, Generic[Number]):
    """How it went for one line: its seat from 0 in the order in which they stand, the name as it is kept, and what it
    came to after each hand or game that counts, with the number of that, from the first on. `look` numbers its colour,
    mark and stroke; None: its place among the lines.
    """

    seat: int
    name: str
    totals: tuple[tuple[int, Number], ...]
    look: int | None = None

    @property
    def total(self) -> Number | int:
        """What it comes to now."""
        return self.totals[-1][1] if self.totals else 0


class Chart(NamedTuple):
    """What a chart shows: its title, what stands beneath it, its lines, what they go along, and how one of their
    numbers is written in so many pixels.
    """

    title: str
    beneath: str
    courses: tuple[Course[Any], ...]
    along: str
    written: Callable[[Any, int], str]
