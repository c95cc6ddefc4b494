"""Work that other transactions than a table's step give rise to."""

from __future__ import annotations

from collections.abc import Iterable

from sqlmodel.ext.asyncio.session import AsyncSession

from data.engine.columns import checked
from data.tables.models import WorkRow
from data.tables.records import NewWork
from data.tables.statements import ENQUEUE


async def enqueue_work(session: AsyncSession, work: Iterable[tuple[int, NewWork]]) -> None:
    """Enqueue work of tables, in the transaction that gives rise to it."""
    rows = [
        checked(
            WorkRow,
            {
                "table_id": table,
                "guild": 0,
                "kind": item.kind,
                "key": item.key,
                "seq": item.seq,
                "payload": item.payload,
                "due": item.due,
            },
        )
        for table, item in work
    ]
    if rows:
        await session.exec(ENQUEUE, params=rows)
