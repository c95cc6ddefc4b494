"""What clocks need: when the bot was there, which reminders go together, and whose times are to be drawn anew."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Mapping
from typing import Final

from sqlalchemy import BigInteger, Integer, Text, bindparam, delete, func, literal_column, select, update
from sqlalchemy.dialects.sqlite import insert
from sqlmodel import col

from data.corner import WORK_ROWS, Corner
from data.models import METADATA, PersonRow, RunRow, SeatRow, WorkRow
from data.records import REFRESH, Work, WorkKind
from data.statements import compiled

RUNS: Final = METADATA.tables["runs"]
WORK: Final = METADATA.tables["work"]

AGAIN: Final = "again"
"""The key of a refresh for which nothing has happened: times that the board shows have changed."""

APART: Final = 100
"""Milliseconds between two boards that are drawn anew because the bot was away: nobody waits for them."""

_AT = bindparam("at", type_=BigInteger())
_BEGIN: Final = compiled(insert(RUNS).values(began=_AT, last=_AT))
_BEAT: Final = compiled(update(RUNS).where(RUNS.c.id == bindparam("run"), RUNS.c.last < _AT).values(last=_AT))
_FORGET: Final = compiled(delete(RUNS).where(RUNS.c.last < bindparam("before", type_=BigInteger())))


_LOOK_AGAIN: Final = compiled(
    update(WORK)
    .where(WORK.c.table_id == bindparam("table"), WORK.c.kind == bindparam("of_kind", type_=Text()))
    .where(WORK.c.state == literal_column("'due'", Text()), WORK.c.due > _AT)
    .values(due=_AT)
)


def _redraw() -> str:
    """The insert of a refresh for each table with a clock that runs, one after the other from `:at` on."""
    ticking = select(WORK.c.table_id, WORK.c.guild).where(
        WORK.c.state == literal_column("'due'", Text()), WORK.c.kind == bindparam("ticking")
    )
    tables = ticking.distinct().subquery()
    place = func.row_number().over(order_by=tables.c.table_id)
    due = _AT + place * literal_column(str(APART), BigInteger())
    rows = select(
        *(tables.c.table_id, tables.c.guild, bindparam("of_kind", type_=Text()), bindparam("of_key", type_=Text())),
        *(literal_column("0", Integer()), literal_column("'{}'", Text()), due),
        *(literal_column("0", Integer()), literal_column("'due'", Text())),
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


class Clocks(Corner):
    """That of all tables."""

    async def runs(self, since: int) -> list[tuple[int, int]]:
        """The times in which the bot was there that had not ended by `since`, in order: when each began, and when it
        was last known to last (ms).
        """
        query = select(col(RunRow.began), col(RunRow.last)).where(col(RunRow.last) >= since).order_by(col(RunRow.id))
        return [(began, last) for began, last in await self._rows(query)]

    async def begin_run(self, at: int, forget: int) -> int:
        """The bot is there from `at` on; returns the number of that time. What had ended by `forget` is deleted."""

        def job(database: sqlite3.Connection) -> int:
            database.execute(_FORGET, {"before": forget})
            number = database.execute(_BEGIN, {"at": at}).lastrowid
            assert number is not None
            return number

        return await self._run(job)

    async def beat(self, run: int, at: int) -> None:
        """Note that the bot is still there at `at`."""
        await self._run(_executed(_BEAT, {"run": run, "at": at}))

    async def redraw(self, ticking: WorkKind) -> None:
        """Owe it to all tables that have work of the kind `ticking` before them that their board is drawn anew."""
        values = {"ticking": ticking, "of_kind": REFRESH, "of_key": AGAIN, "at": self._clock()}
        await self._run(_executed(_REDRAW, values))

    async def look_again(self, table: int, kinds: Collection[WorkKind]) -> None:
        """What is due at a table later, of these kinds, is due now: whoever takes it up puts it off as things stand."""

        def job(database: sqlite3.Connection) -> None:
            for kind in kinds:
                database.execute(_LOOK_AGAIN, {"table": table, "of_kind": kind, "at": self._clock()})

        await self._run(job)

    async def due_for(self, user: int, kind: WorkKind, now: int, guild: int | None) -> list[Work]:
        """The work of a kind that is due by `now` at the tables of a server, or of all of them, at which a user sits:
        longest due first.
        """
        mine = select(col(SeatRow.table_id)).join(PersonRow, col(PersonRow.id) == col(SeatRow.person_id))
        query = WORK_ROWS.where(
            *(col(WorkRow.state) == "due", col(WorkRow.due) <= now, col(WorkRow.kind) == kind),
            col(WorkRow.table_id).in_(mine.where(col(PersonRow.user_id) == user)),
        )
        if guild is not None:
            query = query.where(col(WorkRow.guild) == guild)
        return [Work(*row) for row in await self._rows(query.order_by(col(WorkRow.due), col(WorkRow.id)))]

    async def said_by(self, kind: WorkKind, message: int, states: Collection[str]) -> list[Work]:
        """The work of a kind, of whatever table, that was delivered with a message and is in one of these states."""
        query = WORK_ROWS.where(
            col(WorkRow.kind) == kind, col(WorkRow.message) == message, col(WorkRow.state).in_(tuple(states))
        )
        return [Work(*row) for row in await self._rows(query)]


def _executed(statement: str, values: Mapping[str, object]) -> Callable[[sqlite3.Connection], None]:
    """The job that runs one statement."""

    def job(database: sqlite3.Connection) -> None:
        database.execute(statement, values)

    return job
