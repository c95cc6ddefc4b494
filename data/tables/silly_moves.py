"""Computer players' moves that somebody called silly, for the operator."""

from __future__ import annotations

from sqlalchemy import select
from sqlmodel import col

from data.engine.repository import Repository
from data.people.rows import person_row
from data.tables.models import SillyMoveRow, TableRow
from data.tables.records import SillyMove


class SillyMoves(Repository):
    """Those of all tables."""

    async def keep(self, silly: SillyMove, user: int) -> bool:
        """Keep a move that a user called silly; False if it is known already, or the table has been deleted."""
        async with self._begin() as session:
            known = await session.get(SillyMoveRow, (silly.table, silly.seq)) is not None
            if known or await session.get(TableRow, silly.table) is None:
                return False
            row = SillyMoveRow(
                table_id=silly.table,
                seq=silly.seq,
                game=silly.game,
                level=silly.level,
                seed=silly.seed,
                worlds=silly.worlds,
                version=silly.version,
                move=silly.move,
                view=silly.view,
                person_id=await person_row(session, user),
                at=self._clock(),
            )
            session.add(row)
        return True

    async def after(self, table: int, seq: int, most: int) -> list[SillyMove]:
        """The next moves after an event of a table, by table and event: at most `most`."""
        row = SillyMoveRow
        later = (col(row.table_id) > table) | ((col(row.table_id) == table) & (col(row.seq) > seq))
        query = select(row).where(later).order_by(col(row.table_id), col(row.seq)).limit(most)
        return [_silly_move(found) for found in await self._query(query)]


def _silly_move(row: SillyMoveRow) -> SillyMove:
    return SillyMove(row.table_id, row.seq, row.game, row.level, row.seed, row.worlds, row.version, row.move, row.view)
