"""Seat history: who sat at a table when. Each move has the name of the player who made it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from bot.common.text import name_of
from bot.tables.model.table_state import TableState
from bot.ui.game.players import Players, players_of
from bot.ui.game.presenter import Passage
from data.events import EventKind, SitPayload
from data.records import EventRecord, Span
from data.store import Store


class SeatPeriod(NamedTuple):
    """The players at a table from event `since` on, and a hand's story with their names."""

    since: int
    players: Players
    story: Sequence[Passage] = ()


async def read_seat_history(store: Store, live: TableState) -> list[SeatPeriod]:
    """The seat history of a table: a period for each change of players, the latest first. Raises StoreError."""
    return _unaddressed_history(players_of(live), await store.changes_of_seats(live.id))


def players_before(players: Players, changes: Sequence[EventRecord]) -> Players:
    """The players before these changes of seats (`Store.changes_of_seats`), with the reader of `players`.

    Somebody who has taken a seat since is not its reader: they did not play there then.
    """
    return without_former_reader(_unaddressed_history(players, changes)[-1].players, players)


def seat_history(players: Players, changes: Sequence[EventRecord]) -> list[SeatPeriod]:
    """The periods between these changes of seats, the latest first, with readers as in `players_before`."""
    return [
        change._replace(players=without_former_reader(change.players, players))
        for change in _unaddressed_history(players, changes)
    ]


def without_former_reader(then: Players, players: Players) -> Players:
    """Former players with the reader of `players`, if that seat's player is still the same."""
    reader = players.reader
    return then if reader is None or then.name(reader) == players.name(reader) else replace(then, reader=None)


def _unaddressed_history(players: Players, changes: Sequence[EventRecord]) -> list[SeatPeriod]:
    found: list[SeatPeriod] = []
    names, computers = list(players.names), set(players.computers)
    for event in reversed(
        [event for event in changes if event.public.keys() & {"instead", "released"}]
    ):  # not in the lobby
        found.append(SeatPeriod(event.seq, replace(players, names=tuple(names), computers=frozenset(computers))))
        seat = event.seat or 0
        if event.kind == EventKind.SIT:
            names[seat] = event.read(SitPayload).get("instead", "")
            computers.add(seat)
        else:
            names[seat] = event.name
            computers.discard(seat)
    return [*found, SeatPeriod(0, replace(players, names=tuple(names), computers=frozenset(computers)))]


def period_at(periods: Sequence[SeatPeriod], seq: int) -> SeatPeriod:
    """The period in which an event happened."""
    return next(period for period in periods if period.since <= seq)


def describe_former_players(periods: Sequence[SeatPeriod], spans: Sequence[Span]) -> list[str]:
    """A sentence in plain text for each seat with several players: who played which of the ended hands."""
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
