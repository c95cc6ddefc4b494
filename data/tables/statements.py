"""The SQL of tables for the writer's thread: compiled once, with named parameters."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Insert,
    Integer,
    Table,
    Text,
    bindparam,
    case,
    delete,
    func,
    literal_column,
    null,
    select,
    update,
)

from data.engine.columns import table_of
from data.engine.statements import compiled, insert, insert_into, quoted
from data.people.statements import PEOPLE, person, who
from data.tables.events import ASKING
from data.tables.models import EventRow, HandRow, SeatRow, TableRow, WorkRow
from data.tables.records import LESSONS_GUILD_ID, UNDER_WAY
from data.tables.work import WITHOUT_DISCORD, SubjectKind, WorkKind, WorkState

TABLES: Final = table_of(TableRow)
SEATS: Final = table_of(SeatRow)
EVENTS: Final = table_of(EventRow)
HANDS: Final = table_of(HandRow)
WORK: Final = table_of(WorkRow)


_DUE = quoted(WorkState.DUE)
_DONE = quoted(WorkState.DONE)
_RETRACT = quoted(WorkState.RETRACT)
_CANCELLED = quoted(WorkState.CANCELLED)
_FAILED = quoted(WorkState.FAILED)
_PARKED = quoted(WorkState.PARKED)
_NONE = literal_column("0", Integer())
_AT = bindparam("at", type_=BigInteger())
_CHANNEL = bindparam("in_channel", type_=BigInteger())
_MESSAGE = bindparam("as_message", type_=BigInteger())
_ONE = literal_column("1", Integer())
_EMPTY = literal_column("''", Text())
INSERT_TABLE: Final = insert_into(TABLES, host_id=person("host_id"))
INSERT_EVENT: Final = insert_into(EVENTS, person_id=person("person_id"))
INSERT_SEAT: Final = insert_into(SEATS, person_id=person("person_id"))
INSERT_HAND: Final = insert_into(HANDS)
ADD_HAND: Final = compiled(
    insert(HANDS).values({column.name: bindparam(column.name) for column in HANDS.c}).on_conflict_do_nothing()
)

_UNDER_WAY = TABLES.c.status.in_([literal_column(f"'{status}'", Text()) for status in UNDER_WAY])
COUNT_UNDER_WAY: Final = compiled(
    select(func.count()).select_from(TABLES).where(TABLES.c.guild == bindparam("of_guild"), _UNDER_WAY)
)
OPENED: Final = compiled(
    select(TABLES.c.id)
    .join(SEATS, SEATS.c.table_id == TABLES.c.id)
    .join(EVENTS, (EVENTS.c.table_id == TABLES.c.id) & (EVENTS.c.seq == _ONE))
    .where(_UNDER_WAY, SEATS.c.person_id == person("user"), SEATS.c.kind == literal_column("'person'", Text()))
    .where(EVENTS.c.person_id == person("user"), TABLES.c.guild != literal_column(str(LESSONS_GUILD_ID), BigInteger()))
    .order_by(TABLES.c.id)
)
"""The tables under way that `:user` opened and sits at: who is host may have come to be that by others' leaving."""

GUILD_OF: Final = compiled(select(TABLES.c.guild).where(TABLES.c.id == bindparam("table")))

HERE: Final = compiled(
    select(TABLES.c.id).where(
        _UNDER_WAY, (TABLES.c.channel == bindparam("of_channel")) | (TABLES.c.thread == bindparam("of_channel"))
    )
)

DELETE_SEATS: Final = compiled(delete(SEATS).where(SEATS.c.table_id == bindparam("table")))
TABLE_SEQ: Final = compiled(select(TABLES.c.seq).where(TABLES.c.id == bindparam("table")))
EVENT_OF: Final = compiled(
    select(EVENTS, who(), PEOPLE.c.name)
    .join(PEOPLE, PEOPLE.c.id == EVENTS.c.person_id, isouter=True)
    .where(EVENTS.c.interaction == bindparam("interaction"))
)
_WORD = (EVENTS.c.kind == literal_column("'word'", Text())) & (EVENTS.c.text != _EMPTY)
_NOTE = (EVENTS.c.kind == literal_column("'note'", Text())) & EVENTS.c.hidden.is_not(null())
ERASE_WORDS: Final = compiled(
    update(EVENTS)
    .where(_WORD | _NOTE, EVENTS.c.person_id == person("user"))
    .values(text=_EMPTY, hidden=null())
    .returning(EVENTS.c.table_id)
)
"""A word has nothing hidden, and a note nothing else that was typed."""


