"""The SQL of leagues in the transactions of their tables: a table is noted, and the league's message enqueued."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Insert, Text, bindparam, cast, literal, literal_column, select, update

from data.engine.columns import Json, table_of
from data.engine.database import WriterConnection
from data.engine.statements import compiled, insert
from data.leagues.models import LeagueRow
from data.leagues.records import LeaguePlace
from data.tables.errors import LeagueTableOpened
from data.tables.statements import GUILD_WORK, LEAGUE_TABLES, WORK, on_guild_conflict
from data.tables.work import WorkKind, WorkState

LEAGUES: Final = table_of(LeagueRow)

SET_LEAGUE_TABLE: Final = compiled(
    update(LEAGUE_TABLES)
    .where(LEAGUE_TABLES.c.league_id == bindparam("league"), LEAGUE_TABLES.c.group_number == bindparam("of_group"))
    .where(LEAGUE_TABLES.c.number == bindparam("of_number"), LEAGUE_TABLES.c.stage == bindparam("of_stage"))
    .where(LEAGUE_TABLES.c.table_id.is_(None))
    .values(table_id=bindparam("table"))
)


def note_league_table(connection: WriterConnection, place: LeaguePlace, table: int) -> None:
    """Note the table that was just opened for a place of a league. Raises LeagueTableOpened if it has one."""
    values: dict[str, Any] = {"league": place.league, "of_group": place.group, "of_number": place.number}
    values["of_stage"] = place.stage
    if connection.execute(SET_LEAGUE_TABLE, {**values, "table": table}).rowcount == 0:
        raise LeagueTableOpened(place)


def _enqueue_board() -> Insert:
    """Return the statement that enqueues the message of the league of the table `:number`.

    It enqueues nothing if there is no such league.
    """
    rows = select(
        *(LEAGUES.c.guild, literal(WorkKind.LEAGUE_BOARD, WORK.c.kind.type), cast(LEAGUES.c.id, Text())),
        *(literal(1), literal_column("'{}'", Json), bindparam("at", type_=WORK.c.due.type), literal(0)),
        literal(WorkState.DUE, WORK.c.state.type),
    ).where(LEAGUE_TABLES.c.table_id == bindparam("number"), LEAGUES.c.id == LEAGUE_TABLES.c.league_id)
    fresh = insert(WORK).from_select(GUILD_WORK, rows.where(LEAGUES.c.status == "playing"))
    return on_guild_conflict(fresh)


ENQUEUE_LEAGUE_BOARD_SQL: Final = compiled(_enqueue_board())
