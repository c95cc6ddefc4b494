"""The SQL that enqueues work of club nights, in the transactions that give rise to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import ColumnElement, Insert, Table, bindparam, exists, func, literal, or_

from data.engine.columns import json_integer, table_of
from data.engine.statements import compiled
from data.nights.models import NightPartRow, NightRow
from data.nights.records import MAX_NIGHT_MS, WATCHED_MS
from data.pads.models import PadRow
from data.tables.statements import TABLES, WORK, enqueue_for
from data.tables.work import WorkKind

NIGHTS: Final = table_of(NightRow)
PARTS: Final = table_of(NightPartRow)
PADS: Final = table_of(PadRow)

_THIS = NIGHTS.c.id == bindparam("night")
ENQUEUE_BOARD: Final = enqueue_for(WORK.c.night_id, NIGHTS, WorkKind.NIGHT_BOARD, _THIS)
ENQUEUE_LAST_BOARD: Final = enqueue_for(WORK.c.night_id, NIGHTS, WorkKind.NIGHT_BOARD, _THIS, key=literal("end"))
ENQUEUE_RESULTS: Final = enqueue_for(WORK.c.night_id, NIGHTS, WorkKind.NIGHT_RESULTS, _THIS)
"""These enqueue an item of the night `:night`, due at `:at`."""


def _enqueue_boards(source: str, owner: Table, channels: Iterable[ColumnElement[Any]]) -> Insert:
    """Return the statement that enqueues the messages of the nights to which a row may belong.

    The row is `:number` of `owner`.
    """
    over = NIGHTS.c.began + MAX_NIGHT_MS
    created = owner.c.created
    in_night = or_(*(NIGHTS.c.channel == channel for channel in channels))
    in_night &= created.between(NIGHTS.c.began, over) & (created <= func.coalesce(NIGHTS.c.ended, over))
    part = (PARTS.c.night_id == NIGHTS.c.id) & (PARTS.c.source == source) & (PARTS.c.number == owner.c.id)
    return enqueue_for(
        WORK.c.night_id,
        NIGHTS,
        WorkKind.NIGHT_BOARD,
        owner.c.id == bindparam("number"),
        NIGHTS.c.guild == owner.c.guild,
        NIGHTS.c.began > bindparam("at") - WATCHED_MS,
        in_night | exists().where(part, PARTS.c.belongs),
        ~exists().where(part, ~PARTS.c.belongs),
    )


ENQUEUE_BOARDS_OF_TABLE: Final = _enqueue_boards(
    "table", TABLES, (TABLES.c.channel, json_integer(TABLES.c.settings["parent_channel"]))
)
ENQUEUE_BOARDS_OF_TABLE_SQL: Final = compiled(ENQUEUE_BOARDS_OF_TABLE)
ENQUEUE_BOARDS_OF_PAD: Final = _enqueue_boards("pad", PADS, (PADS.c.channel,))
