"""The groups and tables of a league as they stand: read from the tables that are played."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from bot.common.errors import UnknownTable
from bot.leagues.groups import table_places
from bot.leagues.results import TableResult, group_places, rank_group
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from data.leagues.records import Entrant, LeagueRecord, LeagueTable
from data.tables.records import FINISHED


class GroupPlace(NamedTuple):
    """An entrant's row in a group: the place, the points, and how many of their tables count so far."""

    entrant: Entrant
    place: int
    points: Fraction
    tables: int


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A table of a league that is open, and its players by seat."""

    of: LeagueTable
    state: TableState
    players: tuple[Entrant, ...]

    @property
    def on(self) -> bool:
        """Whether it is still played."""
        return self.state.record.status not in FINISHED and not self.of.void


@dataclass(frozen=True, slots=True)
class LeagueState:
    """A season: each group in its order, and its open tables."""

    record: LeagueRecord
    groups: tuple[tuple[GroupPlace, ...], ...] = ()
    tables: tuple[PlayedTable, ...] = ()


async def read_league(tables: Tables, record: LeagueRecord) -> LeagueState:
    """A season as it stands. Raises StoreError."""
    if record.status == "over":
        return LeagueState(record, tuple(_final_order(group) for group in record.groups()))
    groups, played = record.groups(), await played_tables(tables, record)
    corrections = Counter[int]()
    for user, points in record.corrections:
        corrections[user] += points
    ordered = list[tuple[GroupPlace, ...]]()
    for number, group in enumerate(groups):
        results = [await _result(tables, table) for table in played if table.of.group == number and not table.of.void]
        added = {place: corrections[entrant.user] for place, entrant in enumerate(group)}
        rows = rank_group(len(group), [result for result in results if result is not None], added)
        ordered.append(
            tuple(
                GroupPlace(group[row.person], place, row.points, row.tables)
                for row, place in zip(rows, group_places(rows), strict=True)
            )
        )
    return LeagueState(record, tuple(ordered), tuple(played))


async def played_tables(tables: Tables, record: LeagueRecord) -> list[PlayedTable]:
    """The open tables of a season. Raises StoreError."""
    groups, found = record.groups(), list[PlayedTable]()
    for one in record.tables:
        if one.table is not None:
            places = table_places(len(groups[one.group]), record.seats)[one.number]
            players = tuple(groups[one.group][place] for place in places)
            with suppress(UnknownTable):
                found.append(PlayedTable(one, await tables.find(one.table), players))
    return found


async def _result(tables: Tables, table: PlayedTable) -> TableResult | None:
    """The result of a table that has ended; None before that, without a finished hand, and with void scores."""
    state, record = table.state, table.state.record
    if record.status not in FINISHED or state.void:
        return None
    hands = await tables.store.tables.hands(record.id)
    if not hands:
        return None
    # The seat of the last person who leaves stays theirs.
    deserted = state.ending is not None and "deserted" in state.ending.public
    lost = frozenset(seat.seat for seat in record.seats if deserted or seat.kind != "person")
    return TableResult(
        tuple(player.place or 0 for player in table.players),
        tuple(seat.points for seat in record.seats),
        tuple(hand.points for hand in hands),
        state.game.fewest_win,
        lost,
        _overdrawn(table, lost) if record.status == "ended" else None,
    )


def _overdrawn(table: PlayedTable, lost: frozenset[int]) -> int | None:
    """The seat whose player has overdrawn most time; None if nobody has, or several as much."""
    spent = table.state.record.settings.get("bank_spent_ms", {})
    used = {int(seat): time for seat, time in spent.items() if time > 0 and int(seat) not in lost}
    most = [seat for seat, time in used.items() if time == max(used.values())]
    return most[0] if len(most) == 1 else None


def _final_order(group: list[Entrant]) -> tuple[GroupPlace, ...]:
    """A group as its season ended."""
    rows = [GroupPlace(one, one.final_place or len(group), Fraction(one.final_points or 0), 0) for one in group]
    return tuple(sorted(rows, key=lambda row: row.place))
