"""Notifications between the processes on a PostgreSQL database: whose row a transaction has changed (NOTIFY).

They reach the others with the commit. A process that is alone sends none.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, Final, NamedTuple

from sqlalchemy import ARRAY, BigInteger, Text, bindparam, cast, func, literal
from sqlmodel import select
from sqlmodel.ext.asyncio.session import AsyncSession

from data.engine.columns import table_of
from data.engine.database import WriterConnection
from data.engine.process import PROCESS, Process
from data.engine.statements import Statement, compiled
from data.tables.models import TableRow

CHANNEL: Final = "eldest"
"""The channel of NOTIFY."""


class ChangeKind(StrEnum):
    """The object of a change in a transaction."""

    TABLE = "table"
    """A table: its log, its row, or work of it."""
    WORK = "work"
    """Work of a guild; of 0 it may be of any."""
    PAD = "pad"
    PERSON = "person"
    """The preferences of a user."""
    GUILD = "guild"
    """The settings of a guild."""
    ERASURE = "erasure"
    """All that is kept of a user is erased."""


class Change(NamedTuple):
    """A change by a process: the number of the table or pad, or the id of the user or guild."""

    kind: ChangeKind
    number: int
    guild: int
    """The guild of a table or pad, else 0."""
    process: str


def parse_change(payload: str) -> Change:
    """Read a payload. Raises ValueError for one that is not ours."""
    kind, number, guild, process = payload.split(" ")
    return Change(ChangeKind(kind), int(number), int(guild), process)


async def notify(session: AsyncSession, kind: ChangeKind, number: int, guild: int = 0) -> None:
    """Notify the other processes of a change once the session's transaction is committed."""
    process: Process | None = session.info.get(PROCESS)
    if process is not None:
        await session.exec(select(func.pg_notify(CHANNEL, f"{kind} {number} {guild} {process.name}")))


_TABLES = table_of(TableRow)
_PAYLOAD = (
    literal(f"{ChangeKind.TABLE} ")
    + cast(_TABLES.c.id, Text)
    + " "
    + cast(_TABLES.c.guild, Text)
    + " "
    + cast(bindparam("process"), Text)
)
_NUMBERS = bindparam("tables", type_=ARRAY(BigInteger))
NOTIFY_OF_TABLES: Final[Statement] = compiled(
    select(func.pg_notify(CHANNEL, _PAYLOAD)).where(_TABLES.c.id == func.any(_NUMBERS))
)


class ChangedTables:
    """The tables that the writer's next transaction changes, of which the other processes hear with its commit.

    It is used on the writer's thread alone. After a failed transaction it may hold more than is changed, which does no
    harm.
    """

    def __init__(self, process: Process) -> None:
        self._process = process.name
        self._tables: set[int] = set()

    def noting(self, unit: Callable[[WriterConnection], int | None], table: int | None) -> Callable[[Any], Any]:
        """Return the unit that also notes a table: `table`, or the one whose number it returns."""

        def noted(connection: WriterConnection) -> int | None:
            result = unit(connection)
            changed = result if table is None else table
            assert changed is not None
            self._tables.add(changed)
            return result

        return noted

    def notify(self, connection: WriterConnection) -> None:
        """Tell the others, before the commit: in one statement, for a transaction may have many units."""
        if self._tables:
            connection.execute(NOTIFY_OF_TABLES, {"tables": sorted(self._tables), "process": self._process})
            self._tables.clear()
