"""The results of a league's tables, and the order of its groups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

PLACE_POINTS: Final[Mapping[int, tuple[int, ...]]] = {3: (7, 4, 2), 4: (10, 6, 3, 1)}
"""The points by place at a table, by its seats."""


@dataclass(frozen=True, slots=True)
class TableResult:
    """A table that counts. `people` are the players' places in their group, by seat.

    `hands` are the points of each finished hand, by seat. `lost` are the seats that computer players have.
    """

    people: tuple[int, ...]
    totals: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    fewest_win: bool
    lost: frozenset[int] = frozenset()
    overdrawn: int | None = None
    """The seat that is last, since its player has overdrawn most time in a game that was not played to its end."""

    def points(self) -> tuple[Fraction, ...]:
        """Return the points by place, by seat. Level players share the points of their places. A lost seat has none."""
        worth = [-total if self.fewest_win else total for total in self.totals]
        keys = {
            seat: (seat != self.overdrawn, worth[seat]) for seat in range(len(self.people)) if seat not in self.lost
        }
        by_place = PLACE_POINTS[len(self.people)]
        points = [Fraction(0)] * len(self.people)
        for seat, key in keys.items():
            first = sum(other > key for other in keys.values())
            level = sum(other == key for other in keys.values())
            points[seat] = Fraction(sum(by_place[first : first + level]), level)
        return tuple(points)

    def hands_won(self, seat: int) -> int:
        """Return the number of hands in which nobody did better than a seat."""
        best = min if self.fewest_win else max
        return 0 if seat in self.lost else sum(points[seat] == best(points) for points in self.hands)

    def total(self, seat: int) -> int:
        """Return the points of a seat in the game, more of which are better; a lost seat has none."""
        return 0 if seat in self.lost else -self.totals[seat] if self.fewest_win else self.totals[seat]


class GroupRow(NamedTuple):
    """A person's row in the order of a group: the place in the circle, and what decides the order."""

    person: int
    points: Fraction
    hands_won: int
    total: int
    tables: int
    """How many of the person's tables count."""

    @property
    def key(self) -> tuple[Fraction, int, int]:
        """The sort key: points by place, then hands won, then points in the games."""
        return self.points, self.hands_won, self.total


def rank_group(people: int, results: Iterable[TableResult], corrections: Mapping[int, int]) -> list[GroupRow]:
    """Return the order of a group of so many people, the best first.

    `corrections` are points added by place in the circle.
    """
    results = tuple(results)
    rows = [_row(person, results, corrections.get(person, 0)) for person in range(people)]
    return sorted(rows, key=lambda row: (*(-part for part in row.key), row.person))


def _row(person: int, results: Iterable[TableResult], correction: int) -> GroupRow:
    """Return a person's row in their group, with corrections of the organiser."""
    own_results = [(result, result.people.index(person)) for result in results if person in result.people]
    return GroupRow(
        person,
        sum((result.points()[seat] for result, seat in own_results), Fraction(correction)),
        sum(result.hands_won(seat) for result, seat in own_results),
        sum(result.total(seat) for result, seat in own_results),
        len(own_results),
    )


def group_places(rows: Sequence[GroupRow]) -> list[int]:
    """Return the place of each row of an ordered group, from 1; level people share the better one."""
    return [1 + sum(other.key > row.key for other in rows) for row in rows]
