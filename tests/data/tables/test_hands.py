"""Hands that are over come back as they were written, with the event that ends them or not at all."""

from dataclasses import asdict
from typing import Any

import pytest
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncSession

from data.engine.errors import StoreError
from data.store import Store
from data.tables.errors import SequenceTaken
from data.tables.records import EventRecord, HandRecord, Span
from tests.data.makers import create_table, make_hand, make_move, make_step, sqlite_only
from tests.support.databases import Place


async def test_a_hand_comes_back_as_it_was_written(store: Store, place: Place) -> None:
    table = await create_table(store)
    huge = 10**40, -(10**40), 0
    await store.tables.append(make_step(table.id, 1, make_move(), make_move(), hands=(make_hand(0, 1, 3, huge),)))
    assert await store.tables.hand(table.id, 0) == HandRecord(**asdict(make_hand(0, 1, 3, huge)), table=table.id)
    assert await store.tables.hands(table.id) == [Span(0, 1, 3, huge)]
    assert place.peek("SELECT points FROM hands") == [(f"{huge[0]} {huge[1]} 0",)]
    assert await store.tables.hand(table.id, 1) is None
    assert await store.tables.hands(table.id + 1) == []


async def test_a_hand_is_written_with_the_event_that_ends_it_or_not_at_all(store: Store) -> None:
    table = await create_table(store)
    with pytest.raises(SequenceTaken):
        await store.tables.append(make_step(table.id, 0, hands=(make_hand(0, 1, 1),)))
    with pytest.raises(StoreError):
        await store.tables.append(make_step(table.id, 1, hands=(make_hand(0, 1, 2), make_hand(0, 1, 2))))
    assert await store.tables.hands(table.id) == []
    assert len(await store.tables.log(table.id)) == 1


async def test_rows_go_with_their_table(store: Store, place: Place) -> None:
    table = await create_table(store)
    await store.tables.append(make_step(table.id, 1, hands=(make_hand(1, 2, 2),)))
    assert await store.tables.hands(table.id) == [Span(1, 2, 2, (3, -3))]
    place.change("DELETE FROM tables")
    assert await store.tables.hands(table.id) == []


async def test_events_are_read_without_game_texts(store: Store) -> None:
    table = await create_table(store)
    secret = {"cards": ["QH"]}
    await store.tables.append(
        make_step(table.id, 1, make_move("play QH", hidden=secret), make_move("x"), make_move("y"))
    )
    assert [
        (event.seq, event.kind, event.seat, event.text, event.hidden)
        for event in await store.tables.game_events(table.id, 1, 3)
    ] == [
        (2, "move", 0, "", None),
        (3, "move", 0, "", None),
    ]
    assert [event.seq for event in await store.tables.log(table.id, 1, 2)] == [2, 3]


@pytest.mark.parametrize(("events", "reads"), [(2, 1), (4, 2), (5, 2)])
async def test_a_log_is_read_in_pages_and_none_more_than_it_has(
    store: Store, monkeypatch: pytest.MonkeyPatch, events: int, reads: int
) -> None:
    """A page that is not full is the last; after a full one nobody knows."""
    monkeypatch.setattr("data.tables.repository.PAGE_EVENTS", 4)
    table = await create_table(store)
    await store.tables.append(make_step(table.id, 1, *(make_move(str(number)) for number in range(events - 1))))
    log, questions = store.tables.log, []

    async def counted(*args: int) -> list[EventRecord]:
        questions.append(args)
        return await log(*args)

    monkeypatch.setattr(store.tables, "log", counted)
    assert [event.seq async for page in store.tables.pages(table.id) for event in page] == list(range(1, events + 1))
    assert len(questions) == reads


async def test_tables_are_read_together_from_the_last_finished_hand(store: Store) -> None:
    """Each as if it had been read by itself: one without hands, one with two, one whose first has no row (as in an old
    table), and one that there is not."""
    plain, played, gap = [await create_table(store, 3) for _ in range(3)]
    await store.tables.append(make_step(played.id, 3, make_move("a"), hands=(make_hand(0, 1, 2), make_hand(1, 3, 4))))
    await store.tables.append(make_step(gap.id, 3, make_move("b"), hands=(make_hand(1, 3, 4),)))
    result = {item.record.id: item for item in await store.tables.stored((gap.id, plain.id, 999, played.id))}
    assert set(result) == {plain.id, played.id, gap.id}
    for table, item in result.items():
        assert item.record == await store.tables.get(table)
        assert list(item.hands) == await store.tables.hands(table)
        assert item.log == await store.tables.log(table, item.last.first if item.last else 0)
    assert {table: item.last and item.last.number for table, item in result.items()} == {
        plain.id: None,
        played.id: 1,
        gap.id: None,
    }
    assert result[played.id].last == await store.tables.hand(played.id, 1)
    assert await store.tables.stored(()) == await store.tables.stored((999,)) == []


async def test_no_more_events_are_read_together_than_of_one_table(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log for which there is no room is left to be read in pages; shorter ones after it have theirs."""
    monkeypatch.setattr("data.tables.repository.PAGE_EVENTS", 8)
    numbers = [(await create_table(store, events)).id for events in (9, 5, 4, 3)]
    stored_tables = await store.tables.stored(numbers)
    assert [item.log and len(item.log) for item in stored_tables] == [None, 5, None, 3]


@sqlite_only
async def test_no_table_is_read_whole_for_those_that_are_read_together(
    store: Store, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each row is found by its key, whatever else is kept."""
    numbers = [(await create_table(store, 3)).id for _ in range(3)]
    for number in numbers:
        await store.tables.append(make_step(number, 3, hands=(make_hand(0, 1, 2),)))
    questions, execute = list[str](), AsyncSession.execute

    async def noted(self: AsyncSession, statement: Any, values: Any = None, **more: Any) -> Any:
        literal = {"literal_binds": True, "render_postcompile": True}
        given = statement.params(values) if values else statement
        questions.append(str(given.compile(dialect=sqlite.dialect(), compile_kwargs=literal)))
        return await execute(self, statement, values, **more)

    monkeypatch.setattr(AsyncSession, "execute", noted)
    assert len(await store.tables.stored(numbers)) == len(numbers)
    plans = [row[-1] for statement in questions for row in place.peek(f"EXPLAIN QUERY PLAN {statement}")]
    assert len(questions) == 4
    assert [plan for plan in plans if "SCAN" in plan] == []
    assert any("hands" in plan and "table_id=? AND number=?" in plan for plan in plans)
