"""The statements of tables for the writer's thread: compiled once, with named parameters."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Insert,
    Table,
    Text,
    and_,
    bindparam,
    case,
    cast,
    delete,
    exists,
    func,
    literal,
    literal_column,
    null,
    select,
    update,
)

from data.engine.columns import Json, table_of
from data.engine.statements import Statement, compiled, insert, insert_into
from data.leagues.models import LeagueTableRow
from data.people.statements import PEOPLE, person, who
from data.processes.leases import DATABASE_NOW, LEASES, SHARD_LEASE
from data.tables.event_rows import EVENTS as WHOLE_EVENTS
from data.tables.events import ASKING
from data.tables.models import EventRow, HandRow, SeatRow, TableRow, WorkRow
from data.tables.records import LESSONS_GUILD_ID, UNDER_WAY
from data.tables.shard_rows import row_shard
from data.tables.work import WITHOUT_DISCORD, SubjectKind, WorkKind, WorkState

TABLES: Final = table_of(TableRow)
SEATS: Final = table_of(SeatRow)
EVENTS: Final = table_of(EventRow)
HANDS: Final = table_of(HandRow)
WORK: Final = table_of(WorkRow)
LEAGUE_TABLES: Final = table_of(LeagueTableRow)


_AT = bindparam("at", type_=BigInteger())
_CHANNEL = bindparam("in_channel", type_=BigInteger())
_MESSAGE = bindparam("as_message", type_=BigInteger())
INSERT_TABLE: Final = compiled(insert_into(TABLES, host_id=person("host_id")).returning(TABLES.c.id))
INSERT_EVENT: Final = compiled(
    insert_into(EVENTS, person_id=person("person_id")).on_conflict_do_nothing().returning(EVENTS.c.person_id)
)
"""Inserts nothing where the event, or another of its interaction, is there already. Finds its person's row, if any."""
SET_PERSON: Final = compiled(
    update(EVENTS)
    .where(EVENTS.c.table_id == bindparam("table"), EVENTS.c.seq == bindparam("of_seq"))
    .values(person_id=person("user"))
)
INSERT_SEAT: Final = compiled(insert_into(SEATS, person_id=person("person_id")))
INSERT_HAND: Final = compiled(insert_into(HANDS))
SETTLE_HAND: Final = compiled(
    update(HANDS)
    .where(HANDS.c.table_id == bindparam("table"), HANDS.c.number == bindparam("of_number"))
    .values({name: bindparam(name) for name in ("points", "how", "start")})
)

_UNDER_WAY = TABLES.c.status.in_(UNDER_WAY)
COUNT_UNDER_WAY: Final = compiled(
    select(func.count())
    .select_from(TABLES)
    .where(TABLES.c.guild == bindparam("of_guild"), _UNDER_WAY)
    .where(~exists().where(LEAGUE_TABLES.c.table_id == TABLES.c.id))
)
"""A server's tables under way, without those of leagues: a season opens as many as people have entered."""
TABLES_OF_HOST: Final = compiled(
    select(TABLES.c.id)
    .join(SEATS, SEATS.c.table_id == TABLES.c.id)
    .join(EVENTS, (EVENTS.c.table_id == TABLES.c.id) & (EVENTS.c.seq == 1))
    .where(_UNDER_WAY, SEATS.c.person_id == person("user"), SEATS.c.kind == "person")
    .where(EVENTS.c.person_id == person("user"), TABLES.c.guild != LESSONS_GUILD_ID)
    .order_by(TABLES.c.id)
)
"""Live tables that `:user` opened and sits at. The host may have changed since."""

GUILD_OF: Final = compiled(select(TABLES.c.guild).where(TABLES.c.id == bindparam("table")))
PLACE_OF: Final = compiled(
    select(TABLES.c.guild, TABLES.c.channel, who())
    .join(PEOPLE, PEOPLE.c.id == TABLES.c.host_id)
    .where(TABLES.c.id == bindparam("table"))
)
"""The guild, the channel and the host of a table."""


