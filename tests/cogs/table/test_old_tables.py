"""What is read at a table does not grow with its age."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event

from bot.tables.commands import leave_and_end, pause
from bot.tables.model.table_state import TableState
from data.engine.clock import now_ms
from data.tables.events import EventKind
from data.tables.records import Append, NewEvent, NewWork
from data.tables.work import WorkKind, WorkState
from tests.support.house import House
from tests.support.wire_tables import (
    HOST,
    OTHER,
    SEATED,
    board,
    find_actor,
    find_awaited,
    read_all_announcements,
    set_up_table,
    start_room,
    wait_for_announcement,
)

DAY_MS = 24 * 3600 * 1000


class ReadCount:
    """The statements that have been read, and how many rows they gave."""

    def __init__(self) -> None:
        self.statements: list[str] = []
        self.rows = 0


@contextmanager
def count_reads(house: House) -> Generator[ReadCount]:
    """Count what is read while entered."""
    counted, engine = ReadCount(), house.store._reader._engine.sync_engine

    def count_statement(_conn: Any, cursor: Any, statement: str, *_: Any) -> None:
        counted.statements.append(statement)
        fetched = getattr(cursor, "_rows", None)
        counted.rows += len(fetched) if fetched is not None else 0

    event.listen(engine, "after_cursor_execute", count_statement)
    try:
        yield counted
    finally:
        event.remove(engine, "after_cursor_execute", count_statement)


async def age_table(house: House, live: TableState, events: int = 2000, notices: int = 200) -> None:
    """Let a lot happen at a table; people have been told some of it, and mentioned as often."""
    tables, first = house.services.tables, live.record.seq + 1
    record = tuple(NewEvent(EventKind.KEEP, 1, public={}) for _ in range(events))
    work = [
        NewWork(WorkKind.ANNOUNCE, str(first + number), first + number, {"events": 1}, now_ms() + DAY_MS)
        for number in range(notices)
    ]
    work += [
        NewWork(WorkKind.PING, f"1:{first + number}", first + number, {"seat": 1}, now_ms() + DAY_MS)
        for number in range(notices)
    ]
    await tables.store.tables.append(Append(live.id, live.record.seq, record, tuple(work)))
    tables.evict(live.id)
    for row in await tables.store.work.of_table(live.id):
        if row.kind == WorkKind.ANNOUNCE and row.seq >= first:
            await tables.store.work.mark(row.id, WorkState.DONE, channel=live.record.channel, message=row.seq)
        if row.kind == WorkKind.PING and row.seq >= first:
            await tables.store.work.mark(row.id, WorkState.CANCELLED)


async def count_vote_reads(house: House, live: TableState) -> ReadCount:
    """Count what is read while a question is asked, agreed to and closed, and somebody looks at their hand."""
    tables = house.services.tables
    live = await tables.find(live.id)
    with count_reads(house) as read:
        await pause.pause(tables, live.id, find_actor(house, HOST))
        await wait_for_announcement(house, live, f"{HOST} wants a pause")
        await read_all_announcements(house, live)
        await pause.pause(tables, live.id, find_actor(house, SEATED))
        await read_all_announcements(house, live)
        await pause.take_back(tables, live.id, find_actor(house, HOST))
        await pause.take_back(tables, live.id, find_actor(house, SEATED))
        await read_all_announcements(house, live)
        await house.press(find_awaited(live), board(house, live), "My hand")
    return read


async def test_a_vote_reads_as_little_at_an_old_table_as_at_a_new_one() -> None:
    async with start_room(ping_delay=3600) as house:
        new, old = [await set_up_table(house, people=(HOST, SEATED, OTHER)) for _ in range(2)]
        await age_table(house, old)
        before, after = await count_vote_reads(house, new), await count_vote_reads(house, old)
        per_row = [text for text in after.statements if "FROM events" in text]
        assert len(per_row) <= len([text for text in before.statements if "FROM events" in text]) + 5
        assert len(after.statements) <= len(before.statements) + 40  # how often it is looked is a matter of time


async def test_announcements_without_buttons_are_deleted_after_a_day() -> None:
    async with start_room(ping_delay=3600) as house:
        live = await set_up_table(house, people=(HOST, SEATED, OTHER))
        await leave_and_end.leave(house.services.tables, live.id, find_actor(house, OTHER))
        await wait_for_announcement(house, live, " left.**")  # with a button, as long as the seat is to be had
        await pause.pause(house.services.tables, live.id, find_actor(house, HOST))
        await pause.pause(house.services.tables, live.id, find_actor(house, SEATED))
        await wait_for_announcement(house, live, "all players agreed")
        await pause.go_on(house.services.tables, live.id, find_actor(house, HOST))
        await wait_for_announcement(house, live, "resumed")
        await read_all_announcements(house, live)
        await house.store.work.purge(now_ms() - DAY_MS)
        assert len(await house.store.work.of_table(live.id, WorkKind.ANNOUNCE, (WorkState.DONE,))) >= 2
        await house.store.work.purge(now_ms() + DAY_MS)
        (work_item,) = await house.store.work.of_table(live.id, WorkKind.ANNOUNCE, (WorkState.DONE,))
        (event,) = await house.store.tables.game_events(live.id, work_item.seq - 1, work_item.seq)
        assert event.kind == EventKind.LEAVE
        offered = await wait_for_announcement(house, live, " left.**")
        assert "Ask for the seat" in str(offered)


@pytest.mark.parametrize("notices", [1, 200])
async def test_a_question_is_one_read_of_what_was_told(notices: int) -> None:
    async with start_room(ping_delay=3600) as house:
        live = await set_up_table(house, people=(HOST, SEATED, OTHER))
        await age_table(house, live, 300, notices)
        live = await house.services.tables.find(live.id)
        with count_reads(house) as read:
            await house.services.announcements.prompt_updater.update_questions(live)
        assert len(read.statements) == 1
