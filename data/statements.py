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
WORK: Final = METADATA.tables["outbox"]

_DIALECT = sqlite.dialect(paramstyle="named")
_DUE = literal_column("'due'", Text())
_SENT = literal_column("'sent'", Text())
_GONE = literal_column("'gone'", Text())
_WITHDRAW = literal_column("'withdraw'", Text())
_FAILED = literal_column("'failed'", Text())
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


def _upsert_work() -> str:
    fresh = insert(WORK).values({c.name: bindparam(c.name) for c in WORK.c if c.name != "id"})
    new, waits = fresh.excluded, WORK.c.state == _DUE
    due = case(
        (waits & (WORK.c.tries > _NONE), WORK.c.due),
        (waits & (WORK.c.due < new.due), WORK.c.due),
        else_=new.due,
    )
    return _sql(
        fresh.on_conflict_do_update(
            index_elements=[WORK.c.table_id, WORK.c.kind, WORK.c.key],
            set_={
                "seq": case((WORK.c.seq > new.seq, WORK.c.seq), else_=new.seq),
                "payload": new.payload,
                "due": due,
                "tries": case((waits, WORK.c.tries), else_=_NONE),
                "state": _DUE,
            },
        )
    )


UPSERT_WORK: Final = _upsert_work()


def _drop_work(key: ColumnElement[bool]) -> str:
    posted = (WORK.c.state == _SENT) & WORK.c.message.is_not(None)
    return _sql(
        update(WORK)
        .where(WORK.c.table_id == bindparam("table"), WORK.c.kind == bindparam("of_kind"), key)
        .where(WORK.c.state.in_((_DUE, _SENT)))
        .values(state=case((posted, _WITHDRAW), else_=_GONE), due=bindparam("now"), tries=_NONE)
    )


DROP_WORK: Final = _drop_work(WORK.c.key == bindparam("of_key"))
DROP_ALL_WORK: Final = _drop_work(func.substr(WORK.c.key, _ONE, bindparam("size")) == bindparam("of_key"))

WORK_STATE: Final = _sql(select(WORK.c.state, WORK.c.seq).where(WORK.c.id == bindparam("work")))
MARK_WORK: Final = _sql(
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
RETRY_WORK: Final = _sql(
    update(WORK)
    .where(WORK.c.id == bindparam("work"), WORK.c.state.in_((_DUE, _WITHDRAW)))
    .values(due=bindparam("at"), tries=WORK.c.tries + _ONE)
)

FORGET_WORK: Final = _sql(delete(WORK).where(WORK.c.state.in_((_GONE, _FAILED)), WORK.c.due < bindparam("before")))

SHOWN: Final = _sql(
    update(TABLES)
    .where(TABLES.c.id == bindparam("table"), TABLES.c.shown <= bindparam("new"))
    .values(shown=bindparam("new"), message_channel=bindparam("in_channel"), message=bindparam("as_message"))
)


REFRESHED: Final = _sql(
    update(WORK)
    .where(WORK.c.table_id == bindparam("table"), WORK.c.kind == bindparam("of_kind"), WORK.c.state == _DUE)
    .where(WORK.c.seq <= bindparam("new"))
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
