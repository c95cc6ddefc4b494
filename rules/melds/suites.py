"""What suites alone can take in (F4.1): one suit's table, and the tables of several suits put together.

A table gives the most points of naturals that suites can take in, by the number of wilds spent. Its last entry stands
for any greater number.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from operator import add
from typing import Final

from rules.melds.hands import RANK, ROW, SUIT_BITS

Table = Sequence[int]
Runs = tuple[int, ...]

TABLES: Final[dict[int, Table]] = {0: (0,)}
"""One suit's naturals (a row) -> its table, as far as it has been needed. Ask `table_of`."""

PLANS: Final[dict[int, tuple[Runs, ...]]] = {0: ((),)}
"""One suit's naturals -> for each entry of its table the suites that reach it, each as the row of its naturals."""

_REMEMBERED: Final = 100_000
_PREPARED: Final = 4
_ONES: Final = sum(1 << 4 * number for number in range(55))
_NOT_TOP_TWO: Final = _ONES & ~RANK[10] & ~RANK[9]


def forget() -> None:
    """Keep the memory of tables within bounds over a long life; to be called when no search is under way."""
    if len(TABLES) > _REMEMBERED:
        TABLES.clear()
        PLANS.clear()
        TABLES[0] = (0,)
        PLANS[0] = ((),)


def table_of(row: int) -> Table:
    """The table of one suit's naturals."""
    known = TABLES.get(row)
    if known is not None:
        return known
    low = ((row & -row).bit_length() - 1) >> 2
    # The lowest card stays in hand, or begins a suite. A suite takes every natural it passes, since where it would put
    # a wild beside a natural that another suite has, the two may change places.
    less = row - (1 << 4 * low)
    values, plans = list(table_of(less)), list(PLANS[less])
    taken, points, count = 0, 0, 0
    for rank in range(low, 11):
        if not row >> 4 * rank & 15:
            continue
        taken += 1 << 4 * rank
        points += rank + 3
        count += 1
        spent = max(3, rank - low + 1) - count
        while len(values) < spent:
            values.append(values[-1])
            plans.append(plans[-1])
        others = table_of(row - taken)
        for value, runs in zip(others, PLANS[row - taken]):
            if spent == len(values):
                values.append(-1)
                plans.append(())
            if value + points >= values[spent]:  # of equals the longer suite
                values[spent] = value + points
                plans[spent] = (taken, *runs)
            spent += 1
    for spent in range(1, len(values)):
        if values[spent] <= values[spent - 1]:
            values[spent] = values[spent - 1]
            plans[spent] = plans[spent - 1]
    while len(values) > 1 and values[-1] == values[-2]:
        values.pop()
        plans.pop()
    PLANS[row] = tuple(plans)
    TABLES[row] = tuple(values)
    return TABLES[row]


def joined(total: Sequence[int], table: Table, wilds: int) -> list[int]:
    """Points by wilds spent, 0 to `wilds`, of two lots of suites together: the best split of the wilds between them.

    `total` has an entry for each number of wilds.
    """
    return [max(map(add, table, total[spent::-1])) for spent in range(wilds + 1)]


def best_suites(pool: int, wilds: int) -> list[int]:
    """The points of naturals in `pool` that suites can take in, by wilds spent, 0 to `wilds`."""
    if not wilds:
        held = (pool | pool >> 1 | pool >> 2 | pool >> 3) & _ONES
        if not held & held >> 4 & held >> 8 & _NOT_TOP_TWO:
            return [0]
    base = 0
    tables: list[Table] = []
    while pool:
        row = pool & ROW
        if row:
            table = TABLES.get(row) or table_of(row)
            if len(table) > 1:
                tables.append(table)
            else:
                base += table[0]
        pool >>= SUIT_BITS
    if not wilds:
        return [base + sum([table[0] for table in tables])]
    if not tables:
        return [base] * (wilds + 1)
    first = tables[0]
    total = [base + value for value in first[: wilds + 1]]
    total += [total[-1]] * (wilds + 1 - len(total))
    for table in tables[1:]:
        total = joined(total, table, wilds)
    return total


def _prepare() -> None:
    """The tables of up to four different cards of a suit: most of what hands hold, so that none waits for them."""
    for size in range(1, _PREPARED + 1):
        for ranks in combinations(range(11), size):
            table_of(sum(1 << 4 * rank for rank in ranks))


_prepare()
