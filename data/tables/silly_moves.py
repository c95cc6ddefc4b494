"""Computer players' moves that a player called silly, for the operator."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select
from sqlmodel import col

from data.engine.columns import columns_of, values_of
from data.engine.repository import Repository
from data.people.rows import person_row
from data.tables.models import SillyMoveRow, TableRow
from data.tables.records import SillyMove


class SillyMoves(Repository):
    """The rows of all tables."""

    async def keep(self, silly: SillyMove, user: int) -> bool:
        """Keep a move that a user called silly; False if it is known already, or the table has been deleted."""
        async with self._begin() as session:
            exists_already = await session.get(SillyMoveRow, (silly.table, silly.seq)) is not None
            if exists_already or await session.get(TableRow, silly.table) is None:
                return False
            person = await person_row(session, user)
            row = values_of(silly, SillyMoveRow)
            session.add(SillyMoveRow(**row, table_id=silly.table, person_id=person, at=self._clock()))
        return True

    async def after(self, table: int, seq: int, most: int) -> list[SillyMove]:
        """Return the next moves after an event of a table, by table and event: at most `most`."""
        row = SillyMoveRow
        later = (col(row.table_id) > table) | ((col(row.table_id) == table) & (col(row.seq) > seq))
        columns: list[Any] = [*columns_of(SillyMove, row), col(row.table_id).label("table")]
        query = select(*columns).where(later).order_by(col(row.table_id), col(row.seq)).limit(most)
        return [SillyMove(**move._asdict()) for move in await self._query(query)]
