"""Work that other transactions than a table's step give rise to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlmodel.ext.asyncio.session import AsyncSession

from data.engine.columns import checked, values_of
from data.processes.notifications import ChangeKind, notify
from data.tables.models import WorkRow
from data.tables.records import NewWork
from data.tables.statements import ENQUEUE, ENQUEUE_FOR_GUILD
from data.tables.work import WorkKind, WorkState


async def enqueue_work(session: AsyncSession, work: Iterable[tuple[int, NewWork]]) -> None:
    """Enqueue work of tables, in the transaction that gives rise to it."""
    rows = [checked(WorkRow, {**values_of(item, WorkRow), "table_id": table, "guild": 0}) for table, item in work]
    for row in rows:
        del row["id"]  # the database gives it
    if rows:
        await session.exec(ENQUEUE, params=rows)


async def enqueue_guild_work(session: AsyncSession, kind: WorkKind, due: int, keys: Iterable[tuple[int, str]]) -> None:
    """Enqueue work of a guild and a key each, in the transaction that gives rise to it; other processes are told."""
    rows: list[dict[str, Any]] = [
        {"guild": guild, "kind": kind, "key": key, "seq": 1, "payload": {}, "due": due, "tries": 0}
        for guild, key in keys
    ]
    rows = [checked(WorkRow, {**row, "state": WorkState.DUE}, only=frozenset({*row, "state"})) for row in rows]
    if rows:
        await session.exec(ENQUEUE_FOR_GUILD, params=rows)
        guilds = {row["guild"] for row in rows}
        await notify(session, ChangeKind.WORK, guilds.pop() if len(guilds) == 1 else 0)
