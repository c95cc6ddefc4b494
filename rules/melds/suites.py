"""Points that suites alone can take in (F4.1): one suit's table, and the tables of several suits put together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import add
from typing import Final, NamedTuple

from rules.melds.hands import BITS, COPIES, LOWEST, RANKS, ROW, SUIT_BITS

REMEMBERED: Final = 100_000
"""Tables kept: one suit's cards come up again and again, above all within one search."""
SHORTEST: Final = 3
"""Cards in the shortest meld (F4.1)."""


class Table(NamedTuple):
    """The naturals of one suit that suites can take in, by the number of wilds spent.

    `points` are the most points in suites, `runs` the naturals of each suite. The last entries hold for more wilds.
    """

    points: tuple[int, ...]
    runs: tuple[tuple[int, ...], ...]


@lru_cache(REMEMBERED)
def table_of(row: int) -> Table:
    """Return the table of one suit's naturals (F4.1, F4.2)."""
    if not row:
        return Table((0,), ((),))
    low = ((row & -row).bit_length() - 1) // BITS
    # The lowest card stays in hand, or begins a suite. A suite takes every natural it passes, since where it would put
    # a wild beside a natural that another suite has, the two may change places.
    table_without = table_of(row - (1 << BITS * low))
    points, runs = list(table_without.points), list(table_without.runs)
    run, worth, count = 0, 0, 0
    for rank in range(low, len(RANKS)):
        if not row >> BITS * rank & COPIES:
            continue
        run += 1 << BITS * rank
        worth += rank + LOWEST
        count += 1
        spent = max(SHORTEST, rank - low + 1) - count
        table_of_others = table_of(row - run)
        for wilds, (points_of_others, plan) in enumerate(
            zip(table_of_others.points, table_of_others.runs, strict=True), spent
        ):
            while len(points) <= wilds:
                points.append(points[-1])
                runs.append(runs[-1])
            if points_of_others + worth >= points[wilds]:  # of equals the longer suite
                points[wilds] = points_of_others + worth
                runs[wilds] = (run, *plan)
    for wilds in range(1, len(points)):
        if points[wilds] <= points[wilds - 1]:
            points[wilds] = points[wilds - 1]
            runs[wilds] = runs[wilds - 1]
    length = points.index(points[-1]) + 1
    return Table(tuple(points[:length]), tuple(runs[:length]))


def joined(total: Sequence[int], points: Sequence[int], wilds: int) -> list[int]:
    """Return points by wilds spent, 0 to `wilds`, of two lots of suites together: the best split of the wilds between
    them.

    `total` has an entry for each number of wilds.
    """
    return [max(map(add, points, total[spent::-1])) for spent in range(wilds + 1)]


def best_suites(pool: int, wilds: int) -> list[int]:
    """Return the points of naturals in `pool` that suites can take in, by wilds spent, 0 to `wilds`."""
    total = [0] * (wilds + 1)
    while pool:
        points = table_of(pool & ROW).points
        if points != (0,):
            total = joined(total, points, wilds)
        pool >>= SUIT_BITS
    return total


def suites_chosen(pool: int, wilds: int) -> list[tuple[int, int]]:
    """Return the suites that reach `best_suites`, as (suit, naturals of the suite)."""
    tables: list[Table] = []
    so_far = [[0] * (wilds + 1)]
    while pool:
        tables.append(table_of(pool & ROW))
        so_far.append(joined(so_far[-1], tables[-1].points, wilds))
        pool >>= SUIT_BITS
    suites: list[tuple[int, int]] = []
    for suit in range(len(tables) - 1, -1, -1):
        before, table = so_far[suit], tables[suit]
        spent = max(
            range(min(wilds + 1, len(table.points))), key=lambda more: before[wilds - more] + table.points[more]
        )
        suites += [(suit, run) for run in table.runs[spent]]
        wilds -= spent
    suites.reverse()
    return suites
