"""The rows that belong to some shards, as the database tells and as Python does."""

from __future__ import annotations

from sqlalchemy import select, update

from data.engine.shards import Shards
from data.store import Store
from data.tables.records import LESSONS_GUILD_ID, NewWork
from data.tables.shard_rows import on_shards, table_shard
from data.tables.statements import TABLES, WORK
from data.tables.work import WorkKind
from tests.data.makers import make_draft, make_move, make_seat

GUILDS = LESSONS_GUILD_ID, LESSONS_GUILD_ID, 1, (1 << 22) - 1, 1 << 22, (1 << 62) + (1 << 22), (2**41 - 1) << 22


async def test_the_database_finds_the_rows_of_a_shard_that_python_finds(store: Store) -> None:
    tables = dict[int, int]()
    for guild in GUILDS:
        work = [NewWork(WorkKind.EXPIRE, "", 1, {}, 5)]
        tables[(await store.tables.create(make_draft(guild=guild), [make_move()], work, [make_seat(0)])).id] = guild
    for count in (1, 2, 3, 7, 16):
        for ids in (*({number} for number in range(count)), {0, count - 1}, set(range(count)), set[int]()):
            shards = Shards(count, frozenset(ids))
            known = {table for table, guild in tables.items() if table_shard(guild, table, count) in ids}
            for guild_column, table_column in ((TABLES.c.guild, TABLES.c.id), (WORK.c.guild, WORK.c.table_id)):
                result = await store._reader.query(
                    select(table_column).where(on_shards(guild_column, table_column, shards))
                )
                assert {table for (table,) in result} == known
    everything = await store._reader.query(select(WORK.c.id).where(on_shards(WORK.c.guild, WORK.c.table_id, None)))
    assert len(everything) == len(tables)


async def test_work_of_no_table_is_on_the_shard_of_its_server(store: Store) -> None:
    await store.tables.create(
        make_draft(guild=5 << 22), [make_move()], [NewWork(WorkKind.EXPIRE, "", 1, {}, 5)], [make_seat(0)]
    )
    async with store._transactions.begin() as session:
        await session.exec(update(WORK).values(table_id=None))
    for count, shard in ((2, 1), (3, 2), (7, 5)):
        for number in range(count):
            shards = Shards(count, frozenset({number}))
            result = await store._reader.query(
                select(WORK.c.id).where(on_shards(WORK.c.guild, WORK.c.table_id, shards))
            )
            assert bool(result) == (number == shard)
