"""The shard of a table, and conditions for the rows of some shards."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Integer, case, func, literal, true

from data.engine.shards import Shards, shard_of
from data.tables.records import LESSONS_GUILD_ID


def table_shard(guild: int, table: int, count: int) -> int:
    """Return the shard of a table, among `count` shards. Lessons have no server: they are spread by their number."""
    return table % count if guild == LESSONS_GUILD_ID else shard_of(guild, count)


def on_shards(
    guild_column: ColumnElement[int], table_id_column: ColumnElement[Any], shards: Shards | None
) -> ColumnElement[bool]:
    """Return the condition that a row belongs to these shards, by `table_shard`.

    None and all shards fit every row.
    """
    if shards is None or len(shards.ids) == shards.count:
        return true()
    return row_shard(guild_column, table_id_column, literal(shards.count)).in_(sorted(shards.ids))


def row_shard(
    guild_column: ColumnElement[int], table_id_column: ColumnElement[Any], count: ColumnElement[int]
) -> ColumnElement[int]:
    """Return the shard of a row, as `table_shard` tells."""
    server = guild_column.bitwise_rshift(literal(22, Integer()))  # PostgreSQL knows no >> of two BIGINT
    lesson = guild_column == LESSONS_GUILD_ID, func.coalesce(table_id_column, 0)
    return case(lesson, else_=server) % count