TABLES_IN_CHANNEL: Final = compiled(
    select(TABLES.c.id).where(
        _UNDER_WAY, (TABLES.c.channel == bindparam("of_channel")) | (TABLES.c.thread == bindparam("of_channel"))
    )
)

DELETE_SEATS: Final = compiled(delete(SEATS).where(SEATS.c.table_id == bindparam("table")))
TABLE_VERSION: Final = compiled(select(TABLES.c.seq, TABLES.c.rev).where(TABLES.c.id == bindparam("table")))
EVENT_COLUMNS: Final = tuple(WHOLE_EVENTS.selected_columns.keys())
EVENT_OF: Final = compiled(WHOLE_EVENTS.where(EVENTS.c.interaction == bindparam("interaction")))


@cache
def advance(names: tuple[str, ...] = ()) -> Statement:
    """Return the update that moves a table on from event `:after` to `:new` and sets the columns `names`.

    It changes nothing where `:of_rev` is given and not the row's.
    """
    known_rev = func.coalesce(bindparam("of_rev", type_=BigInteger()), TABLES.c.rev)
    is_unchanged = TABLES.c.id == bindparam("table"), TABLES.c.seq == bindparam("after"), TABLES.c.rev == known_rev
    changed: dict[str, Any] = {name: person(name) if name == "host_id" else bindparam(name) for name in names}
    moved: dict[str, Any] = {"seq": bindparam("new"), "rev": TABLES.c.rev + 1, "updated": bindparam("at")}
    return compiled(update(TABLES).where(*is_unchanged).values({**moved, **changed}))


SUBJECT_COLUMNS: Final = frozenset({"table_id", "pad_id", "night_id"})


def _enqueue() -> Insert:
    """Return the statement that enqueues a work item of a table."""
    others = {"id", *SUBJECT_COLUMNS} - {"table_id"}
    values: dict[str, Any] = {column.name: bindparam(column.name) for column in WORK.c if column.name not in others}
    guild = select(TABLES.c.guild).where(TABLES.c.id == bindparam("table_id")).scalar_subquery()
    fresh = insert(WORK).values({**values, "guild": guild})
    new, waits = fresh.excluded, WORK.c.state == WorkState.DUE
    due = case((waits & (WORK.c.due < new.due), WORK.c.due), else_=new.due)
    return fresh.on_conflict_do_update(
        index_elements=[WORK.c.table_id, WORK.c.kind, WORK.c.key],
        set_={
            "seq": case((WORK.c.seq > new.seq, WORK.c.seq), else_=new.seq),
            "payload": new.payload,
            "due": due,
            "tries": case((waits, WORK.c.tries), else_=0),
            "state": WorkState.DUE,
            # A message that is noted is no later one's.
            "begun_at": case((WORK.c.message.is_(None), WORK.c.begun_at), else_=null()),
        },
    )


ENQUEUE: Final = _enqueue()
ENQUEUE_SQL: Final = compiled(ENQUEUE)


_NO_KEY: Final = literal("")


def enqueue_for(
    subject: Column[Any],
    owner: Table,
    kind: WorkKind,
    *conditions: ColumnElement[bool],
    key: ColumnElement[str] = _NO_KEY,
) -> Insert:
    """Return the statement that enqueues an item of `kind`, due at `:at`, for each row of `owner` that fits.

    `subject` is the column of work that names such a row. Seq counts how often an item was enqueued: enqueued while it
    runs, it is run again.
    """
    columns = [subject.name, "guild", "kind", "key", "seq", "payload", "due", "tries", "state"]
    rows = select(
        *(owner.c.id, owner.c.guild, literal(kind, WORK.c.kind.type), key, literal(1)),
        *(literal_column("'{}'", Json), _AT, literal(0), literal(WorkState.DUE, WORK.c.state.type)),
    ).where(*conditions)
    fresh = insert(WORK).from_select(columns, rows)
    waits = (WORK.c.state == WorkState.DUE) & (WORK.c.due < fresh.excluded.due)
    return fresh.on_conflict_do_update(
        index_elements=[subject, WORK.c.kind, WORK.c.key],
        index_where=subject.is_not(null()),
        set_={
            "seq": WORK.c.seq + 1,
            "due": case((waits, WORK.c.due), else_=fresh.excluded.due),
            "tries": case((WORK.c.state == WorkState.DUE, WORK.c.tries), else_=0),
            "state": WorkState.DUE,
        },
    )


