"""The writer's units of work for clocks, statement by statement."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection
from typing import Final

from sqlalchemy import BigInteger, Integer, Text, bindparam, case, delete, func, literal_column, or_, select, update

from data.engine.columns import table_of
from data.engine.statements import compiled, insert, quoted
from data.tables.models import RunRow, WorkRow
from data.tables.work import WorkKind, WorkState

RUNS: Final = table_of(RunRow)
WORK: Final = table_of(WorkRow)

TIMED: Final[tuple[WorkKind, ...]] = WorkKind.EXPIRE_CLOCK, WorkKind.REMIND, WorkKind.EXPIRE
"""The kinds of work whose due time people were shown: it stays, whatever the machine's clock does."""

BRIEF: Final = 5 * 60_000
"""Milliseconds for which other work waits at most so that people can follow, not for a time of day."""

APART: Final = 100
"""Milliseconds between two boards that are drawn anew because the bot was away: nobody waits for them."""

_DUE = quoted(WorkState.DUE)
_AT = bindparam("at", type_=BigInteger())
_BEGIN: Final = compiled(insert(RUNS).values(began=_AT, last=_AT))
_BEAT: Final = compiled(update(RUNS).where(RUNS.c.id == bindparam("run"), RUNS.c.last < _AT).values(last=_AT))
_FORGET: Final = compiled(delete(RUNS).where(RUNS.c.last < bindparam("before", type_=BigInteger())))


_LOOK_AGAIN: Final = compiled(
    update(WORK)
    .where(WORK.c.table_id == bindparam("table"), WORK.c.kind == bindparam("of_kind", type_=Text()))
    .where(WORK.c.state == _DUE, WORK.c.due > _AT)
    .values(due=_AT)
)

_EARLIER: Final = compiled(
    update(WORK)
    .where(WORK.c.table_id == bindparam("table"), WORK.c.kind == bindparam("of_kind", type_=Text()))
    .where(WORK.c.key == bindparam("of_key"), WORK.c.state == _DUE, WORK.c.due > _AT)
    .values(due=_AT)
)


def _redraw() -> str:
    """The insert of new times for each table with a clock that runs, of a server or, with NULL, of all of them; one
    after the other from `:at` on.
    """
    there = bindparam("there", type_=BigInteger())
    ticking = select(WORK.c.table_id, WORK.c.guild).where(
        WORK.c.state == _DUE,
        WORK.c.kind == bindparam("ticking"),
        WORK.c.guild == func.coalesce(there, WORK.c.guild),
    )
    tables = ticking.distinct().subquery()
    place = func.row_number().over(order_by=tables.c.table_id)
    due = _AT + place * literal_column(str(APART), BigInteger())
    rows = select(
        *(tables.c.table_id, tables.c.guild, bindparam("of_kind", type_=Text()), literal_column("''", Text())),
        *(literal_column("0", Integer()), literal_column("'{}'", Text()), due),
        *(literal_column("0", Integer()), _DUE),
    ).where(literal_column("1", Integer()) == literal_column("1", Integer()))  # else SQLite takes ON for a join's
    columns = ["table_id", "guild", "kind", "key", "seq", "payload", "due", "tries", "state"]
    fresh = insert(WORK).from_select(columns, rows)
    return compiled(
        fresh.on_conflict_do_update(
            index_elements=[WORK.c.table_id, WORK.c.kind, WORK.c.key],
            set_={"state": fresh.excluded.state, "due": fresh.excluded.due, "tries": fresh.excluded.tries},
        )
    )


_REDRAW: Final = _redraw()


def _set_back() -> str:
    """The update that brings work forward where the machine's clock was set back from `:was` to `:at`."""
    was = bindparam("was", type_=BigInteger())
    timed = WORK.c.kind.in_([quoted(kind) for kind in TIMED])
    brief = ~timed & (WORK.c.due <= was + literal_column(str(BRIEF), BigInteger()))
    waits = WORK.c.due <= was, WORK.c.tries > literal_column("0", Integer()), brief
    return compiled(
        update(WORK)
        .where(WORK.c.state.in_([quoted(state) for state in (WorkState.DUE, WorkState.RETRACT, WorkState.PARKED)]))
        .where(WORK.c.due > _AT, or_(*waits))
        .values(due=case((WORK.c.due <= was, _AT), else_=WORK.c.due - (was - _AT)))
    )


_SET_BACK: Final = _set_back()


def begin_run(at: int, forget: int, redrawn: WorkKind | None, now: int) -> Callable[[sqlite3.Connection], int]:
    """The unit behind Clocks.begin_run: returns the number of the run."""

    def unit(database: sqlite3.Connection) -> int:
        database.execute(_FORGET, {"before": forget})
        number = database.execute(_BEGIN, {"at": at}).lastrowid
        assert number is not None
        if redrawn is not None:
            redraw(redrawn, None, now)(database)
        return number

    return unit


def set_back(at: int, was: int) -> Callable[[sqlite3.Connection], int]:
    """The unit behind Clocks.set_back: returns the number of the new run."""

    def unit(database: sqlite3.Connection) -> int:
        database.execute(_SET_BACK, {"at": at, "was": was})
        number = database.execute(_BEGIN, {"at": at}).lastrowid
        assert number is not None
        return number

    return unit


def redraw(ticking: WorkKind, guild: int | None, now: int) -> Callable[[sqlite3.Connection], None]:
    """The unit behind Clocks.redraw."""

    def unit(database: sqlite3.Connection) -> None:
        of = {"ticking": ticking, "there": guild, "of_kind": WorkKind.CORRECT_TIMES, "at": now}
        database.execute(_REDRAW, of)

    return unit


def beat(run: int, at: int) -> Callable[[sqlite3.Connection], None]:
    """The unit behind Clocks.beat."""

    def unit(database: sqlite3.Connection) -> None:
        database.execute(_BEAT, {"run": run, "at": at})

    return unit


def bring_forward(table: int, kind: WorkKind, key: str, due: int) -> Callable[[sqlite3.Connection], None]:
    """The unit behind Clocks.bring_forward."""

    def unit(database: sqlite3.Connection) -> None:
        database.execute(_EARLIER, {"table": table, "of_kind": kind, "of_key": key, "at": due})

    return unit


def recheck(table: int, kinds: Collection[WorkKind], now: int) -> Callable[[sqlite3.Connection], None]:
    """The unit behind Clocks.recheck."""

    def unit(database: sqlite3.Connection) -> None:
        for kind in kinds:
            database.execute(_LOOK_AGAIN, {"table": table, "of_kind": kind, "at": now})

    return unit
