"""The players at a table, from one change of seats to the next: a move has the name of the player who made it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from bot.common.text import name_of
from bot.tables.model.seat_history import SeatHistory
from bot.tables.model.table_state import TableState
from bot.ui.game.players import Players, players_in
from bot.ui.game.presenter import Passage
from data.store import Store
from data.tables.records import EventRecord, SeatRecord, Span


class PlayersPeriod(NamedTuple):
    """The players at a table from event `since` on, and a hand's story with their names."""

    since: int
    players: Players
    story: Sequence[Passage] = ()


async def read_players_history(store: Store, table: TableState) -> list[PlayersPeriod]:
    """Return the history of a table's players, the latest first. Raises StoreError."""
    return players_history(table.record.seats, None, await store.tables.seat_changes(table.id))


def players_history(
    seats: Sequence[SeatRecord], reader: int | None, changes: Sequence[EventRecord]
) -> list[PlayersPeriod]:
    """Return the periods between these changes of seats, the latest first.

    Their players have the seat `reader` as their reader while its present player held it.
    """
    return [
        PlayersPeriod(
            period.since,
            players_in(
                period.seats, None if reader is None or period.seats[reader].user != seats[reader].user else reader
            ),
        )
        for period in SeatHistory.of(seats, changes).periods
    ]


def players_before(seats: Sequence[SeatRecord], reader: int | None, changes: Sequence[EventRecord]) -> Players:
    """Return the players before these changes of seats, with a reader as in `players_history`."""
    return players_history(seats, reader, changes)[-1].players


def period_at(periods: Sequence[PlayersPeriod], seq: int) -> PlayersPeriod:
    """Return the period in which an event happened."""
    return next(period for period in periods if period.since <= seq)


def describe_former_players(periods: Sequence[PlayersPeriod], spans: Sequence[Span]) -> list[str]:
    """Return a sentence in plain text for each seat with several players: who played which of the ended hands."""
    lines: list[str] = []
    at = [period_at(periods, span.last).players for span in spans]
    for seat in range(len(periods[0].players.names)):
        names = [name_of(player.names[seat], seat) for player in (*at, periods[0].players)]
        runs = [(name, len(list(run))) for name, run in groupby(names)]
        if len(runs) == 1:
            continue
        parts, hand = list[str](), 1
        for name, many in runs[:-1]:
            last = hand + many - 1
            parts.append(f"{name} hand {hand}" if many == 1 else f"{name} hands {hand} to {last}")
            hand = last + 1
        lines.append(f"Seat {seat + 1}: {', '.join(parts)}, then {runs[-1][0]}.")
    return lines
