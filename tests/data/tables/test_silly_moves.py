"""Moves that were called silly: each kept once, gone with the table, and nobody's once their presser is erased."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from data.store import Store
from data.tables.records import SillyMove
from tests.data.makers import GUEST, HOST, create_finished_table
from tests.support.databases import Place

VIEW = {"hand": ["2C", "3H"], "pot": 10**30}


def make_silly_move(table: int, seq: int = 7) -> SillyMove:
    """Return a move of a strong player."""
    return SillyMove(table, seq, "voren", "strong", 2**53 - 1, 256, "1.2", "fold", VIEW)


async def test_a_move_is_kept_once_with_all_that_it_was_made_of(store: Store) -> None:
    table = await create_finished_table(store)
    assert await store.silly_moves.keep(make_silly_move(table), HOST)
    assert not await store.silly_moves.keep(replace(make_silly_move(table), move="stay"), GUEST)
    assert await store.silly_moves.after(0, 0, 9) == [make_silly_move(table)]


async def test_they_are_read_in_order_some_at_a_time(store: Store) -> None:
    first, second = await create_finished_table(store), await create_finished_table(store)
    moves = [make_silly_move(first, 3), make_silly_move(first, 9), make_silly_move(second, 2)]
    for move in reversed(moves):
        assert await store.silly_moves.keep(move, HOST)
    assert await store.silly_moves.after(0, 0, 2) == moves[:2]
    assert await store.silly_moves.after(first, 9, 2) == moves[2:]


async def test_erasure_takes_out_who_pressed(store: Store, place: Place) -> None:
    table = await create_finished_table(store)
    await store.silly_moves.keep(make_silly_move(table), HOST)
    assert [row["event"] for row in await export_silly_moves(store, HOST)] == [7]
    await store.privacy.erase(HOST)
    assert await store.silly_moves.after(0, 0, 9) == [make_silly_move(table)]
    assert place.peek("SELECT person_id FROM silly_moves") == [(None,)]


async def test_an_export_has_no_view(store: Store) -> None:
    table = await create_finished_table(store)
    await store.silly_moves.keep(make_silly_move(table), HOST)
    (row,) = await export_silly_moves(store, HOST)
    assert row.keys() == {"table", "event", "at"}
    assert await export_silly_moves(store, GUEST) == []


async def export_silly_moves(store: Store, user: int) -> list[dict[str, Any]]:
    """Return what an export has of the moves that somebody called silly."""
    return [row async for part in store.exports.parts(user) if part.name == "called_silly" for row in part.rows]


async def test_they_go_with_their_table(store: Store) -> None:
    table = await create_finished_table(store)
    await store.silly_moves.keep(make_silly_move(table), HOST)
    await store.retention.delete_table(table)
    assert await store.silly_moves.after(0, 0, 9) == []
    assert not await store.silly_moves.keep(make_silly_move(table), HOST)
