"""Notifications between the processes on a PostgreSQL database: whose row a transaction has changed (NOTIFY).

They reach the others with the commit. A process that is alone sends none.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from sqlalchemy import BigInteger, Text, bindparam, cast, func, literal
from sqlmodel import select
from sqlmodel.ext.asyncio.session import AsyncSession

from data.engine.columns import table_of
from data.engine.process import PROCESS, Process
from data.engine.statements import Statement, compiled
from data.tables.models import TableRow

CHANNEL: Final = "eldest"
"""The channel of NOTIFY."""


class ChangeKind(StrEnum):
    """What a transaction has changed."""

    TABLE = "table"
    """A table: its log, its row, or work of it."""
    PAD = "pad"
    PERSON = "person"
    """The preferences of a user."""
    GUILD = "guild"
    """The settings of a guild."""
    ERASURE = "erasure"
    """All that is kept of a user is erased."""


class Change(NamedTuple):
    """What a process has changed: the number of the table or pad, or the id of the user or guild."""

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
    """Have the other processes hear of a change when the session's transaction is committed."""
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
NOTIFY_OF_TABLE: Final[Statement] = compiled(
    select(func.pg_notify(CHANNEL, _PAYLOAD)).where(_TABLES.c.id == bindparam("table", type_=BigInteger()))
)
"""The same for the writer's thread: `:process` has changed the table `:table`."""
