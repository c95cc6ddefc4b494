"""The groups of a league and their tables: who plays in which group, and who sits in which seat of which table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final, TypeVar

Who = TypeVar("Who", bound=int)

GROUP_SIZES: Final[Mapping[int, tuple[int, int]]] = {3: (4, 7), 4: (5, 9)}
"""The fewest and the most people of a group, by the seats of a table."""

BLOCKS: Final[Mapping[int, tuple[int, ...]]] = {3: (0, 1, 3), 4: (0, 1, 2, 4)}
"""The places of the first table's players in the circle of a group, by seat. Each further table is shifted by one.

The differences between the places decide who meets whom. Seats 0 and 1, and 2 and 3, are partners in Conference: their
differences, 1 and 2, give everybody four partners.
"""

MOVES: Final = 2
"""How many people of a group go up or down after a season."""


def fewest_people(seats: int) -> int:
    """Return the number of people that a league needs at tables of so many seats."""
    return GROUP_SIZES[seats][0]


def cut_groups(order: Sequence[Who], seats: int) -> list[list[Who]]:
    """Cut an order of people into groups as equal as may be, the best first. Raises ValueError for too few people."""
    fewest, most = GROUP_SIZES[seats]
    if len(order) < fewest:
        raise ValueError(f"{len(order)} people are no group at tables of {seats}")
    count = -(-len(order) // most)
    ends = [len(order) * (number + 1) // count for number in range(count)]
    return [list(order[start:end]) for start, end in zip([0, *ends], ends, strict=False)]


def table_places(people: int, seats: int) -> list[tuple[int, ...]]:
    """Return the places in the group of each table's players, by seat; a group has as many tables as people."""
    return [tuple((shift + place) % people for place in BLOCKS[seats]) for shift in range(people)]


def blocked_together(groups: Iterable[Iterable[Who]], blocked: Collection[tuple[Who, Who]]) -> list[tuple[Who, Who]]:
    """Return the pairs of one group of whom one blocks the other."""
    return [
        pair for group in groups for pair in combinations(group, 2) if pair in blocked or (pair[1], pair[0]) in blocked
    ]


def separate_blocked(groups: Sequence[Sequence[Who]], blocked: Collection[tuple[Who, Who]]) -> list[list[Who]]:
    """Return the groups with people exchanged between neighbouring groups, so that fewer who block each other meet."""
    now = [list(group) for group in groups]
    while (better := _with_one_exchange(now, blocked)) is not None:
        now = better
    return now


def _with_one_exchange(groups: list[list[Who]], blocked: Collection[tuple[Who, Who]]) -> list[list[Who]] | None:
    """Return the groups after the first exchange that parts a pair; None where none does."""
    pairs = blocked_together(groups, blocked)
    for person in {person: None for pair in pairs for person in pair}:
        own_group = next(number for number, group in enumerate(groups) if person in group)
        for other in (own_group + 1, own_group - 1):
            for place in range(len(groups[other]) if 0 <= other < len(groups) else 0):
                changed = [list(group) for group in groups]
                own_index = changed[own_group].index(person)
                changed[own_group][own_index], changed[other][place] = changed[other][place], person
                if len(blocked_together(changed, blocked)) < len(pairs):
                    return changed
    return None


def promote_and_relegate(groups: Sequence[Sequence[Who]]) -> list[list[Who]]:
    """Return the groups of the next season: the best of each go up, the last go down.

    Each group is in its final order.
    """
    last = len(groups) - 1
    after = list[list[Who]]()
    for number, group in enumerate(groups):
        down = list(groups[number - 1][-MOVES:]) if number else []
        up = list(groups[number + 1][:MOVES]) if number < last else []
        stay = list(group[MOVES if number else 0 : len(group) - MOVES if number < last else len(group)])
        after.append([*down, *stay, *up])
    return after


def season_order(before: Sequence[Sequence[Who]], ratings: Mapping[Who, float]) -> list[Who]:
    """Return the order of those who have entered, the keys of `ratings`: as last season ended, then by rating.

    `before` are the groups of the last season in their final order; empty for a first season.
    """
    ranked = [who for group in promote_and_relegate(before) for who in group if who in ratings]
    fresh = sorted((who for who in ratings if who not in set(ranked)), key=lambda who: (-ratings[who], who))
    return [*ranked, *fresh]
