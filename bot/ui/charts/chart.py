"""A chart as a value: its series and its axis."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

Number = TypeVar("Number", int, float)


class Series(NamedTuple, Generic[Number]):
    """One line of a chart.

    `seat` is its place from 0, `name` as it is stored. `totals` are pairs: the number of a counted hand or game, and
    the total after it. `style` numbers its colour, marker and stroke; None: its place among the lines.
    """

    seat: int
    name: str
    totals: tuple[tuple[int, Number], ...]
    style: int | None = None

    @property
    def total(self) -> Number | int:
        """The last total; 0 before there is one."""
        return self.totals[-1][1] if self.totals else 0


class Chart(NamedTuple):
    """A chart: `format_value` writes a number in at most so many pixels."""

    title: str
    subtitle: str
    series: tuple[Series[Any], ...]
    x_label: str
    format_value: Callable[[Any, int], str]
