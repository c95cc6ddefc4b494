"""Marks standings that are stale, and enqueues their work, in a transaction. Statements for the writer's thread."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import ColumnElement, Insert, and_, select, tuple_, union
from sqlmodel import col
from sqlmodel import select as select_typed
from sqlmodel.ext.asyncio.session import AsyncSession

from data.engine.columns import checked, table_of
from data.engine.statements import insert
from data.standings.models import FoldRow, GamePartRow, GameResultRow, HandPartRow, HandResultRow
from data.tables.outbox import enqueue_guild_work
from data.tables.work import WorkKind

FOLDS: Final = table_of(FoldRow)


def _mark() -> Insert:
    """Return the statement that makes folds where there are none, and adds `changes` to their number of changes."""
    fresh = insert(FOLDS)
    grown = {"changes": FOLDS.c.changes + fresh.excluded.changes}
    return fresh.on_conflict_do_update(index_elements=[FOLDS.c.guild, FOLDS.c.game], set_=grown)


_MARK: Final = _mark()


UPDATE_DELAY_MS: Final = 200
"""Milliseconds until results are worked in: those that come together are worked in together."""


async def mark_stale(session: AsyncSession, games: Mapping[tuple[int, str], bool], now: int) -> None:
    """Let the standings of these servers and games be brought up to date: True to begin anew, False to go on."""
    rows = [
        checked(FoldRow, {"guild": guild, "game": game, "changes": int(anew), "changes_folded": 0})
        for (guild, game), anew in sorted(games.items())
    ]
    if rows:
        await session.exec(_MARK, params=rows)
        await enqueue_guild_work(session, WorkKind.UPDATE_STANDINGS, now + UPDATE_DELAY_MS, sorted(games))


async def mark_changed_in(session: AsyncSession, guild: int, now: int) -> None:
    """Let all standings of a server be worked out anew."""
    await _mark_changed(session, col(FoldRow.guild) == guild, now)


async def mark_changed_of(session: AsyncSession, person: int, now: int) -> None:
    """Let all that the person with this row has played be worked out anew."""
    played: list[Any] = []
    for results, parts in ((HandResultRow, HandPartRow), (GameResultRow, GamePartRow)):
        key = [column.name for column in table_of(results).primary_key]
        joined = and_(*(table_of(results).c[name] == table_of(parts).c[name] for name in key))
        query = select(col(results.guild), col(results.game)).join_from(parts, results, joined)
        played.append(query.where(col(parts.person_id) == person))
    theirs = tuple_(col(FoldRow.guild), col(FoldRow.game)).in_(union(*played))
    await _mark_changed(session, theirs, now)


async def _mark_changed(session: AsyncSession, folds: ColumnElement[bool], now: int) -> None:
    games = (await session.exec(select_typed(FoldRow.guild, FoldRow.game).where(folds))).all()
    await mark_stale(session, dict.fromkeys(games, True), now)