@cache
def advance(names: tuple[str, ...] = ()) -> str:
    """The update that moves a table on from event `:after` to `:new` and sets the columns `names`."""
    moved = TABLES.c.id == bindparam("table"), TABLES.c.seq == bindparam("after")
    changed: dict[str, Any] = {name: person(name) if name == "host_id" else bindparam(name) for name in names}
    return compiled(update(TABLES).where(*moved).values(seq=bindparam("new"), updated=bindparam("at"), **changed))


SUBJECT_COLUMNS: Final = frozenset({"table_id", "pad_id", "night_id"})


def _enqueue() -> Insert:
    """The statement that enqueues a work item of a table."""
    others = {"id", *SUBJECT_COLUMNS} - {"table_id"}
    values: dict[str, Any] = {column.name: bindparam(column.name) for column in WORK.c if column.name not in others}
    guild = select(TABLES.c.guild).where(TABLES.c.id == bindparam("table_id")).scalar_subquery()
    fresh = insert(WORK).values({**values, "guild": guild})
    new, waits = fresh.excluded, WORK.c.state == _DUE
    due = case((waits & (WORK.c.due < new.due), WORK.c.due), else_=new.due)
    return fresh.on_conflict_do_update(
        index_elements=[WORK.c.table_id, WORK.c.kind, WORK.c.key],
        set_={
            "seq": case((WORK.c.seq > new.seq, WORK.c.seq), else_=new.seq),
            "payload": new.payload,
            "due": due,
            "tries": case((waits, WORK.c.tries), else_=_NONE),
            "state": _DUE,
        },
    )


ENQUEUE: Final = _enqueue()
ENQUEUE_SQL: Final = compiled(ENQUEUE)


def enqueue_for(
    subject: Column[Any], owner: Table, kind: WorkKind, *conditions: ColumnElement[bool], key: str = ""
) -> Insert:
    """The statement that enqueues an item of `kind`, due at `:at`, for each row of `owner` that fits.

    `subject` is the column of work that names such a row. Seq counts how often an item was enqueued: enqueued while it
    runs, it is run again.
    """
    columns = [subject.name, "guild", "kind", "key", "seq", "payload", "due", "tries", "state"]
    rows = select(
        *(owner.c.id, owner.c.guild, quoted(kind), quoted(key), _ONE, literal_column("'{}'", Text()), _AT, _NONE, _DUE)
    ).where(*conditions)
    fresh = insert(WORK).from_select(columns, rows)
    waits = (WORK.c.state == _DUE) & (WORK.c.due < fresh.excluded.due)
    return fresh.on_conflict_do_update(
        index_elements=[subject, WORK.c.kind, WORK.c.key],
        index_where=subject.is_not(null()),
        set_={
            "seq": WORK.c.seq + _ONE,
            "due": case((waits, WORK.c.due), else_=fresh.excluded.due),
            "tries": case((WORK.c.state == _DUE, WORK.c.tries), else_=_NONE),
            "state": _DUE,
        },
    )


def _drop_work(key: ColumnElement[bool]) -> str:
    # One that was begun and not marked may stand in its channel, too: whoever takes it back looks for it there.
    posted = (WORK.c.state == _DONE) & WORK.c.message.is_not(None)
    posted |= (WORK.c.state == _DUE) & WORK.c.channel.is_not(None)
    return compiled(
        update(WORK)
        .where(WORK.c.table_id == bindparam("table"), WORK.c.kind == bindparam("of_kind"), key)
        .where(WORK.c.state.in_((_DUE, _DONE, _PARKED)))
        .values(state=case((posted, _RETRACT), else_=_CANCELLED), due=bindparam("now"), tries=_NONE)
    )


