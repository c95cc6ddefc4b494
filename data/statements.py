"""The SQL of the writer's thread: compiled once, from the tables of models.py, with named parameters."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    ClauseElement,
    ColumnElement,
    Integer,
    Text,
    bindparam,
    case,
    delete,
    func,
    literal_column,
    select,
    update,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.sqlite import insert

from data.models import METADATA

GUILDS: Final = METADATA.tables["guilds"]
TABLES: Final = METADATA.tables["tables"]
SEATS: Final = METADATA.tables["seats"]
EVENTS: Final = METADATA.tables["events"]
OUTBOX: Final = METADATA.tables["outbox"]

_DIALECT = sqlite.dialect(paramstyle="named")
_DUE = literal_column("'due'", Text())
_SENT = literal_column("'sent'", Text())
_GONE = literal_column("'gone'", Text())
_WITHDRAW = literal_column("'withdraw'", Text())
_FAILED = literal_column("'failed'", Text())
_ASLEEP = literal_column("'asleep'", Text())
_NONE = literal_column("0", Integer())
_AT = bindparam("at", type_=BigInteger())
_CHANNEL = bindparam("in_channel", type_=BigInteger())
_MESSAGE = bindparam("as_message", type_=BigInteger())
_ONE = literal_column("1", Integer())


def _sql(statement: ClauseElement) -> str:
    return str(statement.compile(dialect=_DIALECT))


BEGIN: Final = "BEGIN IMMEDIATE"
COMMIT: Final = "COMMIT"
ROLLBACK: Final = "ROLLBACK"
MARK_JOB: Final = "SAVEPOINT job"
KEEP_JOB: Final = "RELEASE job"
UNDO_JOB: Final = "ROLLBACK TO job"

INSERT_TABLE: Final = _sql(insert(TABLES).values({c.name: bindparam(c.name) for c in TABLES.c if c.name != "id"}))
INSERT_EVENT: Final = _sql(insert(EVENTS))
INSERT_SEAT: Final = _sql(insert(SEATS))
DELETE_SEATS: Final = _sql(delete(SEATS).where(SEATS.c.table_id == bindparam("table")))
TABLE_SEQ: Final = _sql(select(TABLES.c.seq).where(TABLES.c.id == bindparam("table")))
EVENT_OF: Final = _sql(select(EVENTS).where(EVENTS.c.interaction == bindparam("interaction")))


@cache
def advance(names: tuple[str, ...] = ()) -> str:
    """The update that moves a table on from event `:after` to `:new` and sets the columns `names`."""
    moved = TABLES.c.id == bindparam("table"), TABLES.c.seq == bindparam("after")
    changed: dict[str, Any] = {name: bindparam(name) for name in names}
    return _sql(update(TABLES).where(*moved).values(seq=bindparam("new"), updated=bindparam("at"), **changed))


def _upsert_notice() -> str:
    fresh = insert(OUTBOX).values({c.name: bindparam(c.name) for c in OUTBOX.c if c.name != "id"})
    new, waits = fresh.excluded, OUTBOX.c.state == _DUE
    due = case((waits & (OUTBOX.c.due < new.due), OUTBOX.c.due), else_=new.due)
    return _sql(
        fresh.on_conflict_do_update(
            index_elements=[OUTBOX.c.table_id, OUTBOX.c.kind, OUTBOX.c.key],
            set_={
                "seq": case((OUTBOX.c.seq > new.seq, OUTBOX.c.seq), else_=new.seq),
                "payload": new.payload,
                "due": due,
                "tries": case((waits, OUTBOX.c.tries), else_=_NONE),
                "state": _DUE,
            },
        )
    )


UPSERT_NOTICE: Final = _upsert_notice()


def _drop_notices(key: ColumnElement[bool]) -> str:
    # One that was begun and not marked may stand in its channel, too: whoever takes it back looks for it there.
    posted = (OUTBOX.c.state == _SENT) & OUTBOX.c.message.is_not(None)
    posted |= (OUTBOX.c.state == _DUE) & OUTBOX.c.channel.is_not(None)
    return _sql(
        update(OUTBOX)
        .where(OUTBOX.c.table_id == bindparam("table"), OUTBOX.c.kind == bindparam("of_kind"), key)
        .where(OUTBOX.c.state.in_((_DUE, _SENT, _ASLEEP)))
        .values(state=case((posted, _WITHDRAW), else_=_GONE), due=bindparam("now"), tries=_NONE)
    )


DROP_NOTICE: Final = _drop_notices(OUTBOX.c.key == bindparam("of_key"))
DROP_NOTICES: Final = _drop_notices(func.substr(OUTBOX.c.key, _ONE, bindparam("size")) == bindparam("of_key"))

NOTICE_STATE: Final = _sql(select(OUTBOX.c.state, OUTBOX.c.seq).where(OUTBOX.c.id == bindparam("notice")))
MARK_NOTICE: Final = _sql(
    update(OUTBOX)
    .where(OUTBOX.c.id == bindparam("notice"))
    .values(
        state=bindparam("new_state"),
        tries=_NONE,
        due=func.coalesce(_AT, OUTBOX.c.due),
        channel=func.coalesce(_CHANNEL, OUTBOX.c.channel),
        message=func.coalesce(_MESSAGE, OUTBOX.c.message),
    )
)
RETRY_NOTICE: Final = _sql(
    update(OUTBOX)
    .where(OUTBOX.c.id == bindparam("notice"), OUTBOX.c.state.in_((_DUE, _WITHDRAW)))
    .values(
        due=case((OUTBOX.c.seq > bindparam("tried", type_=Integer()), OUTBOX.c.due), else_=_AT),
        tries=OUTBOX.c.tries + _ONE,
    )
)
PUT_OFF_NOTICE: Final = _sql(
    update(OUTBOX).where(OUTBOX.c.id == bindparam("notice"), OUTBOX.c.state == _DUE).values(due=bindparam("at"))
)
BEGIN_NOTICE: Final = _sql(
    update(OUTBOX).where(OUTBOX.c.id == bindparam("notice"), OUTBOX.c.state == _DUE).values(channel=_CHANNEL)
)

_OF_GUILD = OUTBOX.c.table_id.in_(select(TABLES.c.id).where(TABLES.c.guild == bindparam("of_guild")))
SLEEP_GUILD: Final = _sql(update(OUTBOX).where(_OF_GUILD, OUTBOX.c.state == _DUE).values(state=_ASLEEP))


def _wake(which: ColumnElement[bool]) -> str:
    due = case((OUTBOX.c.tries > _NONE, bindparam("now", type_=BigInteger())), else_=OUTBOX.c.due)
    return _sql(update(OUTBOX).where(which, OUTBOX.c.state == _ASLEEP).values(state=_DUE, due=due, tries=_NONE))


WAKE_TABLE: Final = _wake(OUTBOX.c.table_id == bindparam("table"))
WAKE_GUILD: Final = _wake(_OF_GUILD)

FORGET_NOTICES: Final = _sql(
    delete(OUTBOX).where(OUTBOX.c.state.in_((_GONE, _FAILED)), OUTBOX.c.due < bindparam("before"))
)

SHOWN: Final = _sql(
    update(TABLES)
    .where(TABLES.c.id == bindparam("table"), TABLES.c.shown <= bindparam("new"))
    .values(shown=bindparam("new"), message_channel=bindparam("in_channel"), message=bindparam("as_message"))
)


REFRESHED: Final = _sql(
    update(OUTBOX)
    .where(OUTBOX.c.table_id == bindparam("table"), OUTBOX.c.kind == bindparam("of_kind"))
    .where(OUTBOX.c.seq <= bindparam("new"), OUTBOX.c.state.in_((_DUE, _ASLEEP)))
    .values(state=_SENT, tries=_NONE)
)


def _save_guild() -> str:
    fresh = insert(GUILDS)
    new = fresh.excluded
    return _sql(
        fresh.on_conflict_do_update(
            index_elements=[GUILDS.c.guild], set_={"settings": new.settings, "updated": new.updated}
        )
    )


SAVE_GUILD: Final = _save_guild()
