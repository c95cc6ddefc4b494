"""Overwriting of deleted rows, which SQLite leaves in the file until it needs the space."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import PoolResetState, event
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlmodel.ext.asyncio.session import AsyncSession

_OVERWRITES: Final = "overwrites"
"""The key under which a pooled connection notes that it overwrites what it deletes."""


async def overwrite_deleted(session: AsyncSession) -> None:
    """Overwrite what is deleted from now on until the end of this transaction, whichever it is.

    PostgreSQL cannot: it gives the place free a while later, and uses it anew.
    """
    connection = await session.connection()
    if connection.dialect.name != "sqlite":
        return
    (await connection.get_raw_connection()).info[_OVERWRITES] = True
    await connection.exec_driver_sql("PRAGMA secure_delete = ON")


def end_overwriting_with_transaction(engine: AsyncEngine) -> None:
    """Let connections of this engine go back to their pool as they were before `overwrite_deleted`."""

    def on_reset(connection: Any, record: Any, state: PoolResetState) -> None:
        if state.asyncio_safe and record.info.pop(_OVERWRITES, False):
            cursor = connection.cursor()
            cursor.execute("PRAGMA secure_delete = OFF")
            cursor.close()

    event.listen(engine.sync_engine, "reset", on_reset)