DROP_WORK: Final = _drop_work(WORK.c.key == bindparam("of_key"))
DROP_ALL_WORK: Final = _drop_work(func.substr(WORK.c.key, _ONE, bindparam("size")) == bindparam("of_key"))

WORK_STATE: Final = compiled(select(WORK.c.state, WORK.c.seq).where(WORK.c.id == bindparam("work")))
MARK_WORK: Final = compiled(
    update(WORK)
    .where(WORK.c.id == bindparam("work"))
    .values(
        state=bindparam("new_state"),
        tries=_NONE,
        due=func.coalesce(_AT, WORK.c.due),
        channel=func.coalesce(_CHANNEL, WORK.c.channel),
        message=func.coalesce(_MESSAGE, WORK.c.message),
    )
)
RETRY_WORK: Final = compiled(
    update(WORK)
    .where(WORK.c.id == bindparam("work"), WORK.c.state == bindparam("tried_state"))
    .values(
        due=case((WORK.c.seq > bindparam("tried", type_=Integer()), WORK.c.due), else_=_AT),
        tries=WORK.c.tries + _ONE,
    )
)
RESCHEDULE_WORK: Final = compiled(
    update(WORK)
    .where(WORK.c.id == bindparam("work"), WORK.c.state == _DUE)
    .values(due=case((WORK.c.seq > bindparam("tried", type_=Integer()), WORK.c.due), else_=_AT))
)
BEGIN_WORK: Final = compiled(
    update(WORK).where(WORK.c.id == bindparam("work"), WORK.c.state == _DUE).values(channel=_CHANNEL)
)

_OF_GUILD = WORK.c.guild == bindparam("of_guild")
PARK_GUILD: Final = compiled(
    update(WORK)
    .where(_OF_GUILD, WORK.c.state == _DUE, WORK.c.kind.not_in([quoted(kind) for kind in sorted(WITHOUT_DISCORD)]))
    .values(state=_PARKED)
)


def _wake(which: ColumnElement[bool]) -> str:
    due = case((WORK.c.tries > _NONE, bindparam("now", type_=BigInteger())), else_=WORK.c.due)
    return compiled(update(WORK).where(which, WORK.c.state == _PARKED).values(state=_DUE, due=due, tries=_NONE))


WAKE: Final = {
    SubjectKind.TABLE: _wake(WORK.c.table_id == bindparam("subject")),
    SubjectKind.PAD: _wake(WORK.c.pad_id == bindparam("subject")),
    SubjectKind.NIGHT: _wake(WORK.c.night_id == bindparam("subject")),
}
WAKE_GUILD: Final = _wake(_OF_GUILD)

_ASKED = (
    select(EVENTS.c.seq)
    .where(EVENTS.c.table_id == WORK.c.table_id, EVENTS.c.seq == WORK.c.seq)
    .where(EVENTS.c.kind.in_([quoted(kind) for kind in ASKING]))
)
_TOLD = (WORK.c.kind == quoted(WorkKind.ANNOUNCE)) & (WORK.c.state == _DONE) & ~_ASKED.exists()

PURGE_WORK: Final = compiled(
    delete(WORK).where(
        WORK.c.id.in_(
            select(WORK.c.id)
            .where(WORK.c.state.in_((_CANCELLED, _FAILED)) | _TOLD, WORK.c.due < bindparam("before"))
            .limit(bindparam("most"))
            .offset(_NONE)  # SQLite has no limit without one
        )
    )
)

SHOWN: Final = compiled(
    update(TABLES)
    .where(TABLES.c.id == bindparam("table"), TABLES.c.shown <= bindparam("new"))
    .values(shown=bindparam("new"), message_channel=bindparam("in_channel"), message=bindparam("as_message"))
)


REFRESHED: Final = compiled(
    update(WORK)
    .where(WORK.c.table_id == bindparam("table"), WORK.c.kind == bindparam("of_kind"))
    .where(WORK.c.seq <= bindparam("new"), WORK.c.state.in_((_DUE, _PARKED)))
    .values(state=_DONE, tries=_NONE)
)
