"""The queries of tables, their hands and their work, and the records of their rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Executable, bindparam, select, union_all
from sqlalchemy.orm import aliased
from sqlmodel import and_, col, func, or_

from data.engine.columns import fields_of
from data.engine.shards import Shards
from data.people.models import PersonRow
from data.tables.event_rows import EVENTS, HAPPENED
from data.tables.models import EventRow, HandRow, SeatRow, TableRow, WorkRow
from data.tables.records import FINISHED, LIVE, HandRecord, SeatRecord, TableRecord
from data.tables.shard_rows import on_shards
from data.tables.statements import WORK
from data.tables.work import WorkState
from data.tables.work_rows import WORK_ROWS

_OPEN = col(WorkRow.state).in_((WorkState.DUE, WorkState.RETRACT))
_OF_KINDS = col(WorkRow.kind).in_(bindparam("kinds", expanding=True))
REV_OF_TABLE = select(col(TableRow.rev)).where(col(TableRow.id) == bindparam("table"))


def _on_these(shards: Shards | None) -> ColumnElement[bool]:
    return on_shards(WORK.c.guild, WORK.c.table_id, shards)


@cache
def due_on(shards: Shards | None) -> Executable:
    """Return the query of `:most` items of `:kinds` that are due by `:now`, or to be retracted."""
    due = WORK_ROWS.where(_OPEN, _OF_KINDS, col(WorkRow.due) <= bindparam("now"), _on_these(shards))
    return due.order_by(col(WorkRow.due), col(WorkRow.id)).limit(bindparam("most"))


@cache
def next_due_on(shards: Shards | None) -> Executable:
    """Return the query of the time at which the next item of `:kinds` after `:after` is due."""
    later = _OPEN, _OF_KINDS, col(WorkRow.due) > bindparam("after"), _on_these(shards)
    return select(func.min(WorkRow.due)).where(*later)


_OF_TABLE, _IN_STATES = (
    col(WorkRow.table_id) == bindparam("table"),
    col(WorkRow.state).in_(bindparam("states", expanding=True)),
)
WORK_OF = WORK_ROWS.where(_OF_TABLE, _OF_KINDS, _IN_STATES).order_by(col(WorkRow.id))
WORK_OF_KEY = WORK_ROWS.where(_OF_TABLE, _OF_KINDS, col(WorkRow.key) == bindparam("key"))


_HOST, _SITTING = aliased(PersonRow), aliased(PersonRow)
TABLES = (
    select(TableRow, _HOST.user, SeatRow, _SITTING)
    .join(_HOST, col(_HOST.id) == col(TableRow.host_id))
    .join(SeatRow, col(SeatRow.table_id) == col(TableRow.id), isouter=True)
    .join(_SITTING, col(_SITTING.id) == col(SeatRow.person_id), isouter=True)
    .order_by(col(TableRow.id), col(SeatRow.seat))
)
"""Tables with their seats: one statement, so that both are of the same moment."""
TABLE_NUMBERED = TABLES.where(col(TableRow.id) == bindparam("number"))
TABLES_NUMBERED = TABLES.where(col(TableRow.id).in_(bindparam("numbers", expanding=True)))
_LAST_FINISHED = union_all(  # the last of each index range: with the ranges together, all would be read and sorted
    *(
        select(func.max(TableRow.id).label("id")).where(place == bindparam("channel"), col(TableRow.status) == status)
        for place in (col(TableRow.channel), col(TableRow.thread))
        for status in FINISHED
    )
).subquery()
LAST_FINISHED_IN = select(func.max(_LAST_FINISHED.c.id))
"""The number of the newest finished table of `:channel`."""
_SPAN = col(HandRow.number), col(HandRow.first), col(HandRow.last), col(HandRow.points)
SPANS = select(*_SPAN).where(col(HandRow.table_id) == bindparam("table")).order_by(col(HandRow.number))
SPANS_OF_TABLES = (
    select(col(HandRow.table_id), *_SPAN)
    .where(col(HandRow.table_id).in_(bindparam("numbers", expanding=True)))
    .order_by(col(HandRow.table_id), col(HandRow.number))
)


LOG = (
    EVENTS.where(col(EventRow.table_id) == bindparam("table"), col(EventRow.seq) > bindparam("after"))
    .order_by(col(EventRow.seq))
    .limit(bindparam("most"))
)


def these_hands(numbers: Mapping[int, int]) -> Executable:
    """Return the hand of a number, of each of some tables.

    SQLite finds each by its key; of pairs in a list it would read all.
    """
    of_these = [
        and_(col(HandRow.table_id) == table, col(HandRow.number) == number) for table, number in numbers.items()
    ]
    return select(HandRow).where(or_(*of_these))


def logs_after(events: Mapping[int, int]) -> Executable:
    """Return the logs of some tables, each from after an event."""
    of_these = [and_(col(EventRow.table_id) == table, col(EventRow.seq) > after) for table, after in events.items()]
    return EVENTS.where(or_(*of_these)).order_by(col(EventRow.table_id), col(EventRow.seq))


CHANGES_OF_SEATS = HAPPENED.where(
    col(EventRow.table_id) == bindparam("table"),
    col(EventRow.seq) > bindparam("after"),
    col(EventRow.kind).in_(("sit", "leave")),
).order_by(col(EventRow.seq))


def live_only(live: bool) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions of live tables, or none."""
    return (col(TableRow.status).in_(LIVE),) if live else ()


def tables_of(rows: Iterable[Any]) -> list[TableRecord]:
    """Return the tables among rows of `TABLES`."""
    tables: dict[int | None, tuple[TableRow, int | None]] = {}
    seats: defaultdict[int | None, list[SeatRecord]] = defaultdict(list)
    for table, user, seat, person in rows:
        tables[table.id] = table, user
        if seat:
            seats[table.id].append(_seat(seat, person))
    return [
        TableRecord(**fields_of(table, TableRecord), host=user, seats=tuple(seats[number]))
        for number, (table, user) in tables.items()
    ]


def _seat(row: SeatRow, person: PersonRow | None) -> SeatRecord:
    if person is None:
        return SeatRecord(row.table_id, row.seat, None, row.kind, row.name, row.points, row.level)
    assert person.id is not None
    user, name = -person.id if person.user_id is None else person.user_id, person.name
    return SeatRecord(row.table_id, row.seat, user, row.kind, name, row.points, row.level)


def hand_of(row: HandRow) -> HandRecord:
    """Return the record of a hand's row."""
    return HandRecord(**fields_of(row, HandRecord), table=row.table_id)
