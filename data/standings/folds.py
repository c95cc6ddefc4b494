"""Writes derived data of results in a transaction: rated games, standings, their progress, and seasons."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from sqlalchemy import ColumnElement, delete, insert, tuple_
from sqlalchemy import select as select_columns
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from data.engine.columns import table_of, values_of
from data.engine.statements import insert_or_replace
from data.people.rows import person_rows
from data.standings.errors import FoldMoved, SeasonBegan
from data.standings.models import FoldRow, RatedGameRow, SeasonRow, StandingRow
from data.standings.records import Fold, GameKey, RatedGame, Standing

Values = dict[str, Any]

_RATED: Final = table_of(RatedGameRow)
_STANDINGS: Final = table_of(StandingRow)
_PUT_STANDINGS: Final = insert_or_replace(_STANDINGS, [column.name for column in _STANDINGS.primary_key])


def fold_of(row: FoldRow) -> Fold:
    """Return the fold that a row says."""
    hand = row.hand_at, row.hand_source, row.hand_origin, row.hand_number
    played = row.game_at, row.game_source, row.game_origin
    return Fold(row.guild, row.game, row.changes, row.changes_folded, hand, played)


async def check_fold(session: AsyncSession, fold: Fold) -> FoldRow | None:
    """Return the row of a fold. Raises FoldMoved if results have changed or been folded since it was read."""
    row = await session.get(FoldRow, (fold.guild, fold.game), with_for_update=True)
    stored = fold._replace(changes=0, changes_folded=0) if row is None else fold_of(row)
    moved = fold.changes_folded == fold.changes and (stored.hand, stored.played) != (fold.hand, fold.played)
    if moved or (stored.changes, stored.changes_folded) != (fold.changes, fold.changes_folded):
        raise FoldMoved(f"{fold.game} of server {fold.guild}")
    return row


def update_fold(row: FoldRow, upto: Fold) -> None:
    """Note that results have been worked in up to those that `upto` names."""
    values: Values = {"changes_folded": row.changes}
    values |= dict(zip(("hand_at", "hand_source", "hand_origin", "hand_number"), upto.hand, strict=True))
    values |= dict(zip(("game_at", "game_source", "game_origin"), upto.played, strict=True))
    row.update(values)


async def write_rated_games(
    session: AsyncSession, fold: Fold, after: GameKey, upto: GameKey, games: Collection[RatedGame]
) -> None:
    """Make the rated games after one key and up to another these."""
    people = await person_rows(session, {game.user for game in games})
    whose = {"guild": fold.guild, "game": fold.game}
    now: list[Values] = [
        {**whose, "person_id": people[game.user], **values_of(game, RatedGameRow)}
        for game in games
        if game.user in people
    ]
    key = tuple_(*(_RATED.c[name] for name in ("at", "source", "origin")))
    conditions: list[ColumnElement[bool]] = [_RATED.c.guild == fold.guild, _RATED.c.game == fold.game]
    conditions += [key > after, key <= upto]
    before = (await (await session.connection()).execute(select_columns(_RATED).where(*conditions))).mappings()
    if sorted(map(_rated_key, before)) == sorted(map(_rated_key, now)):
        return
    await session.exec(delete(_RATED).where(*conditions))
    if now:
        await session.exec(insert(_RATED), params=now)


def _rated_key(row: Mapping[Any, Any]) -> tuple[Any, ...]:
    return tuple(row[column.name] for column in _RATED.c)


async def write_standings(session: AsyncSession, fold: Fold, standings: Collection[Standing]) -> None:
    """Write what some people's results come to."""
    people = await person_rows(session, {standing.user for standing in standings})
    rows: list[Values] = []
    for standing in standings:
        if standing.user in people:
            values = {**values_of(standing, StandingRow), "guild": fold.guild, "person_id": people[standing.user]}
            rows.append({**values, "feats": dict(sorted(standing.feats.items()))})
    if rows:
        await session.exec(_PUT_STANDINGS, params=rows)


async def delete_standings(session: AsyncSession, fold: Fold, those: Iterable[tuple[int, int]]) -> None:
    """Delete standings by season and row of the person."""
    people: dict[int, list[int]] = {}
    for season, person in those:
        people.setdefault(season, []).append(person)
    row = StandingRow
    for season, person_ids in people.items():
        conditions = col(row.guild) == fold.guild, col(row.game) == fold.game, col(row.season) == season
        await session.exec(delete(row).where(*conditions, col(row.person_id).in_(person_ids)))


async def begin_season(session: AsyncSession, season: SeasonRow) -> int:
    """Begin a season of a server, numbered after the last one, which ends by that; returns the number.

    Raises SeasonBegan.
    """
    query = select(SeasonRow).where(SeasonRow.guild == season.guild).order_by(col(SeasonRow.number).desc()).limit(1)
    last = (await session.exec(query)).first()
    if last is not None and last.began >= season.began:
        raise SeasonBegan(last.number)
    if last is not None:
        season.number = last.number + 1
        if last.ended is None:
            last.update({"ended": season.began})
    session.add(season)
    return season.number


async def end_season(session: AsyncSession, guild: int, number: int, at: int) -> bool:
    """End the last season of a server; False if it has another number or was ended."""
    query = select(SeasonRow).where(SeasonRow.guild == guild).order_by(col(SeasonRow.number).desc()).limit(1)
    last = (await session.exec(query.with_for_update())).first()
    if last is None or last.number != number or last.ended is not None:
        return False
    last.update({"ended": max(at, last.began + 1)})
    return True
