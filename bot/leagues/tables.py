"""The groups and tables of a league as they stand: read from the tables that are played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from bot.common.errors import UnknownTable
from bot.leagues.cups import cup_seats
from bot.leagues.groups import table_places
from bot.leagues.results import TableResult, group_places, rank_group
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from data.leagues.records import Entrant, LeagueRecord, LeagueTable
from data.tables.records import FINISHED

NOBODY: Final = -1
"""The place in the group of a seat that a computer player has from the beginning."""


class GroupPlace(NamedTuple):
    """An entrant's row in a group: the place, the points, and how many of their tables count so far."""

    entrant: Entrant
    place: int
    points: Fraction
    tables: int
    key: tuple[Fraction, int, int] = (Fraction(0), 0, 0)
    """The sort key: points by place, then hands won, then points in the games."""


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A table of a league that is open, and its players by seat."""

    place: LeagueTable
    table: TableState
    players: tuple[Entrant, ...]

    @property
    def is_in_play(self) -> bool:
        """Whether it is still played, and counts."""
        return self.table.record.status not in FINISHED and not self.place.void


@dataclass(frozen=True, slots=True)
class LeagueState:
    """A season: each group in its order, and its open tables."""

    record: LeagueRecord
    groups: tuple[tuple[GroupPlace, ...], ...] = ()
    tables: tuple[PlayedTable, ...] = ()


async def read_league(tables: Tables, record: LeagueRecord) -> LeagueState:
    """Return a season as it stands. Raises StoreError."""
    if record.status == "over":
        return LeagueState(record, tuple(_final_order(group) for group in record.groups()))
    groups, played_here = record.groups(), await played_tables(tables, record)
    corrections = Counter[int]()
    for user, points in record.corrections:
        corrections[user] += points
    ordered = list[tuple[GroupPlace, ...]]()
    for number, group in enumerate(groups):
        results = [
            await _result(tables, played)
            for played in played_here
            if played.place.group == number and not played.place.void
        ]
        added = {place: corrections[entrant.user] for place, entrant in enumerate(group)}
        rows = rank_group(len(group), [result for result in results if result is not None], added)
        places = group_places(rows)
        if record.advance:  # somebody goes on: nobody shares a place, and who plays no more is last
            rows.sort(key=lambda row, group=group: group[row.person].state == "out")
            places = list(range(1, len(rows) + 1))
        ordered.append(
            tuple(
                GroupPlace(group[row.person], place, row.points, row.tables, row.key)
                for row, place in zip(rows, places, strict=True)
            )
        )
    return LeagueState(record, tuple(ordered), tuple(played_here))


def players_of(record: LeagueRecord, group: Sequence[Entrant], number: int) -> tuple[Entrant, ...]:
    """Return the players of a table of a group, by seat.

    In a cup a group has one table, and computers the other seats.
    """
    places = cup_seats(len(group)) if record.advance else table_places(len(group), record.seats)[number]
    return tuple(group[person] for person in places)


async def played_tables(tables: Tables, record: LeagueRecord) -> list[PlayedTable]:
    """Return the open tables of a season. Raises StoreError."""
    groups, open_tables = record.groups(), list[PlayedTable]()
    for place in record.tables:
        if place.table is not None:
            players = players_of(record, groups[place.group], place.number)
            with suppress(UnknownTable):
                open_tables.append(PlayedTable(place, await tables.find(place.table), players))
    return open_tables


async def _result(tables: Tables, played: PlayedTable) -> TableResult | None:
    """Return the result of a table that has ended; None before that, without a finished hand, and with void scores."""
    table, record = played.table, played.table.record
    if record.status not in FINISHED or table.void:
        return None
    hands = await tables.store.tables.hands(record.id)
    if not hands:
        return None
    lost, empty = lost_seats(table), [NOBODY] * (len(record.seats) - len(played.players))
    return TableResult(
        (*(player.place or 0 for player in played.players), *empty),
        tuple(seat.points for seat in record.seats),
        tuple(hand.points for hand in hands),
        table.game.fewest_win,
        lost,
        _overdrawn(table, lost) if record.status == "ended" else None,
    )


def lost_seats(table: TableState) -> frozenset[int]:
    """Return the seats that computers have; all seats of a table that everybody has left."""
    # The seat of the last person who leaves stays theirs.
    deserted = table.ending is not None and "deserted" in table.ending.public
    return frozenset(seat.seat for seat in table.record.seats if deserted or seat.kind != "person")


def _overdrawn(table: TableState, lost: frozenset[int]) -> int | None:
    """Return the seat whose player has overdrawn most time; None if nobody has, or several as much."""
    spent = table.record.settings.get("bank_spent_ms", {})
    used = {int(seat): time for seat, time in spent.items() if time > 0 and int(seat) not in lost}
    most = [seat for seat, time in used.items() if time == max(used.values())]
    return most[0] if len(most) == 1 else None


def _final_order(group: list[Entrant]) -> tuple[GroupPlace, ...]:
    """Return a group as its season ended."""
    rows = [
        GroupPlace(entrant, entrant.final_place or len(group), Fraction(entrant.final_points or 0), 0)
        for entrant in group
    ]
    return tuple(sorted(rows, key=lambda row: row.place))