GUILD_WORK: Final = ("guild", "kind", "key", "seq", "payload", "due", "tries", "state")
"""The columns of an item of a guild that is enqueued."""


def on_guild_conflict(fresh: Any) -> Insert:
    """Return the statement that enqueues items of guilds; seq counts as in `enqueue_for`."""
    waits = WORK.c.state == WorkState.DUE
    return fresh.on_conflict_do_update(
        index_elements=[WORK.c.guild, WORK.c.kind, WORK.c.key],
        index_where=and_(*(WORK.c[name].is_(null()) for name in ("table_id", "pad_id", "night_id"))),
        set_={
            "seq": WORK.c.seq + 1,
            "due": case((waits & (WORK.c.due < fresh.excluded.due), WORK.c.due), else_=fresh.excluded.due),
            "tries": case((waits, WORK.c.tries), else_=0),
            "state": WorkState.DUE,
        },
    )


ENQUEUE_FOR_GUILD: Final = on_guild_conflict(insert(WORK).values({name: bindparam(name) for name in GUILD_WORK}))


def _drop_work(key: ColumnElement[bool]) -> Statement:
    # One that was begun and not marked may stand in its channel, too: the worker that retracts it looks for it there.
    posted = (WORK.c.state == WorkState.DONE) & WORK.c.message.is_not(None)
    posted |= (WORK.c.state == WorkState.DUE) & WORK.c.channel.is_not(None)
    return compiled(
        update(WORK)
        .where(WORK.c.table_id == bindparam("table"), WORK.c.kind == bindparam("of_kind"), key)
        .where(WORK.c.state.in_((WorkState.DUE, WorkState.DONE, WorkState.PARKED)))
        .values(
            state=case(
                (posted, literal(WorkState.RETRACT, WORK.c.state.type)),
                else_=literal(WorkState.CANCELLED, WORK.c.state.type),
            ),
            due=bindparam("now"),
            tries=0,
        )
    )


DROP_WORK: Final = _drop_work(WORK.c.key == bindparam("of_key"))
DROP_ALL_WORK: Final = _drop_work(func.substr(WORK.c.key, 1, bindparam("size")) == bindparam("of_key"))

WORK_STATE: Final = compiled(select(WORK.c.kind, WORK.c.state, WORK.c.seq).where(WORK.c.id == bindparam("work")))
MARK_WORK: Final = compiled(
    update(WORK)
    .where(WORK.c.id == bindparam("work"))
    .values(
        state=bindparam("new_state"),
        tries=0,
        due=func.coalesce(_AT, WORK.c.due),
        channel=func.coalesce(_CHANNEL, WORK.c.channel),
        message=func.coalesce(_MESSAGE, WORK.c.message),
    )
)
DELETE_WORK: Final = compiled(delete(WORK).where(WORK.c.id == bindparam("work")))
RETRY_WORK: Final = compiled(
    update(WORK)
    .where(WORK.c.id == bindparam("work"), WORK.c.state == bindparam("tried_state"))
    .values(
        due=case((WORK.c.seq > bindparam("tried", type_=BigInteger()), WORK.c.due), else_=_AT),
        tries=WORK.c.tries + 1,
    )
)
RESCHEDULE_WORK: Final = compiled(
    update(WORK)
    .where(WORK.c.id == bindparam("work"), WORK.c.state == WorkState.DUE)
    .values(due=case((WORK.c.seq > bindparam("tried", type_=BigInteger()), WORK.c.due), else_=_AT))
)
_SAME_PLACE = WORK.c.begun_at.is_not(None) & (WORK.c.channel == _CHANNEL)
_BEGUN = {"channel": _CHANNEL, "begun_at": case((_SAME_PLACE, WORK.c.begun_at), else_=_AT)}
"""The first try in a channel counts: its message may stand there."""
BEGIN_WORK: Final = compiled(
    update(WORK).where(WORK.c.id == bindparam("work"), WORK.c.state == WorkState.DUE).values(_BEGUN)
)

