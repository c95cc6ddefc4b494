"""Makes records of the rows that queries of results and standings give."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

import orjson

from data.standings.records import GamePart, GameResult, HandPart, HandResult, Origin, Standing


def hand_results_of(rows: Iterable[Any]) -> list[HandResult]:
    """Return the hands of rows that each have a hand and one of its parts, if it has any.

    A hand's rows come together.
    """
    hands: list[HandResult] = []
    for (source, origin, number), (first, *others) in groupby(rows, lambda row: (row.source, row.origin, row.number)):
        parts = tuple(
            HandPart(
                **_values(row, "seat", "kind", "user", "points"),
                feats={name: (had, of) for name, (had, of) in row.feats.items()},
            )
            for row in (first, *others)
            if row.seat is not None
        )
        values = _values(first, "guild", "game", "at", "state", "friendly", "entered")
        hands.append(HandResult(origin=Origin(source, origin), number=number, parts=parts, **values))
    return hands


def game_results_of(rows: Iterable[Any]) -> list[GameResult]:
    """Return the games of rows that each have a game and one of its parts, if it has any.

    A game's rows come together.
    """
    games: list[GameResult] = []
    for (source, origin), (first, *others) in groupby(rows, lambda row: (row.source, row.origin)):
        parts = tuple(
            GamePart(**_values(row, "seat", "side", "kind", "user", "points", "place", "won", "stay"))
            for row in (first, *others)
            if row.seat is not None
        )
        values = _values(first, "guild", "game", "at", "hands", "state", "friendly", "entered")
        games.append(GameResult(origin=Origin(source, origin), parts=parts, **values))
    return games


def standings_of(rows: Sequence[Any]) -> list[Standing]:
    """Return the standings of rows with their columns, and `user`, `name` and `guest` of the person.

    Feats are texts.
    """
    standings: list[Standing] = []
    for row in rows:
        values: dict[str, Any] = row._asdict()
        values["feats"] = {name: (had, of) for name, (had, of) in orjson.loads(values["feats"]).items()}
        standings.append(Standing(**values))
    return standings


def _values(row: Any, *columns: str) -> dict[str, Any]:
    """Return the values of some columns by their names."""
    return {name: getattr(row, name) for name in columns}
