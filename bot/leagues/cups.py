"""The stages of a cup: who sits at which table, and who goes on to the next stage."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, TypeVar

from bot.leagues.groups import fewest_people
from rules.contract import Game

Who = TypeVar("Who")

CUP_PEOPLE: Final = (8, 32)
"""The fewest and the most people of a cup."""

TABLE_SIZES: Final = (3, 4)
"""The fewest and the most people at a table of a cup."""


def seat_people(order: Sequence[Who], seats: int, game: Game) -> list[list[Who]]:
    """Return the people of each table of a stage; `order` has the best first, `seats` are those of a full table.

    Sizes differ by one at most. The best of the tables are as strong as may be alike: 1 8 9, 2 7 10, 3 6 11, 4 5 12.
    """
    most = max(seats, min(TABLE_SIZES[1], game.seats[1]))
    count = max(len(order) // seats, -(-len(order) // most))
    tables: list[list[Who]] = [[] for _ in range(count)]
    for place, person in enumerate(order):
        row, column = divmod(place, count)
        tables[count - 1 - column if row % 2 else column].append(person)
    return tables


def fewest_to_begin(seats: int, advance: int) -> int:
    """Return the fewest people of a league at tables of so many seats, or of a cup.

    `advance` is above 0 for a cup.
    """
    return CUP_PEOPLE[0] if advance else fewest_people(seats)


def cup_seats(people: int) -> tuple[int, ...]:
    """Return the places at a table of a cup by seat, the best first.

    Partners in Conference are the best and the last.
    """
    return (0, 3, 1, 2) if people == TABLE_SIZES[1] else tuple(range(people))


def seats_of(people: int, game: Game) -> int:
    """Return the seats of a table of so many people of a cup; computer players have those that are over."""
    return max(people, TABLE_SIZES[0], game.seats[0])


def seats_of_next_stage(tables: int, seats: int, advance: int) -> int:
    """Return the seats of the next stage after so many tables, each of which sends `advance` people.

    Returns 0 after the last. All tables of a later stage are full. There is one table fewer at least, so that a stage
    is the last.
    """
    return 0 if tables <= 1 else seats * min(-(-tables * advance // seats), tables - 1)


def order_for_next_stage(tables: Sequence[Sequence[tuple[Who, tuple[Fraction, int, int]]]]) -> list[Who]:
    """Return the order in which people go on: the firsts of all tables, then the seconds, and so on.

    `tables` have those who may go on, in the order of their table. Each has what decides between people of one place:
    points by place, then hands won, then points in the game.
    """
    ranked = [(place, key, who) for table in tables for place, (who, key) in enumerate(table)]
    return [who for _, _, who in sorted(ranked, key=lambda one: (one[0], *(-part for part in one[1])))]


def count_stages(people: int, seats: int, advance: int, game: Game) -> int:
    """Return the number of stages of a cup with so many people, if nobody vanishes."""
    stages = 0
    while people:
        tables, stages = len(seat_people(range(people), seats, game)), stages + 1
        people = min(people, seats_of_next_stage(tables, seats, advance))
    return stages