_SHARD = row_shard(WORK.c.guild, WORK.c.table_id, bindparam("shard_count", type_=BigInteger()))
_LEASE = (
    select(LEASES.c.name)
    .where(LEASES.c.name == literal(SHARD_LEASE, Text()) + cast(_SHARD, Text))
    .where(LEASES.c.owner == bindparam("owner"), LEASES.c.until >= DATABASE_NOW)
)
BEGIN_LEASED_WORK: Final = compiled(
    update(WORK).where(WORK.c.id == bindparam("work"), WORK.c.state == WorkState.DUE, _LEASE.exists()).values(_BEGUN)
)
"""The same where several processes share the database: only the process that has the shard's lease may post."""

_OF_GUILD = WORK.c.guild == bindparam("of_guild")
PARK_GUILD: Final = compiled(
    update(WORK)
    .where(_OF_GUILD, WORK.c.state == WorkState.DUE, WORK.c.kind.not_in(sorted(WITHOUT_DISCORD)))
    .values(state=WorkState.PARKED)
)


def _wake(which: ColumnElement[bool]) -> Statement:
    due = case((WORK.c.tries > 0, bindparam("now", type_=BigInteger())), else_=WORK.c.due)
    return compiled(
        update(WORK).where(which, WORK.c.state == WorkState.PARKED).values(state=WorkState.DUE, due=due, tries=0)
    )


WAKE: Final = {
    SubjectKind.TABLE: _wake(WORK.c.table_id == bindparam("subject")),
    SubjectKind.PAD: _wake(WORK.c.pad_id == bindparam("subject")),
    SubjectKind.NIGHT: _wake(WORK.c.night_id == bindparam("subject")),
}
WAKE_GUILD: Final = _wake(_OF_GUILD)

_ASKED = (
    select(EVENTS.c.seq)
    .where(EVENTS.c.table_id == WORK.c.table_id, EVENTS.c.seq == WORK.c.seq)
    .where(EVENTS.c.kind.in_(ASKING))
)
_TOLD = (WORK.c.kind == WorkKind.ANNOUNCE) & (WORK.c.state == WorkState.DONE) & ~_ASKED.exists()

PURGE_WORK: Final = compiled(
    delete(WORK).where(
        WORK.c.id.in_(
            select(WORK.c.id)
            .where(WORK.c.state.in_((WorkState.CANCELLED, WorkState.FAILED)) | _TOLD, WORK.c.due < bindparam("before"))
            .limit(bindparam("most"))
        )
    )
)

RECORD_BOARD: Final = compiled(
    update(TABLES)
    .where(TABLES.c.id == bindparam("table"), TABLES.c.shown_seq <= bindparam("new"))
    .values(shown_seq=bindparam("new"), message_channel=bindparam("in_channel"), message=bindparam("as_message"))
)


DELETE_REFRESHES: Final = compiled(
    delete(WORK)
    .where(WORK.c.table_id == bindparam("table"), WORK.c.kind == bindparam("of_kind"))
    .where(WORK.c.seq <= bindparam("new"), WORK.c.state.in_((WorkState.DUE, WorkState.PARKED)))
)
