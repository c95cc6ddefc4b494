"""Who sat at a table when: seats change hands, and what was played is told of those who played it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from bot.common.text import name_of
from bot.tables.model.table_state import Live
from bot.ui.game.players import Players, players_of
from bot.ui.game.presenter import Passage
from data.events import EventKind, SitPayload
from data.records import EventRecord, Span
from data.store import Store


class Sitting(NamedTuple):
    """Who sits at a table from an event on, and a hand's story with their names."""

    since: int
    players: Players
    story: Sequence[Passage] = ()


async def sittings_of(store: Store, live: Live) -> list[Sitting]:
    """Who sat at a table when, the latest first: those of now, and before each change of a seat whoever had it.

    Raises StoreError.
    """
    return _before(players_of(live), await store.changes_of_seats(live.id))


def before(players: Players, changes: Sequence[EventRecord]) -> Players:
    """Who sat there before these changes of seats (`Store.changes_of_seats`), told to whom `players` are told.

    Whoever has taken a seat since is told of it as everybody is: what was played in it was not theirs.
    """
    return as_told(_before(players, changes)[-1].players, players)


def sittings(players: Players, changes: Sequence[EventRecord]) -> list[Sitting]:
    """Who sat there when, the latest first, by these changes of seats; told as `before` tells it."""
    return [one._replace(players=as_told(one.players, players)) for one in _before(players, changes)]


def as_told(then: Players, players: Players) -> Players:
    """Those who sat there then, as whoever sits there now is told of them."""
    reader = players.reader
    return then if reader is None or then.name(reader) == players.name(reader) else replace(then, reader=None)


def _before(players: Players, changes: Sequence[EventRecord]) -> list[Sitting]:
    found: list[Sitting] = []
    names, computers = list(players.names), set(players.computers)
    for event in reversed([one for one in changes if one.public.keys() & {"instead", "released"}]):  # not in the lobby
        found.append(Sitting(event.seq, replace(players, names=tuple(names), computers=frozenset(computers))))
        seat = event.seat or 0
        if event.kind == EventKind.SIT:
            names[seat] = event.read(SitPayload).get("instead", "")
            computers.add(seat)
        else:
            names[seat] = event.name
            computers.discard(seat)
    return [*found, Sitting(0, replace(players, names=tuple(names), computers=frozenset(computers)))]


def sitting_at(sittings: Sequence[Sitting], seq: int) -> Sitting:
    """Who sat there at an event, and what was told of them."""
    return next(one for one in sittings if one.since <= seq)


def handed_on(sittings: Sequence[Sitting], spans: Sequence[Span]) -> list[str]:
    """For each seat that has changed hands, in plain text, who ended which hands of those that are over."""
    told: list[str] = []
    at = [sitting_at(sittings, span.last).players for span in spans]
    for seat in range(len(sittings[0].players.names)):
        names = [name_of(one.names[seat], seat) for one in (*at, sittings[0].players)]
        runs = [(name, len(list(run))) for name, run in groupby(names)]
        if len(runs) == 1:
            continue
        parts, hand = list[str](), 1
        for name, many in runs[:-1]:
            last = hand + many - 1
            parts.append(f"{name} hand {hand}" if many == 1 else f"{name} hands {hand} to {last}")
            hand = last + 1
        told.append(f"Seat {seat + 1}: {', '.join(parts)}, then {runs[-1][0]}.")
    return told
